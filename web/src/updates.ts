// An update is one thing, however many steps it takes: -U and +U may come in one message or one behind the other.
import type { StepSummary } from 'rowkind';

/** Between a -U and the +U of its table that comes next. */
export function is_halfway(steps: StepSummary[], index: number): boolean {
  const [step, next] = [steps[index], steps[index + 1]];
  return step?.changes.at(-1)?.kind === '-U' && next?.table === step.table && next.changes[0]?.kind === '+U';
}

const updates = (step: StepSummary) => step.changes.at(-1)?.kind === '+U' || step.out.some((kinds) => kinds.includes('+U'));

/** The next step, or the last one before, with an update that came in or went out. */
export function next_update(steps: StepSummary[], from: number, by: 1 | -1): number | undefined {
  for (let at = from + by; at > 0 && at < steps.length; at += by) if (updates(steps[at])) return at;
  return undefined;
}
