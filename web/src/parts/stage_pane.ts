// The stage: the dataflow as a moving picture, opened on demand. It is fed with the same answers as every other pane, and the dataflow
// pane beside it is its text. Escape closes it; the focus goes back to the button that opened it.
import { html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import type { Cells, DiffRow, GraphNode, OpenAnswer, StepAnswer, TraceEvent } from 'rowkind';
import type { Stage } from 'rowkind/stage';
import { icon } from '../dom';
import { engine } from '../engine';
import { language, m } from '../i18n';
import { listens } from '../listens';
import { settings } from '../settings';
import { store } from '../store';
import { brief, readable, time, time_of_day } from '../times';
import { operator_detail } from './flow_pane';
import { Part } from './part';

const kJourney = 2600; // milliseconds for the rows of a step, when there is time
const kRowsAtOnce = 500;
const kRowsDelay = 120;

const still = matchMedia('(prefers-reduced-motion: reduce)');
const dark = matchMedia('(prefers-color-scheme: dark)');

@customElement('rk-stage-pane')
export class StagePane extends Part {
  /** Undefined while it loads, and where there is no WebGL2. */
  stage?: Stage;
  @state() private failure: '' | 'webgl2' | 'load' = '';
  @query('canvas') private canvas!: HTMLCanvasElement;
  @query('.stage-box') private box!: HTMLElement;

  #run?: OpenAnswer;
  #view?: StepAnswer;
  #look = '';
  #language = '';
  #rows_wanted?: ReturnType<typeof setTimeout>;
  #probe?: HTMLElement;

  constructor() {
    super();
    listens(this, this, 'keydown', this.#on_key);
    listens(this, dark, 'change', this.#on_look);
  }
  override disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#rows_wanted);
    this.stage?.close();
    this.stage = undefined;
  }

  override render() {
    const key = (name: string) => () => this.stage?.handleKey(new KeyboardEvent('keydown', { key: name }));
    return html`
      <div class="pane-h">
        <h2>${m.stage}</h2><span class="n">${m.stage_twin}</span><span class="grow"></span>
        <button class="btn quiet icon" aria-label=${m.zoom_out} title=${m.zoom_out} @click=${key('-')}>${icon('minus')}</button>
        <button class="btn quiet icon" aria-label=${m.zoom_in} title=${m.zoom_in} @click=${key('+')}>${icon('plus')}</button>
        <button class="btn quiet icon" aria-label=${m.stage_fit} title=${m.stage_fit} @click=${key('0')}>${icon('fit')}</button>
        <button class="btn quiet icon" aria-label=${m.stage_close} title=${m.stage_close} @click=${() => this.#close()}>${icon('close')}</button>
      </div>
      ${this.failure ? html`<p class="quiet-pad note" role="status">${this.failure === 'webgl2' ? m.stage_no_webgl : m.stage_failed}</p>` : nothing}
      <div class="stage-box" role="application" tabindex="0" aria-label=${m.stage_label} ?hidden=${this.failure !== ''}>
        <canvas aria-hidden="true"></canvas>
      </div>
    `;
  }

  protected override firstUpdated() {
    this.box.focus();
    void this.#open();
  }
  protected override updated() {
    this.#follow();
  }

  async #open() {
    try {
      const { openStage } = await import('rowkind/stage');
      const stage = await openStage(this.canvas, {
        onStep: (index) => store.go_to(index),
        onOperator: (node) => store.choose_operator(node < 0 ? undefined : node),
        onRows: (state, from) => this.#want_rows(state, from),
      });
      if (!this.isConnected) return stage.close();
      this.stage = stage;
      this.#follow();
    } catch (failure) {
      this.failure = (failure as { reason?: string }).reason === 'webgl2' ? 'webgl2' : 'load';
      await this.updateComplete;
      this.querySelector<HTMLElement>('.pane-h button:last-of-type')?.focus();
    }
  }

  // ── what the store has, the stage shows ────────────────────────────────────

  #follow() {
    const { stage } = this;
    if (!stage) return;
    if (this.#look !== settings.theme) this.#on_look();
    if (this.#language !== language) {
      const { late, dropped } = { late: m.late_tag.kept, dropped: m.late_tag.dropped };
      stage.setWords({ step: m.step, time: m.time, empty: m.empty, group: m.digit_group, windows: m.windows, watermark: m.watermark_at('').trim(), late, dropped, expired: m.expired_tag, expires: m.expires });
    }
    const { opened, view } = store;
    if (opened && (opened !== this.#run || this.#language !== language)) {
      stage.setRun(opened, opened.graph?.nodes.map(operator_detail));
      this.#view = undefined;
    }
    this.#run = opened;
    this.#language = language;
    const fresh = view !== this.#view;
    this.#view = view;
    if (view && fresh) stage.show(this.#brief(view), this.#journey());
    stage.choose(store.operator);
  }

  #journey() {
    if (still.matches) return 0;
    return store.playback.playing ? Math.min(kJourney, store.playback.pace * 0.92) : kJourney;
  }

  /** Times without what says nothing, as in the dataflow. */
  #brief(view: StepAnswer): StepAnswer {
    const nodes = store.opened?.graph?.nodes ?? [];
    const events = view.events.map((one) => (one.cells ? { ...one, cells: one.type === 'emit' || one.type === 'receive' ? this.#cells(readable(one.cells, this.#sender(nodes, one)?.columns ?? [])) : one.cells } : one));
    const states = view.states.map((one) => ({ ...one, rows: this.#rows(one.rows) }));
    const watermarks = Object.fromEntries(Object.entries(view.watermarks ?? {}).map(([node, at]) => [node, brief(time(at), store.day)]));
    return { ...view, events, states, watermarks };
  }
  #sender(nodes: GraphNode[], { type, node, input }: TraceEvent): GraphNode | undefined {
    return type === 'emit' ? nodes[node] : nodes[nodes[node]?.inputs[input ?? 0] ?? -1];
  }
  #cells(cells: Cells): Cells {
    return cells.map((cell) => cell && brief(cell, store.day));
  }
  #rows(rows: DiffRow[]): DiffRow[] {
    return rows.map((row) => ({ ...row, cells: this.#cells(row.cells), ...(row.before ? { before: this.#cells(row.before) } : {}), ...(row.expires ? { expires: time_of_day(row.expires) } : {}) }));
  }

  /** The table of a large state is open: after a moment of rest, the lines that are in view come. */
  #want_rows(state: number, offset: number) {
    clearTimeout(this.#rows_wanted);
    this.#rows_wanted = setTimeout(async () => {
      const { opened, step } = store;
      if (!opened || store.playback.playing) return;
      const answer = await engine.call({ method: 'rows', session: opened.session, index: step, state, offset, limit: kRowsAtOnce });
      if (answer.ok && opened === store.opened && step === store.step) this.stage?.showRows({ ...answer, rows: this.#rows(answer.rows) });
    }, kRowsDelay);
  }

  #on_look = () => {
    this.#look = settings.theme;
    // The tokens are written with light-dark() and var(): the browser says what they come to.
    this.#probe ??= this.appendChild(Object.assign(document.createElement('i'), { hidden: true }));
    const probe = this.#probe;
    const value = (name: string) => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    };
    void import('rowkind/stage').then(({ tokens }) => {
      const style = getComputedStyle(this);
      const fonts = { ui: style.getPropertyValue('--font-ui'), mono: style.getPropertyValue('--font-mono') };
      this.stage?.setTheme(Object.fromEntries(tokens.map((name) => [name, value(name)])), fonts);
    });
  };

  // ── the reader ─────────────────────────────────────────────────────────────

  #on_key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') this.#close();
    else if (!(event.target as HTMLElement).closest('.stage-box') || !this.stage?.handleKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  #close() {
    store.show_stage(false);
    document.getElementById('stage-button')?.focus();
  }
}
