// The state of the page: one document, its opened answer, the step in view. Parts read it and call its methods; every change is one
// "change" event. Nothing typed is lost: see history.ts; an answer never overwrites the document.
import type { Diagnostic, Document, InputItem, OpenAnswer, StepAnswer } from 'rowkind';
import { engine, loading } from './engine';
import { examples } from './examples';
import type { Guess } from './guess';
import { History, keep, load_draft, save_draft, type Snapshot } from './history';
import { LinkError, example_of_hash, from_hash, type Shared } from './links';
import { Playback } from './playback';
import { Session } from './session';
import { shared_day } from './times';
import { is_halfway, next_update } from './updates';
import { explain_row, type Explanation } from './why';

export interface Selection {
  output: number;
  /** Index into the output's changelog. */
  row: number;
}

/** What a phone shows one of at a time. */
export const panes = ['query', 'input', 'flow', 'output'] as const;
export type Pane = (typeof panes)[number];

export type Mode = 'sql' | 'cdc';
export const mode_of = (document: Document): Mode => (document.pipeline === undefined ? 'sql' : 'cdc');

type Phase = 'starting' | 'busy' | 'ready' | 'failed';

/** What a first visit sees: the smallest query that takes a row back. */
const kFirst = 'counting';
const kReplanDelay = 300;

class Store extends EventTarget {
  phase: Phase = 'starting';
  example = '';
  document: Document = { sql: '', input: [] };
  /** `opened` is out of date: the document has changed or broken since. */
  stale = false;
  diagnostics: Diagnostic[] = [];
  /** The step in view; it changes together with `view`. */
  step = 1;
  view?: StepAnswer;
  /** The step asked for last: `step`, or the one that comes into view next. */
  asked = 1;
  selection?: Selection;
  playback: Playback = new Playback(this);
  failure = '';
  /** The last run was ended by the reader: nothing is in view. */
  cancelled = false;
  /** Of a run that takes long: steps done and steps in all. */
  progress?: { done: number; total: number };
  /** Why the address could not be opened. */
  link_error?: LinkError['reason'];
  history = new History();
  /** The moving picture of the dataflow is open. */
  stage = false;
  /** Node that the reader looks at, in the stage and in the dataflow. */
  operator?: number;
  /** A -U and its +U are read as one. */
  pair = false;
  pane: Pane = 'flow';

  #run = 0;
  #last_run?: () => Promise<void>;
  #replan?: ReturnType<typeof setTimeout>;
  #session?: Session;
  #other_mode?: Snapshot;
  #explained: { view?: StepAnswer; selection?: Selection; found?: Explanation } = {};
  #day_of?: OpenAnswer;
  #day?: string;
  /** The document as it was opened, to know whether it was edited. */
  #pristine = '';

  /** The last answer whose query could be planned. */
  get opened() {
    return this.#session?.answer;
  }
  /** None without a query: what the input would be is not known. */
  get steps() {
    return this.text.trim() === '' ? [] : (this.opened?.steps ?? []);
  }
  get last_step() {
    return Math.max(0, this.steps.length - 1);
  }
  get mode(): Mode {
    return mode_of(this.document);
  }
  /** See shared_day. */
  get day() {
    if (this.#day_of !== this.opened) [this.#day_of, this.#day] = [this.opened, shared_day(this.steps)];
    return this.#day;
  }
  /** Why the selected row came out. */
  get explanation() {
    const { opened, view, selection } = this;
    if (this.#explained.view !== view || this.#explained.selection !== selection)
      this.#explained = { view, selection, found: opened?.graph && view && selection ? explain_row(opened, view, selection) : undefined };
    return this.#explained.found;
  }
  get text() {
    return this.document.sql ?? this.document.pipeline ?? '';
  }
  get edited() {
    return JSON.stringify(this.document) !== this.#pristine;
  }
  /** What is in view is not yet that of the document: an edit waits to be planned, or a run is under way. */
  get behind() {
    return this.busy || this.#replan !== undefined;
  }
  /** A run is under way, or its first step is not in view yet. */
  get busy() {
    return this.phase === 'starting' || this.phase === 'busy';
  }

  changed() {
    this.dispatchEvent(new Event('change'));
  }

  // ── which document ─────────────────────────────────────────────────────────

  async start() {
    loading.addEventListener('change', () => this.phase === 'starting' && this.changed());
    window.addEventListener('hashchange', () => void this.#open_hash());
    window.addEventListener('online', () => this.missing_part && void this.retry());
    const draft = load_draft();
    if (draft) {
      this.document = draft.document;
      this.example = draft.example;
      if (!draft.edited) this.#pristine = JSON.stringify(draft.document);
    }
    if (await this.#open_hash()) return;
    if (draft) await this.run();
    else await this.load_example(kFirst);
  }

  /** False: the address names no document. */
  async #open_hash(): Promise<boolean> {
    const hash = location.hash;
    const lesson = example_of_hash(hash);
    if (lesson) return this.load_example(lesson.id, lesson.step);
    if (!/^#v\d/.test(hash)) return false;
    try {
      await this.open_shared(await from_hash(hash));
      return true;
    } catch (error) {
      this.link_error = error instanceof LinkError ? error.reason : 'broken';
      return false;
    } finally {
      this.changed();
    }
  }

  async load_example(id: string, step?: number): Promise<boolean> {
    const example = examples.find((one) => one.id === id);
    if (!example) return false;
    this.#leave();
    this.example = id;
    await this.#open({ scenario: example.yaml }, true, step);
    return true;
  }

  open_shared({ document, step }: Shared) {
    return this.#replace({ example: '', document }, step);
  }

  /** A scenario file; false and diagnostics when it cannot be read. */
  async open_file(scenario: string) {
    this.#leave();
    this.example = '';
    await this.#open({ scenario }, true);
  }

  set_mode(mode: Mode) {
    if (mode === this.mode) return;
    const there = this.#other_mode;
    this.#other_mode = this.#snapshot();
    if (there && mode_of(there.document) === mode) void this.#replace(there);
    else void this.load_example(examples.find((one) => one.mode === mode)!.id);
  }

  restore(snapshot: Snapshot) {
    return this.#replace(snapshot);
  }

  undo() {
    this.#travel(this.history.undo(this.#snapshot()));
  }
  redo() {
    this.#travel(this.history.redo(this.#snapshot()));
  }

  #travel(to?: Snapshot) {
    if (!to) return;
    this.playback.pause();
    ({ document: this.document, example: this.example } = to);
    this.#save_draft();
    void this.run();
    this.changed();
  }

  #replace(next: Snapshot, step?: number) {
    this.#leave();
    ({ document: this.document, example: this.example } = next);
    return this.#open({ document: next.document }, true, step);
  }

  #save_draft() {
    save_draft({ ...this.#snapshot(), edited: this.edited });
  }

  #snapshot(): Snapshot {
    return { example: this.example, document: this.document };
  }

  /** Before another document takes the place of this one. */
  #leave() {
    this.playback.pause();
    this.playback.breaks.clear();
    this.link_error = undefined;
    if (this.text === '' && !this.document.input?.length) return;
    this.history.push(this.#snapshot());
    if (this.edited) keep(this.#snapshot());
  }

  // ── edits ──────────────────────────────────────────────────────────────────

  edit(change: Partial<Document>, typing = false) {
    this.history.push(this.#snapshot(), typing);
    this.document = { ...this.document, ...change };
    this.stale = true;
    this.playback.pause();
    this.#save_draft();
    clearTimeout(this.#replan);
    this.#replan = setTimeout(() => void this.run(), kReplanDelay);
    this.changed();
  }

  edit_text(text: string) {
    if (text !== this.text) this.edit(this.mode === 'sql' ? { sql: text } : { pipeline: text }, true);
  }

  /** The text of the editor is of the other kind; the input, which fits the tables of before, goes. */
  take_as(kind: Guess) {
    const { text } = this;
    if (kind === 'scenario') return void this.open_file(text);
    this.example = '';
    this.edit({ sql: kind === 'sql' ? text : undefined, pipeline: kind === 'cdc' ? text : undefined, input: [], tables: {}, options: {}, title: undefined, description: undefined });
  }

  edit_input(index: number, item: InputItem) {
    const input = [...(this.document.input ?? [])];
    input[index] = item;
    this.edit({ input }, true);
  }

  // ── runs ───────────────────────────────────────────────────────────────────

  run() {
    clearTimeout(this.#replan);
    this.#replan = undefined;
    return this.#open({ document: this.document }, false);
  }

  /** A part of the engine that the last run needs could not be loaded. */
  get missing_part() {
    return this.diagnostics.find((one) => one.code === 'lab/part-missing');
  }
  /** Runs again what was run last. */
  retry() {
    return this.#last_run?.();
  }

  /** Ends a run that takes too long. */
  cancel() {
    engine.cancel();
    this.#run += 1;
    this.phase = 'ready';
    this.cancelled = true;
    this.#session = undefined;
    this.view = undefined;
    this.changed();
  }

  async #open(what: { scenario: string } | { document: Document }, fresh: boolean, step?: number) {
    const run = ++this.#run;
    this.#last_run = () => this.#open(what, fresh, step);
    this.phase = this.phase === 'starting' ? 'starting' : 'busy';
    this.progress = undefined;
    this.cancelled = false;
    this.changed();
    try {
      const answer = await engine.call({ method: 'open', ...what } as { method: 'open'; document: Document }, {
        progress: (progress) => {
          if (run !== this.#run) return;
          this.progress = progress;
          this.changed();
        },
      });
      if (run !== this.#run) return;
      this.failure = '';
      if (!answer.ok) {
        this.diagnostics = [answer.error];
        return;
      }
      this.#take(answer, fresh, step);
      await this.#show(this.step);
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

  #take(answer: OpenAnswer, fresh: boolean, step?: number) {
    const before = this.#session;
    const session = new Session(answer);
    if (fresh) {
      this.document = answer.document;
      this.#pristine = JSON.stringify(answer.document);
      this.#save_draft();
    }
    this.diagnostics = answer.diagnostics;
    // With an error in the query the last good run stays in view.
    if (!answer.graph && before && !fresh) return session.close();
    before?.close();
    this.#session = session;
    this.stale = false;
    this.view = undefined;
    this.selection = undefined;
    if (fresh) this.operator = undefined;
    this.step = this.asked = Math.min(fresh ? (step ?? 1) : Math.max(1, this.asked), this.last_step);
  }

  // ── steps ──────────────────────────────────────────────────────────────────

  async go(step: number) {
    this.asked = Math.max(0, Math.min(step, this.last_step));
    await this.#show(this.asked);
  }

  /** The reader goes there. */
  go_to(step: number) {
    this.playback.pause();
    void this.go(step);
  }

  /** One step on or back; of an update that is read as one, both halves. */
  move(by: 1 | -1) {
    const to = this.asked + by;
    this.go_to(this.pair && is_halfway(this.steps, to) ? to + by : to);
  }

  go_to_update(by: 1 | -1) {
    const to = next_update(this.steps, this.asked, by);
    if (to !== undefined) this.go_to(to);
  }

  async #show(step: number) {
    if (!this.opened?.graph || this.steps.length === 0) return;
    const view = await this.#view_of(step);
    if (!view || step !== this.asked) return;
    this.step = step;
    this.view = view;
    this.#select_first();
    this.changed();
  }

  /** Nothing when another answer has taken the place of the one asked. */
  async #view_of(step: number): Promise<StepAnswer | undefined> {
    const session = this.#session;
    const run = this.#run;
    const answer = await session?.step(step);
    if (run !== this.#run || session !== this.#session) return undefined;
    if (!answer || answer.ok) return answer;
    this.failure = answer.error.message;
    this.changed();
    return undefined;
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
    const { breaks } = this.playback;
    breaks.toggle(breaks.steps, step);
    this.changed();
  }

  show_stage(open: boolean) {
    this.stage = open;
    this.operator = undefined;
    this.changed();
  }

  choose_operator(node?: number) {
    if (node === this.operator) return;
    this.operator = node;
    this.changed();
  }

  /** The operator comes into view, wherever the reader is. */
  look_at(node: number) {
    this.pane = 'flow';
    this.operator = node;
    this.changed();
    this.dispatchEvent(new Event('look'));
  }

  show_pane(pane: Pane) {
    this.pane = pane;
    this.changed();
  }

  read_as_pairs(pair: boolean) {
    this.pair = pair;
    this.changed();
  }

  async breaks_at(step: number): Promise<boolean> {
    const { opened } = this;
    const { breaks } = this.playback;
    if (!opened || breaks.empty) return false;
    return breaks.stops_at(opened, step, breaks.needs_events ? await this.#view_of(step) : undefined);
  }
}

export const store = new Store();
