// The engine in its worker. Everything the page shows comes through here.
import { createClient, type Client } from 'rowkind/client';
import wasm from 'rowkind/rowkind.wasm?url';
import EngineWorker from 'rowkind/worker?worker';

export const engine: Client = createClient({
  wasm: new URL(wasm, location.href).href,
  worker: () => new EngineWorker(),
});
