import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/** Writes the service worker: the page works without a network after its first load. */
function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) => !name.endsWith('.map')).concat('icon.svg').sort();
      const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12);
      const source = worker_source.replace('VERSION', version).replace('[]', JSON.stringify(['./', ...files]));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

// Files with a hash in their name never change: the kept copy is right. Pages and loaders come from the network while there is one.
const worker_source = `const name = 'rowkind-VERSION';
const files = [];
self.addEventListener('install', (event) => event.waitUntil(caches.open(name).then((cache) => cache.addAll(files)).then(() => self.skipWaiting())));
self.addEventListener('activate', (event) =>
  event.waitUntil(
    caches.keys().then((keys) => Promise.all(keys.filter((key) => key.startsWith('rowkind-') && key !== name).map((key) => caches.delete(key)))).then(() => self.clients.claim()),
  ),
);
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  const kept = () => caches.match(request, { ignoreSearch: true });
  const answer = new URL(request.url).pathname.includes('/assets/')
    ? kept().then((found) => found ?? fetch(request))
    : fetch(request).catch(() => kept().then((found) => found ?? Response.error()));
  event.respondWith(answer);
});
`;

// Relative addresses, so that the page runs from any folder of any host.
export default defineConfig({
  base: './',
  define: { __ENGINE_BYTES__: fs.statSync(new URL('../wasm/rowkind.wasm', import.meta.url)).size },
  plugins: [offline()],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rollupOptions: {
      input: { index: 'index.html', embed: 'embed.html', 'rowkind-play': 'src/embed/loader.ts' },
      // Pages around name the loader: it keeps its name.
      output: { entryFileNames: (chunk) => (chunk.name === 'rowkind-play' ? 'rowkind-play.js' : 'assets/[name]-[hash].js') },
    },
  },
  worker: { format: 'es' },
  server: { fs: { allow: ['..'] } },
});
