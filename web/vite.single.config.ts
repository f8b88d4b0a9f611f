// The whole page, engine and worker in one file: dist/rowkind.html, to be opened from a disk or sent by mail.
import fs from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/** Script and styles move into the page; a policy for what stands in it. */
function one_file(): Plugin {
  return {
    name: 'one-file',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = Object.values(bundle).find((one) => one.fileName.endsWith('.html'));
      if (page?.type !== 'asset') return;
      let html = String(page.source);
      for (const part of Object.values(bundle)) {
        if (part.type === 'chunk') {
          html = html.replace(/<script type="module"[^>]*><\/script>/, '');
          // A module at the end of the body; "</script" inside of texts must not end it.
          html = html.replace('</body>', () => `<script type="module">${part.code.replaceAll('</script', '<\\/script')}</script></body>`);
        } else if (part.fileName.endsWith('.css')) {
          html = html.replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${part.source}</style>`);
        }
        delete bundle[part.fileName];
      }
      html = html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, '').replace(/<link rel="icon"[^>]*>/, '');
      this.emitFile({ type: 'asset', fileName: 'rowkind.html', source: html });
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [one_file()],
  publicDir: false,
  define: { 'import.meta.env.PROD': 'false' }, // no service worker for a file
  resolve: { alias: [{ find: './engine', replacement: './engine_inline' }, { find: '../engine', replacement: '../engine_inline' }] },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    emptyOutDir: false,
    assetsInlineLimit: fs.existsSync('../wasm/rowkind.wasm') ? 1 << 26 : 0,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 5000,
    rollupOptions: { input: 'index.html', output: { inlineDynamicImports: true } },
  },
  worker: { format: 'es' },
});
