// Breakpoints: playing stops before a step that one of them matches.
import type { OpenAnswer, StepAnswer } from 'rowkind';
import { cells_text } from './dom';

export class Breaks {
  steps = new Set<number>();
  /** Kinds that come out. */
  kinds = new Set<string>();
  /** Operators that get or send a row. */
  nodes = new Set<number>();
  /** Text in a row that comes in or out. */
  row = '';

  get empty() {
    return this.steps.size + this.kinds.size + this.nodes.size === 0 && this.row === '';
  }
  get needs_events() {
    return this.nodes.size > 0;
  }

  clear() {
    this.steps.clear();
    this.kinds.clear();
    this.nodes.clear();
    this.row = '';
  }

  toggle<T>(set: Set<T>, value: T) {
    if (!set.delete(value)) set.add(value);
  }

  /** `view`: of the step, when needs_events. */
  stops_at(opened: OpenAnswer, step: number, view?: StepAnswer): boolean {
    const summary = opened.steps[step];
    if (this.steps.has(step)) return true;
    if (summary.out.some((kinds) => kinds.some((kind) => this.kinds.has(kind)))) return true;
    if (view?.events.some((one) => this.nodes.has(one.node) && (one.type === 'emit' || one.type === 'receive'))) return true;
    if (this.row === '') return false;
    const out = opened.changelog.flatMap((rows) => rows.filter((row) => row.step === step));
    return [...summary.changes, ...out].some((row) => cells_text(row.cells).includes(this.row));
  }
}
