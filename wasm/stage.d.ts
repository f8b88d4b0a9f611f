/**
 * The stage: the dataflow of a run as a moving picture in a canvas (WebGL2). Rows travel edge by edge, operators show how full their
 * state is, a timeline zooms, tables of states scroll at any size. It shows the same answers of the engine as everything else and is
 * silent for screen readers: put a text view of the same answers beside it, as the page does.
 *
 * Pointer: click an operator or a step; drag moves, wheel and pinch zoom. Keys (see `handleKey`): ↑ ↓ choose an operator, Enter opens
 * its state, + − zoom, 0 shows all, , and . zoom the timeline, PageUp and PageDown scroll the table.
 */
import type { EngineOptions, OpenAnswer, RowsAnswer, StepAnswer } from './index.js';

/** Names of the colours, those of the page's tokens: "panel" for --panel. */
export declare const tokens: readonly string[];

export interface StageOptions {
  /** Where stage.wasm is; by default beside this module. */
  wasm?: EngineOptions['wasm'];
  /** The reader wants to see another step. */
  onStep?(index: number): void;
  /** The reader chose an operator by its node, or none (-1). */
  onOperator?(node: number): void;
  /** The table of a state is open and scrolled to lines that are not here: give those from `from` on, some hundreds, with `showRows`. */
  onRows?(state: number, from: number): void;
}

export interface StageWords {
  step: string;
  time: string;
  empty: string;
  /** Between groups of three digits. */
  group: string;
  windows: string;
  watermark: string;
  late: string;
  /** Late, and dropped for that; behind a number. */
  dropped: string;
  /** Entries of a state; behind a number. */
  expired: string;
  /** Head of a column of times. */
  expires: string;
}

export interface Stage {
  /** Another run. `details`: by node, what to write beside the name of an operator. */
  setRun(run: Pick<OpenAnswer, 'graph' | 'outputs' | 'steps'> & Partial<Pick<OpenAnswer, 'windows'>>, details?: string[]): void;
  /** A step. Its rows travel for `limit` milliseconds at most; 0 shows only the new state, as for reduced motion. */
  show(step: Pick<StepAnswer, 'index' | 'events' | 'states'> & Partial<Pick<StepAnswer, 'watermarks'>>, limit?: number): void;
  /** Lines of a state that `onRows` asked for; those of another step than the one shown are left alone. */
  showRows(rows: Omit<RowsAnswer, 'ok'>): void;
  choose(node?: number): void;
  setWords(words: StageWords): void;
  /** CSS colours by token, and CSS font families. */
  setTheme(colors: Record<string, string>, fonts?: { ui?: string; mono?: string }): void;
  /** True: the key meant something to the stage. */
  handleKey(event: KeyboardEvent): boolean;
  redraw(): void;
  resize(): void;
  /** What is in view, RGBA from the lowest line up. */
  snapshot(): { width: number; height: number; data: Uint8Array };
  close(): void;
  /** Frames drawn so far; stands still while nothing changes. */
  readonly frames: number;
  /** Of the last frame. */
  readonly drawCalls: number;
  readonly idle: boolean;
}

export declare class StageError extends Error {
  /** There is no WebGL2, or the module did not load. */
  readonly reason: 'webgl2' | 'load';
}

/** Opens the stage in a canvas, which it follows in size. Throws a StageError. */
export function openStage(canvas: HTMLCanvasElement, options?: StageOptions): Promise<Stage>;
