// What was there before: undo and redo of whole documents, and the documents that another one took the place of. Nothing typed is lost.
import type { Document } from 'rowkind';

export interface Snapshot {
  /** Id of the lesson it came from; "" for one's own. */
  example: string;
  document: Document;
}

const kSteps = 200;
const kPause = 1000;

export class History {
  #past: Snapshot[] = [];
  #future: Snapshot[] = [];
  #typed = -Infinity;

  get can_undo() {
    return this.#past.length > 0;
  }
  get can_redo() {
    return this.#future.length > 0;
  }

  /** Before a change. Letters typed without a pause are one change. */
  push(current: Snapshot, typing = false) {
    const now = performance.now();
    const goes_on = typing && now - this.#typed < kPause;
    this.#typed = typing ? now : -Infinity;
    this.#future = [];
    if (goes_on) return;
    this.#past.push(current);
    if (this.#past.length > kSteps) this.#past.shift();
  }

  undo(current: Snapshot): Snapshot | undefined {
    const before = this.#past.pop();
    if (before) this.#future.push(current);
    this.#typed = -Infinity;
    return before;
  }

  redo(current: Snapshot): Snapshot | undefined {
    const after = this.#future.pop();
    if (after) this.#past.push(current);
    return after;
  }
}

const kDraft = 'rowkind.draft.v1';
const kRecent = 'rowkind.recent.v1';
const kRecentCount = 12;

export interface Recent extends Snapshot {
  title: string;
  /** Milliseconds since 1970. */
  at: number;
}

function read<T>(key: string): T | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: unknown) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // private mode or a full store: the page works without
  }
}

const is_snapshot = (one?: Snapshot) => typeof (one?.document?.sql ?? one?.document?.pipeline) === 'string';

export interface Draft extends Snapshot {
  /** It differs from what was opened. */
  edited: boolean;
}

export const save_draft = (draft: Draft) => write(kDraft, draft);
export function load_draft(): Draft | undefined {
  const draft = read<Draft>(kDraft);
  return is_snapshot(draft) ? draft : undefined;
}

export const recent = (): Recent[] => (read<Recent[]>(kRecent) ?? []).filter(is_snapshot);

/** Keeps a document that was edited when another one takes its place. */
export function keep(snapshot: Snapshot) {
  const text = snapshot.document.sql ?? snapshot.document.pipeline ?? '';
  if (text.trim() === '' && !snapshot.document.input?.length) return;
  const same = JSON.stringify(snapshot.document);
  const others = recent().filter((one) => JSON.stringify(one.document) !== same);
  const title = snapshot.document.title || text.trim().split('\n')[0].slice(0, 60);
  write(kRecent, [{ ...snapshot, title, at: Date.now() }, ...others].slice(0, kRecentCount));
}
