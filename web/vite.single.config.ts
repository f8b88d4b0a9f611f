// The whole page as one file, rowkind.html: scripts, styles, worker and engine inside, so that it opens from a disk and without a network.
// Its policy allows nothing but what is in it. Run after the page's own build (`npm run build`).
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** "virtual:engine": rowkind.wasm and rowkind_more.wasm, gzip, base64. */
function packed_engine(): Plugin {
  const id = '\0virtual:engine';
  const packed = (file: string) => JSON.stringify(gzipSync(fs.readFileSync(here('../wasm/' + file)), { level: 9 }).toString('base64'));
  return {
    name: 'packed-engine',
    enforce: 'pre',
    resolveId: (wanted, importer) => (wanted === 'virtual:engine' ? id : /\/engine$/.test(wanted) && importer ? here('src/engine.single.ts') : undefined),
    load: (wanted) => (wanted === id ? `export const first = ${packed('rowkind.wasm')}, more = ${packed('rowkind_more.wasm')};` : undefined),
  };
}

/** Puts script, styles and icon into the page, and the script's hash into its policy. */
function one_file(): Plugin {
  return {
    name: 'one-file',
    apply: 'build',
    generateBundle: {
      order: 'post', // Vite's own hook still writes into the script
      handler(_, bundle) {
        const take = (end: string) => Object.values(bundle).filter((one) => one.fileName.endsWith(end));
        const code = take('.js').flatMap((one) => (one.type === 'chunk' ? one.code : []));
        const styles = take('.css').map((one) => (one.type === 'asset' ? String(one.source) : ''));
        if (code.length !== 1) this.error(`the page should be one script, not ${code.length}`);
        // Neither may end its own element.
        const script = code[0].replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');
        const hash = createHash('sha256').update(script).digest('base64');
        const policy = `default-src 'none'; script-src 'sha256-${hash}' 'wasm-unsafe-eval' blob:; worker-src blob:; style-src 'unsafe-inline'; img-src data:; connect-src data:`;
        const icon = 'data:image/svg+xml;base64,' + fs.readFileSync(here('public/icon.svg')).toString('base64');
        const source = fs
          .readFileSync(here('index.html'), 'utf8')
          .replace(/content="default-src[^"]*"/, () => `content="${policy}"`)
          .replace('/icon.svg', () => icon)
          .replace('</head>', () => `<style>${styles.join('\n').replace(/<\/style/gi, '<\\/style')}</style></head>`)
          .replace(/<script type="module"[^>]*><\/script>/, () => `<script type="module">${script}</script>`);
        for (const name of Object.keys(bundle)) delete bundle[name];
        this.emitFile({ type: 'asset', fileName: 'rowkind.html', source });
      },
    },
  };
}

export default defineConfig({
  base: './',
  mode: 'single',
  plugins: [packed_engine(), one_file()],
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: false,
    modulePreload: false,
    // The engine is packed already; the default addresses of the package's loader are of no use here.
    assetsInlineLimit: (file) => !/rowkind(_more)?\.wasm$/.test(file),
    cssCodeSplit: false,
    chunkSizeWarningLimit: 5000,
    rollupOptions: { input: 'src/main.ts', output: { inlineDynamicImports: true } },
  },
  worker: { format: 'iife' },
});
