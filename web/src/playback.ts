// Playing: one step after the other, until the last or a breakpoint.
import { Breaks } from './breaks';

const kDelay = 900;

/** What is played. */
export interface Played {
  readonly step: number;
  readonly last_step: number;
  go(step: number): Promise<void>;
  /** A breakpoint matches this step. */
  breaks_at(step: number): Promise<boolean>;
  changed(): void;
}

export class Playback {
  playing = false;
  speed = 1;
  breaks = new Breaks();
  /** Step that a breakpoint stopped at. */
  stopped_at = 0;

  #played: Played;
  #timer?: ReturnType<typeof setTimeout>;

  constructor(played: Played) {
    this.#played = played;
  }

  /** Milliseconds a step. */
  get pace() {
    return kDelay / this.speed;
  }

  toggle() {
    if (this.playing) return this.pause();
    this.stopped_at = 0;
    this.playing = true;
    const { step, last_step } = this.#played;
    if (step >= last_step) void this.#played.go(0).then(this.#tick);
    else void this.#tick();
    this.#played.changed();
  }

  pause() {
    clearTimeout(this.#timer);
    this.playing = false;
    this.#played.changed();
  }

  #tick = async () => {
    if (!this.playing) return;
    const { step, last_step } = this.#played;
    if (step >= last_step) return this.pause();
    const next = step + 1;
    if (await this.#played.breaks_at(next)) {
      this.stopped_at = next;
      return this.pause();
    }
    if (!this.playing) return;
    await this.#played.go(next);
    this.#timer = setTimeout(this.#tick, this.pace);
  };
}
