// The engine in its worker, one for the page and for all embeds of a page. Everything that is shown comes through here.
import { createClient, type Client } from 'rowkind/client';
import wasm from 'rowkind/rowkind.wasm?url';
import more from 'rowkind/rowkind_more.wasm?url';
import worker from 'rowkind/worker?worker&url';

/** A worker of another site must start from a script of this one. */
function make_worker(): Worker {
  const url = new URL(worker, import.meta.url);
  if (url.origin === location.origin) return new Worker(url, { type: 'module' });
  const script = new Blob([`import ${JSON.stringify(url.href)};`], { type: 'text/javascript' });
  return new Worker(URL.createObjectURL(script), { type: 'module' });
}

/** How much of the engine's first part has come, in bytes; every change is a "change" event. The total is that of the build. */
class Loading extends EventTarget {
  readonly total = __ENGINE_BYTES__;
  bytes = 0;
  told = (bytes: number) => {
    this.bytes = bytes;
    this.dispatchEvent(new Event('change'));
  };
}
export const loading = new Loading();

// With a service worker the file is here already; taken as it is, the browser may also have it compiled.
const here = !!navigator.serviceWorker?.controller;
const address = (file: string) => new URL(file, import.meta.url).href;
export const engine: Client = createClient({ wasm: address(wasm), more: address(more), worker: make_worker, ...(here ? {} : { loading: loading.told }) });
