// The engine in a worker: a module worker in browsers, a worker thread in Node. client.mjs is its other end.
//   in:  {wasm?}                once, first
//        {id, request}
//   out: {ready} or {failed}    once
//        {id, answer}
import { createEngine } from './index.mjs';

const node = typeof process === 'object' && process.versions?.node;
const threads = 'node:worker_threads';
const port = node ? (await import(/* @vite-ignore */ threads)).parentPort : globalThis;

let engine;
async function receive(message) {
  if (message.id === undefined) {
    try {
      engine = await createEngine(message);
      port.postMessage({ ready: true });
    } catch (failure) {
      port.postMessage({ failed: failure.message });
    }
  } else {
    port.postMessage({ id: message.id, answer: engine.call(message.request) });
  }
}
if (node) port.on('message', receive);
else port.onmessage = (event) => receive(event.data);
