import { defineConfig } from 'vitepress';
import { rowkind } from '../rowkind.mjs'; // of docs/embed/vitepress

export default defineConfig({
  markdown: { config: (md) => md.use(rowkind) },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'rowkind-play' } } },
  head: [['script', { type: 'module', src: '/rowkind/rowkind-play.js' }]],
});
