// The engine in this thread. In a page prefer client.mjs, which runs it in a worker. What can be asked: see index.d.ts.
import { Instance, compile } from './loader.mjs';

export async function createEngine({ wasm, progress, loading } = {}) {
  const module = await compile(wasm, loading);
  let instance = await Instance.create(module, { progress });
  let disposed = false;
  return {
    call(request) {
      if (disposed) throw new Error('this engine was disposed');
      let answer;
      try {
        if (!instance) throw new Error('it is being started again');
        answer = instance.call(JSON.stringify(request));
      } catch (failure) {
        // A trap (stack or memory exhausted) leaves the instance unusable; a fresh one, without open sessions, follows.
        if (instance) Instance.create(module, { progress }).then((fresh) => (instance = disposed ? undefined : fresh));
        instance = undefined;
        const message = `The engine crashed: ${failure.message}`;
        return { ok: false, error: { severity: 'error', code: 'lab/crashed', message, hint: 'open the scenario again' } };
      }
      return JSON.parse(answer);
    },
    get memory_bytes() {
      return instance ? instance.memory_bytes : 0;
    },
    dispose() {
      disposed = true;
      instance = undefined;
    },
  };
}
