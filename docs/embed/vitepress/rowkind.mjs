// VitePress and any markdown-it: ```rowkind step=2 becomes a player.
//   export default defineConfig({
//     markdown: { config: (md) => md.use(rowkind) },
//     vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'rowkind-play' } } },
//     head: [['script', { type: 'module', src: '/rowkind/rowkind-play.js' }]],
//   });
export function rowkind(md) {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const [language, ...attributes] = tokens[index].info.trim().split(/\s+/);
    if (language !== 'rowkind') return fence(tokens, index, ...rest);
    const given = attributes.map((one) => one.match(/^(step|theme|lang)=([\w-]+)$/)).filter(Boolean);
    const text = given.map(([, name, value]) => ` ${name}="${value}"`).join('');
    // v-pre: braces of the scenario are no expressions of Vue.
    return `<rowkind-play${text} v-pre><pre>${md.utils.escapeHtml(tokens[index].content)}</pre></rowkind-play>\n`;
  };
}
