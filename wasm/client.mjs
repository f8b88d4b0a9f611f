// The engine in a worker, answered by promises. Calls are carried out one after the other. Cancelling means ending the worker: the
// calls under way are rejected, and the next call starts a new worker without open sessions.

export class Cancelled extends Error {
  name = 'Cancelled';
}

const node = typeof process === 'object' && process.versions?.node;

/** `worker` makes the worker when the bundler needs to see its URL; `wasm` and `more` are what createEngine takes (a URL, bytes or a
 * compiled module), or promises of it. `loading` hears how many bytes of the module have come. */
export function createClient({ wasm, more, worker: make = defaultWorker, loading } = {}) {
  let current; // {worker, ready: Promise, calls: Map id → {resolve, reject}}
  let next_id = 1;
  let disposed = false;

  function start() {
    const calls = new Map();
    const self = { calls };
    self.ready = (async () => {
      self.worker = await make();
      const [first, other] = (await Promise.all([wasm, more])).map((source) => (source instanceof URL ? source.href : source));
      return new Promise((resolve, reject) => {
        const fail = (error) => {
          const failure = error instanceof Error ? error : new Error(error.message || 'the worker could not be started');
          reject(failure);
          if (current === self) stop(failure);
        };
        const receive = (message) => {
          if (message.ready) {
            if (node && calls.size === 0) self.worker.unref();
            return resolve();
          }
          if (message.loading !== undefined) return loading?.(message.loading);
          if (message.failed !== undefined) return fail(new Error(message.failed));
          const call = calls.get(message.id);
          if (message.progress) return call?.progress?.(message.progress);
          calls.delete(message.id);
          if (node && calls.size === 0) self.worker.unref(); // an idle engine does not keep a program alive
          call?.resolve(message.answer);
        };
        if (self.stopped) {
          self.worker.terminate();
          return reject(self.stopped);
        }
        self.reject_ready = reject;
        if (node) self.worker.on('message', receive).on('error', fail);
        else {
          self.worker.onmessage = (event) => receive(event.data);
          self.worker.onerror = fail;
        }
        self.worker.postMessage({ wasm: first, more: other, loading: loading !== undefined });
      });
    })();
    self.ready.catch(() => {});
    return self;
  }

  function stop(reason) {
    const self = current;
    current = undefined;
    if (!self) return;
    self.stopped = reason;
    self.reject_ready?.(reason);
    self.worker?.terminate();
    for (const call of self.calls.values()) call.reject(reason);
    self.calls.clear();
  }

  return {
    /** Starts the worker before the first call needs it. */
    warm_up() {
      if (disposed) return Promise.reject(new Error('this client was disposed'));
      current ??= start();
      return current.ready;
    },
    /** Sends one request; `signal` cancels it, and with it every other call under way. `progress` hears of a long run. */
    call(request, { signal, progress } = {}) {
      if (disposed) return Promise.reject(new Error('this client was disposed'));
      if (signal?.aborted) return Promise.reject(new Cancelled('cancelled'));
      const self = (current ??= start());
      const id = next_id++;
      return new Promise((resolve, reject) => {
        const abort = () => current === self && stop(new Cancelled('cancelled'));
        signal?.addEventListener('abort', abort, { once: true });
        const settle = (action) => (value) => {
          signal?.removeEventListener('abort', abort);
          action(value);
        };
        self.calls.set(id, { resolve: settle(resolve), reject: settle(reject), progress });
        self.ready.then(
          () => {
            if (!self.calls.has(id)) return;
            if (node) self.worker.ref();
            self.worker.postMessage({ id, request });
          },
          (failure) => {
            if (current === self) stop(failure);
            const call = self.calls.get(id);
            self.calls.delete(id);
            call?.reject(failure);
          },
        );
      });
    },
    cancel() {
      stop(new Cancelled('cancelled'));
    },
    dispose() {
      disposed = true;
      stop(new Cancelled('disposed'));
    },
  };
}

async function defaultWorker() {
  // Written in the form that bundlers look for.
  if (!node) return new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module' });
  const [threads, file] = ['node:worker_threads', './node_worker.mjs']; // variables, so that bundlers leave them alone
  return new (await import(/* @vite-ignore */ threads)).Worker(new URL(file, import.meta.url), { execArgv: [] });
}
