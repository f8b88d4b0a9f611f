// The stage: the dataflow as a moving picture on a canvas. The module stage.wasm says what to draw and stage_paint.mjs draws it; this file
// stands between them and the page: it hands over answers, pointers and keys, and asks for a frame only when something has changed.
// Described in stage.d.ts.
import { compile } from './loader.mjs';
import { Painter, StageError, Writer } from './stage_paint.mjs';

/** In the order of wasm/stage/theme.h. */
export const tokens = [
  'bg', 'panel', 'sunken', 'raised', 'hover', 'line', 'line-2', 'control', 'ink', 'ink-2', 'ink-3',
  'accent', 'accent-ink', 'accent-soft', 'accent-line',
  ...['i', 'ub', 'ua', 'd'].flatMap((kind) => ['ink', 'soft', 'edge', 'solid'].map((shade) => `${kind}-${shade}`)),
];

const pointers = { pointermove: 0, pointerdown: 1, pointerup: 2, pointercancel: 3, pointerleave: 3 };
const keys = {
  ArrowUp: 0, ArrowDown: 1, Enter: 2, '+': 3, '=': 3, '-': 4, 0: 5, PageUp: 6, PageDown: 7, ',': 8, '<': 8, '.': 9, '>': 9,
};
const cursors = ['default', 'pointer', 'grabbing', 'ew-resize'];
const wishes = ['onStep', 'onOperator', 'onRows'];
const kMostDpr = 3;

export { StageError };

export async function openStage(canvas, options = {}) {
  const painter = new Painter(canvas);
  let module;
  try {
    module = await compile(options.wasm ?? new URL('./stage.wasm', import.meta.url));
  } catch (failure) {
    throw new StageError('load', failure.message);
  }
  return Stage.open(canvas, painter, module, options);
}

class Stage {
  frames = 0;
  drawCalls = 0;
  #canvas;
  #painter;
  #options;
  #exports;
  #writer;
  #pending = 0;
  #end = new AbortController();
  #observer;

  static async open(canvas, painter, module, options) {
    const self = new Stage();
    self.#canvas = canvas;
    self.#painter = painter;
    self.#options = options;
    self.#writer = new Writer();
    const instance = await WebAssembly.instantiate(module, self.#imports());
    self.#exports = instance.exports;
    self.#exports._initialize?.();
    self.#exports.stage_open();
    self.#fill_texture();
    self.#listen();
    self.resize();
    return self;
  }

  // ── what is shown ──────────────────────────────────────────────────────────

  setRun({ graph, outputs, steps, windows = [] }, details = []) {
    this.#checked(this.#with_json({ graph, outputs, steps, windows, details }, (data, size) => this.#exports.stage_set_trace(data, size)));
  }
  show(step, limit = 0) {
    const { index, events, states, watermarks = {} } = step;
    const now = performance.now();
    this.#checked(this.#with_json({ index, events, states, watermarks }, (data, size) => this.#exports.stage_show(data, size, now, limit)));
  }
  showRows({ index, id, total, lines, offset, rows }) {
    this.#checked(this.#with_json({ index, id, total, lines, offset, rows }, (data, size) => this.#exports.stage_take(data, size)));
  }
  choose(node = -1) {
    this.#exports.stage_choose(node);
    this.redraw();
  }
  setWords(words) {
    this.#with_json(words, (data, size) => this.#exports.stage_words(data, size));
    this.redraw();
  }
  setTheme(colors, fonts = {}) {
    const values = this.#writer.colors(tokens.map((name) => colors[name]));
    if (this.#exports.stage_theme_size() !== values.length) throw new Error('stage.mjs and stage.wasm are of different versions');
    this.#with_bytes(new Uint8Array(values.buffer), (data) => this.#exports.stage_theme(data));
    this.#painter.background(values[0]);
    this.#writer.set_fonts(fonts);
    this.#exports.stage_forget_writing();
    this.redraw();
  }

  // ── frames ─────────────────────────────────────────────────────────────────

  /** Asks for one frame; more follow only while something moves. */
  redraw() {
    if (!this.#pending && !this.#end.signal.aborted) this.#pending = requestAnimationFrame(() => this.#draw());
  }
  get idle() {
    return !this.#pending;
  }
  resize() {
    const { width, height } = this.#canvas.getBoundingClientRect();
    const dpr = Math.min(devicePixelRatio || 1, kMostDpr);
    this.#painter.resize(width, height, dpr);
    this.#exports.stage_resize(width, height, dpr);
    if (width > 0 && height > 0) this.redraw();
  }
  /** The picture as it is now, as RGBA from the lowest line up. */
  snapshot() {
    this.#frame();
    return this.#painter.read();
  }
  close() {
    if (this.#end.signal.aborted) return;
    this.#end.abort();
    this.#observer.disconnect();
    cancelAnimationFrame(this.#pending);
    this.#exports.stage_close();
    this.#painter.close();
  }

  #draw() {
    this.#pending = 0;
    if (this.#frame()) this.redraw();
  }
  #frame() {
    if (this.#painter.lost) return false;
    const more = this.#exports.stage_frame(performance.now());
    const list = this.#exports.stage_draw_list() >>> 0;
    this.drawCalls = this.#painter.paint(this.#exports.memory.buffer, new Uint32Array(this.#exports.memory.buffer, list, 6));
    this.frames += 1;
    this.#canvas.style.cursor = cursors[this.#exports.stage_cursor()];
    return more !== 0;
  }

  // ── the reader ─────────────────────────────────────────────────────────────

  /** True: the key meant something here. */
  handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const key = keys[event.key];
    if (key === undefined) return false;
    this.#exports.stage_key(key);
    this.redraw();
    return true;
  }

  #listen() {
    const { signal } = this.#end;
    const canvas = this.#canvas;
    const place = (event) => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    canvas.style.touchAction = 'none';
    for (const [name, what] of Object.entries(pointers))
      canvas.addEventListener(
        name,
        (event) => {
          if (name === 'pointerdown' && event.button !== 0) return;
          // A finger that is lifted leaves, too; a mouse that is held may leave and come back.
          if (name === 'pointerleave' && (event.pointerType === 'touch' || event.buttons !== 0)) return;
          if (name === 'pointerdown') canvas.setPointerCapture(event.pointerId);
          this.#exports.stage_pointer(what, event.pointerId, ...place(event), event.pointerType === 'touch' ? 1 : 0);
          this.redraw();
        },
        { signal },
      );
    canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        const line = event.deltaMode === 1 ? 20 : event.deltaMode === 2 ? 400 : 1;
        this.#exports.stage_wheel(...place(event), event.deltaX * line, event.deltaY * line, event.ctrlKey ? 1 : 0);
        this.redraw();
      },
      { signal, passive: false },
    );
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault(), { signal });
    canvas.addEventListener(
      'webglcontextrestored',
      () => {
        this.#painter.start();
        this.#fill_texture();
        this.#exports.stage_forget_writing();
        this.resize();
      },
      { signal },
    );
    this.#observer = new ResizeObserver(() => this.resize());
    this.#observer.observe(canvas);
    window.addEventListener('resize', () => this.resize(), { signal }); // another screen, another density
  }

  // ── the border ─────────────────────────────────────────────────────────────

  #imports() {
    const text = (data, size) => decoder.decode(new Uint8Array(this.#exports.memory.buffer, data >>> 0, size >>> 0));
    return {
      stage: {
        measure: (data, size, font, pixels, most) => this.#writer.measure(text(data, size), font, pixels, most),
        raster: (x, y, width, height) => this.#painter.write(x, y, this.#writer.draw(width, height)),
        // Later: what the page does then calls back into the module.
        wish: (wish, value, from) => queueMicrotask(() => this.#options[wishes[wish]]?.(value, from)),
      },
      env: { emscripten_notify_memory_growth() {} },
      wasi_snapshot_preview1: {
        proc_exit: (code) => {
          throw new Error(`the stage stopped with code ${code}`);
        },
      },
    };
  }

  #fill_texture() {
    const size = this.#exports.stage_texture_size();
    const pixels = this.#exports.stage_texture() >>> 0;
    this.#painter.fill_texture(new Uint8Array(this.#exports.memory.buffer, pixels, size * size), size);
  }

  #with_json(value, action) {
    return this.#with_bytes(encoder.encode(JSON.stringify(value)), action);
  }
  #with_bytes(bytes, action) {
    const data = this.#exports.stage_alloc(bytes.length);
    if (data === 0) throw new RangeError('the stage is out of memory');
    new Uint8Array(this.#exports.memory.buffer, data >>> 0, bytes.length).set(bytes);
    const answer = action(data, bytes.length);
    this.#exports.stage_free(data);
    return answer;
  }
  #checked(fine) {
    this.redraw();
    if (fine) return;
    const bytes = new Uint8Array(this.#exports.memory.buffer, this.#exports.stage_failure() >>> 0);
    throw new Error(decoder.decode(bytes.subarray(0, bytes.indexOf(0))));
  }
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();
