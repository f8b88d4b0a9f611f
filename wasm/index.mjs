// The engine in this thread. In a page prefer client.mjs, which runs it in a worker. What can be asked: see index.d.ts.
import { Instance, compile } from './loader.mjs';
import { MissingPart, More } from './more.mjs';

const failed = (code, message, hint) => ({ ok: false, error: { severity: 'error', code, message, hint } });

export async function createEngine({ wasm, more, progress, loading } = {}) {
  const [module, part] = await Promise.all([compile(wasm, loading), More.from(more)]);
  const start = () => Instance.create(module, part, { progress });
  let instance = await start();
  let ready = Promise.resolve();
  let disposed = false;
  return {
    call(request) {
      if (disposed) throw new Error('this engine was disposed');
      try {
        if (!instance) throw new Error('it is being started again');
        return JSON.parse(instance.call(JSON.stringify(request)));
      } catch (failure) {
        // A trap (stack or memory exhausted) leaves the instance unusable; a fresh one, without open sessions, follows.
        if (instance?.broken) {
          instance = undefined;
          ready = start().then((fresh) => void (instance = disposed ? undefined : fresh));
        }
        if (failure instanceof MissingPart) return failed('lab/part-missing', failure.message, failure.hint);
        return failed('lab/crashed', `The engine crashed: ${failure.message}`, 'open the scenario again');
      }
    },
    complete: () => part.load(),
    get ready() {
      return ready;
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
