// Instantiates rowkind.wasm anywhere: browsers, module workers, Node. The module has no JavaScript glue of its own: it imports a few
// WASI functions (output of an abort, an empty environment) and the host functions of wasm/abi.cc, all given here. No eval, no globals.
// Before the engine calls a function that is in its other part (more.mjs), it asks for that.

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The same response; `loading` hears how many bytes have come. */
function counted(response, loading) {
  let bytes = 0;
  const count = new TransformStream({
    transform(chunk, controller) {
      loading((bytes += chunk.byteLength));
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(count), { headers: { 'content-type': response.headers.get('content-type') ?? '' } });
}

/** Compiles the module from a URL, a Response, bytes, or takes a ready WebAssembly.Module. */
export async function compile(source = new URL('./rowkind.wasm', import.meta.url), loading) {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === 'string') source = new URL(source, import.meta.url);
  if (source instanceof URL && source.protocol === 'file:') {
    const files = 'node:fs'; // a variable, so that bundlers for the browser leave it alone
    source = (await import(/* @vite-ignore */ files)).readFileSync(source);
  }
  if (source instanceof URL) source = await fetch(source);
  if (typeof Response === 'function' && source instanceof Response) {
    if (!source.ok) throw new Error(`cannot load the engine: ${source.status} ${source.url}`);
    if (loading && source.body) source = counted(source, loading);
    if (source.headers.get('content-type')?.startsWith('application/wasm') && WebAssembly.compileStreaming)
      return WebAssembly.compileStreaming(source);
    source = await source.arrayBuffer();
  }
  return WebAssembly.compile(source);
}

const kMostKept = 64 << 20; // bytes

/** A live module: `call` and `cli` of wasm/abi.cc with JavaScript strings. `host` has the functions of the command line, see cli.mjs;
 * `more` is the other part. A call that needs it where it cannot be had throws MissingPart, and is undone if that was to be feared: memory
 * and globals are again what they were. */
export class Instance {
  #first;
  #more;
  #host;
  #imports;
  exports;
  #missing; // why the call under way cannot get the other part
  #used = false; // there may be sessions
  /** A call has ended in the middle: nothing more can be asked. */
  broken = false;

  static async create(module, more, host = {}) {
    const self = new Instance();
    self.#first = module;
    self.#more = more;
    self.#host = host;
    self.#imports = self.#functions();
    self.exports = (await WebAssembly.instantiate(module, self.#imports)).exports;
    if (more.here) await self.#join_ahead().catch(() => {}); // told to the call that needs it
    self.exports._initialize?.();
    return self;
  }

  call(text) {
    const { rk_call, rk_result_data, rk_result_size, rk_result_free } = this.exports;
    return this.#guarded(() => {
      const result = this.#with(encoder.encode(text), rk_call);
      const answer = this.#text(rk_result_data(result), rk_result_size(result));
      rk_result_free(result);
      return answer;
    });
  }

  cli(args) {
    return this.#guarded(() => this.#with(encoder.encode(args.map((arg) => arg + '\0').join('')), this.exports.rk_cli));
  }

  get memory_bytes() {
    return this.exports.memory.buffer.byteLength;
  }

  #bytes(pointer, size) {
    return new Uint8Array(this.exports.memory.buffer, pointer >>> 0, size >>> 0);
  }
  #text(pointer, size) {
    return decoder.decode(this.#bytes(pointer, size));
  }
  #copy(bytes) {
    const pointer = this.exports.rk_alloc(bytes.length);
    if (pointer === 0) throw new RangeError('the engine is out of memory');
    this.#bytes(pointer, bytes.length).set(bytes);
    return pointer;
  }
  #with(bytes, action) {
    const pointer = this.#copy(bytes);
    const result = action(pointer, bytes.length);
    this.exports.rk_free(pointer);
    return result;
  }
  /** Hands bytes (or null: not there) over to the engine, which frees them. */
  #give(bytes, target) {
    if (!bytes) return 0;
    const pointer = this.#copy(bytes);
    new Uint32Array(this.exports.memory.buffer, target >>> 0, 2).set([pointer, bytes.length]);
    return 1;
  }

  #guarded(action) {
    const before = this.#used && !this.#more.sure && this.memory_bytes <= kMostKept ? this.#snapshot() : undefined;
    try {
      const result = action();
      if (this.#missing) throw this.#missing;
      this.#used = true;
      return result;
    } catch (failure) {
      const missing = this.#missing;
      if (missing && before) this.#restore(before);
      else this.broken = true;
      throw missing ?? failure;
    }
  }
  #globals() {
    return Object.values(this.exports).filter((one) => one instanceof WebAssembly.Global);
  }
  #snapshot() {
    return { memory: new Uint8Array(this.exports.memory.buffer).slice(), globals: this.#globals().map((one) => one.value) };
  }
  #restore({ memory, globals }) {
    const now = new Uint8Array(this.exports.memory.buffer);
    now.set(memory);
    now.fill(0, memory.length);
    this.#globals().forEach((one, i) => one.value !== globals[i] && (one.value = globals[i]));
    this.#missing = undefined;
  }

  /** The engine is about to call a function of the other part. */
  #join() {
    try {
      if (this.#missing) throw this.#missing; // it is unwinding already
      new WebAssembly.Instance(this.#more.module_for(this.#first), this.#links());
      this.exports.whole.value = 1;
    } catch (failure) {
      throw (this.#missing = failure);
    }
  }
  async #join_ahead() {
    if (!this.exports.whole) return; // it was not cut
    await WebAssembly.instantiate(this.#more.module_for(this.#first), this.#links());
    this.exports.whole.value = 1;
  }
  #links() {
    return { ...this.#imports, first: this.exports };
  }

  #functions() {
    const view = () => new DataView(this.exports.memory.buffer);
    const write = (stream, bytes) => (this.#host.write ? this.#host.write(stream, bytes) : console.error(decoder.decode(bytes)));
    return {
      rowkind: {
        more: () => this.#join(),
        read_file: (path, size, target) => this.#give(this.#host.read_file(this.#text(path, size)), target),
        write_file: (path, path_size, data, size) =>
          this.#host.write_file(this.#text(path, path_size), this.#bytes(data, size).slice()) ? 1 : 0,
        list_files: (path, size, target) => {
          const names = this.#host.list_files(this.#text(path, size));
          return this.#give(names && encoder.encode(names.join('\0')), target);
        },
        read_stdin: (target) => this.#give(this.#host.read_stdin(), target),
        write: (stream, data, size) => write(stream, this.#bytes(data, size).slice()),
        progress: (done, total) => this.#host.progress?.(done, total),
      },
      env: { emscripten_notify_memory_growth() {} },
      wasi_snapshot_preview1: {
        fd_write: (stream, vectors, count, written) => {
          let total = 0;
          for (let i = 0; i < count; i++) {
            const size = view().getUint32((vectors >>> 0) + 8 * i + 4, true);
            write(stream, this.#bytes(view().getUint32((vectors >>> 0) + 8 * i, true), size).slice());
            total += size;
          }
          view().setUint32(written >>> 0, total, true);
          return 0;
        },
        fd_close: () => 0,
        fd_seek: () => 70, // ESPIPE: standard output cannot seek
        environ_sizes_get: (count, size) => {
          view().setUint32(count >>> 0, 0, true);
          view().setUint32(size >>> 0, 0, true);
          return 0;
        },
        environ_get: () => 0,
        // Only for measuring: no result depends on the time of day.
        clock_time_get: (clock, precision, time) => {
          view().setBigUint64(time >>> 0, BigInt(Math.round(performance.now() * 1e6)), true);
          return 0;
        },
        proc_exit: (code) => {
          throw new Error(`the engine stopped with code ${code}`);
        },
      },
    };
  }
}
