// The engine in a worker; client.mjs is its other end. In browsers this file is the module worker, in Node node_worker.mjs is the thread.
//   in:  {wasm?, loading?}  first, once; `loading`: tell how much of the module has come
//        {id, request}
//   out: {loading: bytes} while the module comes, then {ready} or {failed}
//        {id, progress: {done, total}} while a run takes long, steps done and steps in all
//        {id, answer}
import { createEngine } from './index.mjs';

const kTellEvery = 100; // milliseconds; shorter calls tell nothing

/** Returns what to do with each message that comes in; `post` sends one back. */
export function receiver(post) {
  let engine;
  let id; // of the call that is carried out
  let told; // when its progress was last told
  const progress = (done, total) => {
    const now = performance.now();
    if (now - told < kTellEvery) return;
    told = now;
    post({ id, progress: { done, total } });
  };
  return async (message) => {
    if (message.id !== undefined) {
      id = message.id;
      told = performance.now();
      return post({ id, answer: engine.call(message.request) });
    }
    try {
      const loading = (bytes) => post({ loading: bytes });
      engine = await createEngine({ wasm: message.wasm, progress, loading: message.loading ? loading : undefined });
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
