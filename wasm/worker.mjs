// The engine in a worker; client.mjs is its other end. In browsers this file is the module worker, in Node node_worker.mjs is the thread.
//   in:  {wasm?}            first, once
//        {id, request}
//   out: {ready} or {failed}
//        {id, answer}
import { createEngine } from './index.mjs';

/** Returns what to do with each message that comes in; `post` sends one back. */
export function receiver(post) {
  let engine;
  return async (message) => {
    if (message.id !== undefined) return post({ id: message.id, answer: engine.call(message.request) });
    try {
      engine = await createEngine(message);
      post({ ready: true });
    } catch (failure) {
      post({ failed: failure.message });
    }
  };
}

if (typeof WorkerGlobalScope === 'function' && globalThis instanceof WorkerGlobalScope) {
  const receive = receiver((message) => globalThis.postMessage(message));
  globalThis.onmessage = (event) => receive(event.data);
}
