// What a pipeline's filter says of the image before and the image after each event, and what is sent for it: in the place of input and
// changelog where a transform rule has a filter.
import { html, nothing } from 'lit';
import type { Cells, OpenAnswer, StepAnswer, StepSummary } from 'rowkind';
import { cells_text, kind_badge } from '../dom';
import { m } from '../i18n';

export const kMostTruth = 60; // steps

export const has_filter = (opened: OpenAnswer) => opened.pipeline?.transform.some((rule) => rule.filter) ?? false;

type Verdict = boolean | undefined;
interface Truth {
  before: Verdict;
  after: Verdict;
}

/** The rule that PostTransform gives says what its filter found; Flink CDC 3.5 does not look at the image before an update. */
function verdict({ version }: { version: string }, { changes }: StepSummary, answer: StepAnswer): Truth {
  const found = (rule: string) => answer.events.some((one) => one.rule === 'pipeline/' + rule);
  if (found('update-left-filter')) return { before: true, after: false };
  if (found('update-entered-filter')) return { before: false, after: true };
  const passes = found('projected') ? true : found('filtered-out') ? false : undefined;
  const update = changes.length > 1;
  return { before: update && version === '3.5' ? undefined : passes, after: passes };
}

const event_name = ({ changes }: StepSummary) => (changes.length > 1 ? 'UPDATE' : changes[0]?.kind === '-D' ? 'DELETE' : 'INSERT');

/** `answers`: of all steps, by their index. */
export function truth_table(opened: OpenAnswer, answers: StepAnswer[], now: number) {
  const mark = (value: Verdict) => (value === undefined ? nothing : html` <i class=${value ? 'yes' : 'no'}>${value ? m.passes : m.fails}</i>`);
  const image = (cells: Cells | undefined, value: Verdict) => (cells ? html`${cells_text(cells)}${mark(value)}` : nothing);
  const row = (step: StepSummary) => {
    const style = step.index === now ? 'now' : step.index > now ? 'later' : '';
    const before = step.changes.find((one) => one.kind === '-U' || one.kind === '-D')?.cells;
    const after = step.changes.find((one) => one.kind === '+I' || one.kind === '+U')?.cells;
    const truth = step.kind === 'schema' ? undefined : verdict(opened.pipeline!, step, answers[step.index]);
    const sent = opened.changelog.flatMap((rows) => rows.filter((one) => one.step === step.index));
    return html`<tr class=${style} aria-current=${style === 'now' ? 'step' : nothing}>
      <td class="num">${step.index}</td>
      ${truth ? html`<td>${event_name(step)}</td><td>${image(before, truth.before)}</td><td>${image(after, truth.after)}</td>` : html`<td colspan="3" class="ddl">${step.text}</td>`}
      <td>${style === 'later' ? nothing : sent.length === 0 ? html`<span class="muted">–</span>` : sent.map((one) => html`<span class="cr">${kind_badge(one.kind)}<span>${one.kind === 'schema' ? '' : cells_text(one.cells)}</span></span>`)}</td>
    </tr>`;
  };
  return html`<div class="emb-list emb-truth" tabindex="0" role="region" aria-label=${m.truth}>
    <table class="truth"><thead><tr><th scope="col" class="num">${m.step}</th><th scope="col">${m.event}</th><th scope="col">${m.before}</th><th scope="col">${m.after}</th><th scope="col">${m.sent}</th></tr></thead>
      <tbody>${opened.steps.slice(1).map(row)}</tbody></table>
  </div>`;
}
