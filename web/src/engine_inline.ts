// engine.ts for the page in one file: the module (a data: address) and the worker's script are part of it.
import { createClient, type Client } from 'rowkind/client';
import wasm from 'rowkind/rowkind.wasm?url';
import EngineWorker from 'rowkind/worker?worker&inline';

export const engine: Client = createClient({ wasm, worker: () => new EngineWorker() });
