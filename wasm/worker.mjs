// The engine in a worker; client.mjs is its other end. In browsers this file is the module worker, in Node node_worker.mjs is the thread.
//   in:  {wasm?, more?, loading?}  first, once; `loading`: tell how much of the module has come
//        {id, request}
//   out: {loading: bytes} while the module comes, then {ready} or {failed}
//        {id, progress: {done, total}} while a run takes long, steps done and steps in all
//        {id, answer}
import { createEngine } from './index.mjs';

const kTellEvery = 100; // milliseconds; shorter calls tell nothing
const kIdle = 100; // milliseconds without a call

/** Returns what to do with each message that comes in; `post` sends one back. `ahead`: after the first answers the other part of the
 * engine is loaded, so that the call that needs it does not wait for it. */
export function receiver(post, { ahead = false } = {}) {
  let engine;
  let id; // of the call that is carried out
  let told; // when its progress was last told
  let idle;
  const progress = (done, total) => {
    const now = performance.now();
    if (now - told < kTellEvery) return;
    told = now;
    post({ id, progress: { done, total } });
  };
  return async (message) => {
    if (message.id !== undefined) {
      await engine.ready; // again, after a crash
      id = message.id;
      told = performance.now();
      post({ id, answer: engine.call(message.request) });
      if (ahead) {
        clearTimeout(idle);
        idle = setTimeout(() => ((ahead = false), engine.complete()), kIdle);
      }
      return;
    }
    try {
      const loading = (bytes) => post({ loading: bytes });
      engine = await createEngine({ wasm: message.wasm, more: message.more, progress, loading: message.loading ? loading : undefined });
      post({ ready: true });
    } catch (failure) {
      post({ failed: failure.message });
    }
  };
}

if (typeof WorkerGlobalScope === 'function' && globalThis instanceof WorkerGlobalScope) {
  const receive = receiver((message) => globalThis.postMessage(message), { ahead: true });
  globalThis.onmessage = (event) => receive(event.data);
}
