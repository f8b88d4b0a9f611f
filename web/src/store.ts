// The state of the page: one document, its opened answer, the step in view. Parts read it and call its methods; every change is one
// "change" event. Nothing typed is lost: the document is kept in localStorage as it is edited, and an answer never overwrites it.
import type { Diagnostic, Document, InputItem, OpenAnswer, StepAnswer } from 'rowkind';
import { engine } from './engine';
import { examples } from './examples';

export interface Selection {
  output: number;
  /** Index into the output's changelog. */
  row: number;
}

type Phase = 'starting' | 'busy' | 'ready' | 'failed';

const kDraft = 'rowkind.draft.v1';
const kReplanDelay = 300;
const kPlayDelay = 900;

class Store extends EventTarget {
  phase: Phase = 'starting';
  example = '';
  document: Document = { sql: '', input: [] };
  /** The last answer whose query could be planned; `stale` says that the document has changed or broken since. */
  opened?: OpenAnswer;
  stale = false;
  diagnostics: Diagnostic[] = [];
  step = 1;
  view?: StepAnswer;
  selection?: Selection;
  playing = false;
  speed = 1;
  breakpoints = new Set<number>();
  stopped_at = 0;
  failure = '';

  #run = 0;
  #replan?: ReturnType<typeof setTimeout>;
  #timer?: ReturnType<typeof setTimeout>;
  #cache = new Map<number, StepAnswer>();

  get steps() {
    return this.opened?.steps ?? [];
  }
  get last_step() {
    return Math.max(0, this.steps.length - 1);
  }

  changed() {
    this.dispatchEvent(new Event('change'));
  }

  start() {
    const draft = this.#draft();
    if (draft) {
      this.document = draft.document;
      this.example = draft.example;
      void this.run();
    } else {
      void this.load_example(examples[0]?.id ?? '');
    }
  }

  async load_example(id: string) {
    const example = examples.find((one) => one.id === id);
    if (!example) return;
    this.pause();
    this.example = id;
    this.breakpoints.clear();
    await this.#open({ scenario: example.yaml }, true);
  }

  edit_sql(sql: string) {
    if (sql === this.document.sql) return;
    this.document = { ...this.document, sql };
    this.#edited();
  }

  edit_input(index: number, item: InputItem) {
    const input = [...(this.document.input ?? [])];
    input[index] = item;
    this.document = { ...this.document, input };
    this.#edited();
  }

  add_input(item: InputItem) {
    this.document = { ...this.document, input: [...(this.document.input ?? []), item] };
    this.#edited();
  }

  #edited() {
    this.stale = true;
    this.pause();
    this.#save();
    clearTimeout(this.#replan);
    this.#replan = setTimeout(() => void this.run(), kReplanDelay);
    this.changed();
  }

  run() {
    clearTimeout(this.#replan);
    return this.#open({ document: this.document }, false);
  }

  /** Ends a run that takes too long. */
  cancel() {
    engine.cancel();
    this.phase = this.opened ? 'ready' : 'failed';
    this.opened = undefined;
    this.view = undefined;
    this.changed();
  }

  async #open(what: { scenario: string } | { document: Document }, fresh: boolean) {
    const run = ++this.#run;
    this.phase = this.phase === 'starting' ? 'starting' : 'busy';
    this.changed();
    try {
      const answer = await engine.call({ method: 'open', ...what } as { method: 'open'; document: Document });
      if (run !== this.#run) return;
      this.failure = '';
      if (!answer.ok) {
        this.diagnostics = [answer.error];
        return;
      }
      this.#take(answer, fresh);
      await this.#show(this.step, run);
    } catch (error) {
      if (run !== this.#run) return;
      this.phase = 'failed';
      this.failure = error instanceof Error ? error.message : String(error);
    } finally {
      if (run === this.#run) {
        if (this.phase !== 'failed') this.phase = 'ready';
        this.changed();
      }
    }
  }

  /** A run is under way, or its first step is not in view yet. */
  get busy() {
    return this.phase === 'starting' || this.phase === 'busy';
  }

  #take(answer: OpenAnswer, fresh: boolean) {
    const before = this.opened;
    if (fresh) {
      this.document = answer.document;
      this.#save();
    }
    this.diagnostics = answer.diagnostics;
    // With an error in the query the last good run stays in view.
    if (!answer.graph && before && !fresh) {
      void engine.call({ method: 'close', session: answer.session });
      return;
    }
    if (before) void engine.call({ method: 'close', session: before.session });
    this.opened = answer;
    this.stale = false;
    this.#cache.clear();
    this.view = undefined;
    this.selection = undefined;
    this.step = Math.min(fresh ? 1 : Math.max(1, this.step), this.last_step);
  }

  async go(step: number) {
    const to = Math.max(0, Math.min(step, this.last_step));
    this.step = to;
    await this.#show(to, this.#run);
  }

  async #show(step: number, run: number) {
    const session = this.opened?.session;
    if (session === undefined || !this.opened?.graph || this.steps.length === 0) return;
    let view = this.#cache.get(step);
    if (!view) {
      const answer = await engine.call({ method: 'step', session, index: step });
      if (run !== this.#run || session !== this.opened?.session || step !== this.step) return;
      if (!answer.ok) {
        this.failure = answer.error.message;
        return this.changed();
      }
      view = answer;
      if (this.#cache.size > 200) this.#cache.clear();
      this.#cache.set(step, view);
    }
    this.view = view;
    this.#select_first();
    this.changed();
  }

  /** Why starts at the last row that the step brought out. */
  #select_first() {
    this.selection = undefined;
    this.opened?.changelog.forEach((rows, output) => {
      rows.forEach((row, index) => {
        if (row.step === this.step) this.selection = { output, row: index };
      });
    });
  }

  async select(output: number, row: number) {
    const step = this.opened?.changelog[output]?.[row]?.step;
    if (step === undefined) return;
    if (step !== this.step) await this.go(step);
    this.selection = { output, row };
    this.changed();
  }

  toggle_breakpoint(step: number) {
    if (!this.breakpoints.delete(step)) this.breakpoints.add(step);
    this.changed();
  }

  play() {
    if (this.playing) return this.pause();
    this.stopped_at = 0;
    this.playing = true;
    const tick = async () => {
      if (!this.playing) return;
      if (this.step >= this.last_step) return this.pause();
      if (this.breakpoints.has(this.step + 1)) {
        this.stopped_at = this.step + 1;
        return this.pause();
      }
      await this.go(this.step + 1);
      this.#timer = setTimeout(tick, kPlayDelay / this.speed);
    };
    if (this.step >= this.last_step) void this.go(0).then(tick);
    else void tick();
    this.changed();
  }

  pause() {
    clearTimeout(this.#timer);
    this.playing = false;
    this.changed();
  }

  #save() {
    try {
      localStorage.setItem(kDraft, JSON.stringify({ example: this.example, document: this.document }));
    } catch {
      // private mode or a full store: the page works without
    }
  }

  #draft(): { example: string; document: Document } | undefined {
    try {
      const draft = JSON.parse(localStorage.getItem(kDraft) ?? 'null');
      return typeof draft?.document?.sql === 'string' ? draft : undefined;
    } catch {
      return undefined;
    }
  }
}

export const store = new Store();
