// One opened answer of the engine: its session and the steps already looked at.
import type { Failed, OpenAnswer, StepAnswer } from 'rowkind';
import { engine } from './engine';

const kKept = 200;

export class Session {
  readonly answer: OpenAnswer;
  #steps = new Map<number, StepAnswer>();

  constructor(answer: OpenAnswer) {
    this.answer = answer;
  }

  async step(index: number): Promise<StepAnswer | Failed> {
    const known = this.#steps.get(index);
    if (known) return known;
    const answer = await engine.call({ method: 'step', session: this.answer.session, index });
    if (!answer.ok) return answer;
    if (this.#steps.size > kKept) this.#steps.clear();
    this.#steps.set(index, answer);
    return answer;
  }

  close() {
    void engine.call({ method: 'close', session: this.answer.session });
  }
}
