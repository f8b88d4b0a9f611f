// Loads the engine in the page and in a worker, and leaves the answers in window.answers.
import { createClient } from '../../wasm/client.mjs';
import { createEngine } from '../../wasm/index.mjs';

const request = { method: 'version' };
const start = performance.now();
const client = createClient();
const worker = await client.call(request);
const worker_ms = performance.now() - start;
const page = (await createEngine()).call(request);
client.cancel();
const again = await client.call(request);
window.answers = { page, worker, again, worker_ms };
