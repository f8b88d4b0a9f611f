import { defineConfig } from 'vite';

// Relative addresses, so that the page runs from any folder of any host.
export default defineConfig({
  base: './',
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0, chunkSizeWarningLimit: 700 },
  worker: { format: 'es' },
  server: { fs: { allow: ['..'] } },
});
