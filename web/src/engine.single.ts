// engine.ts of the single file: worker and engine come out of the page itself.
import { createClient, type Client } from 'rowkind/client';
import EngineWorker from 'rowkind/worker?worker&inline';
import { first, more } from 'virtual:engine';

async function unpack(packed: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

/** It is in the page: nothing is fetched. */
export const loading = Object.assign(new EventTarget(), { total: 0, bytes: 0 });

export const engine: Client = createClient({ wasm: unpack(first), more: unpack(more), worker: () => new EngineWorker() });
