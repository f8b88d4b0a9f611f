// Instantiates rowkind.wasm anywhere: browsers, module workers, Node. The module has no JavaScript glue of its own: it imports a few
// WASI functions (output of an abort, an empty environment) and the host functions of wasm/abi.cc, all given here. No eval, no globals.

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
    const files = 'node:fs/promises'; // a variable, so that bundlers for the browser leave it alone
    source = await (await import(/* @vite-ignore */ files)).readFile(source);
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

/** A live module: `call` and `cli` of wasm/abi.cc with JavaScript strings. `host` has the functions of the command line, see cli.mjs. */
export class Instance {
  #exports;
  #host;

  static async create(module, host = {}) {
    const self = new Instance();
    self.#host = host;
    self.#exports = (await WebAssembly.instantiate(module, self.#imports())).exports;
    self.#exports._initialize?.();
    return self;
  }

  call(text) {
    const { rk_call, rk_result_data, rk_result_size, rk_result_free } = this.#exports;
    const result = this.#with(encoder.encode(text), rk_call);
    const answer = this.#text(rk_result_data(result), rk_result_size(result));
    rk_result_free(result);
    return answer;
  }

  cli(args) {
    return this.#with(encoder.encode(args.map((arg) => arg + '\0').join('')), this.#exports.rk_cli);
  }

  get memory_bytes() {
    return this.#exports.memory.buffer.byteLength;
  }

  #bytes(pointer, size) {
    return new Uint8Array(this.#exports.memory.buffer, pointer >>> 0, size >>> 0);
  }
  #text(pointer, size) {
    return decoder.decode(this.#bytes(pointer, size));
  }
  #copy(bytes) {
    const pointer = this.#exports.rk_alloc(bytes.length);
    if (pointer === 0) throw new RangeError('the engine is out of memory');
    this.#bytes(pointer, bytes.length).set(bytes);
    return pointer;
  }
  #with(bytes, action) {
    const pointer = this.#copy(bytes);
    const result = action(pointer, bytes.length);
    this.#exports.rk_free(pointer);
    return result;
  }
  /** Hands bytes (or null: not there) over to the engine, which frees them. */
  #give(bytes, target) {
    if (!bytes) return 0;
    const pointer = this.#copy(bytes);
    new Uint32Array(this.#exports.memory.buffer, target >>> 0, 2).set([pointer, bytes.length]);
    return 1;
  }

  #imports() {
    const view = () => new DataView(this.#exports.memory.buffer);
    const write = (stream, bytes) => (this.#host.write ? this.#host.write(stream, bytes) : console.error(decoder.decode(bytes)));
    return {
      rowkind: {
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
