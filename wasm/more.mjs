// The other part of the engine, rowkind_more.wasm: what the scenarios of cmake/first.txt do not need, and so hardly any page for its first answer.
// A call that needs it gets it at once: from the file in Node, by a synchronous request in a worker. Where a thread must not stop for
// that, as in a page, it is loaded together with rowkind.wasm.
import { compile } from './loader.mjs';

const in_worker = typeof WorkerGlobalScope === 'function' && globalThis instanceof WorkerGlobalScope;
const in_node = typeof process === 'object' && Boolean(process.versions?.node);

/** A call needed the other part, which cannot be had. */
export class MissingPart extends Error {
  name = 'MissingPart';
  hint = 'check the network, or serve rowkind_more.wasm as it was built with rowkind.wasm; then try again';
}

/** Parts of one build carry the same mark. */
const build_of = (module) => WebAssembly.Module.customSections(module, 'rowkind').map((bytes) => new TextDecoder().decode(bytes)).join();

export class More {
  #source;
  #read;
  #module;
  #failure;
  #far; // read by a request

  /** From a URL, a Response, bytes or a compiled module. */
  static async from(source = new URL('./rowkind_more.wasm', import.meta.url)) {
    const self = new More();
    self.#source = typeof source === 'string' ? new URL(source, import.meta.url) : source;
    self.#read = await reader(self.#source);
    self.#far = self.#source instanceof URL && self.#source.protocol !== 'file:';
    if (!self.#read) await self.load();
    return self;
  }

  /** It is loaded: nothing has to wait for it. */
  get here() {
    return this.#module !== undefined;
  }
  /** No network stands between it and a call. */
  get sure() {
    return this.here || (this.#read !== undefined && !this.#far);
  }

  /** Loads it in the background. That this failed is told to the call that needs it, which tries again where it can. */
  async load() {
    if (this.here) return;
    try {
      const module = await compile(this.#source);
      this.#module ??= module;
    } catch (failure) {
      this.#failure = failure;
    }
  }

  /** The module that belongs to `first`, at once. */
  module_for(first) {
    try {
      if (!this.#module && !this.#read) throw this.#failure;
      this.#module ??= new WebAssembly.Module(this.#read());
    } catch (failure) {
      throw new MissingPart(`A part of the engine that this needs could not be loaded: ${failure.message}`);
    }
    if (build_of(this.#module) === build_of(first)) return this.#module;
    throw new MissingPart('A part of the engine that this needs is of another version: rowkind_more.wasm does not belong to rowkind.wasm.');
  }
}

/** What brings the bytes of `source` at once; nothing where one can only wait. */
async function reader(source) {
  if (!in_worker && !in_node) return undefined;
  if (!(source instanceof URL)) return ArrayBuffer.isView(source) || source instanceof ArrayBuffer ? () => source : undefined;
  if (in_node && source.protocol === 'file:') {
    const files = 'node:fs'; // a variable, so that bundlers for the browser leave it alone
    const { readFileSync } = await import(/* @vite-ignore */ files);
    return () => readFileSync(source);
  }
  return in_worker && typeof XMLHttpRequest === 'function' ? () => request(source) : undefined;
}

function request(url) {
  const one = new XMLHttpRequest();
  one.open('GET', url, false);
  one.responseType = 'arraybuffer';
  one.send();
  if (one.status !== 200) throw new Error(`${one.status} ${url}`);
  return one.response;
}
