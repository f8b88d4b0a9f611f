// The little Markdown that lessons use: paragraphs, lists, `code`, **bold**, *emphasis*, [links](https://…). No HTML passes.
import { html, nothing, type TemplateResult } from 'lit';

function inline(text: string): (string | TemplateResult)[] {
  const out: (string | TemplateResult)[] = [];
  const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/g;
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    out.push(text.slice(at, found.index));
    const [all, code, bold, em, label, url] = found;
    if (code) out.push(html`<code>${code}</code>`);
    else if (bold) out.push(html`<strong>${inline(bold)}</strong>`);
    else if (em) out.push(html`<em>${inline(em)}</em>`);
    else out.push(html`<a href=${url} target="_blank" rel="noopener">${label}</a>`);
    at = found.index + all.length;
  }
  out.push(text.slice(at));
  return out;
}

export function markdown(text: string) {
  const blocks = text.trim().split(/\n\s*\n/).filter(Boolean);
  if (blocks.length === 0) return nothing;
  return blocks.map((block) => {
    const lines = block.split('\n');
    return lines.every((line) => /^\s*[-*] /.test(line))
      ? html`<ul>${lines.map((line) => html`<li>${inline(line.replace(/^\s*[-*] /, ''))}</li>`)}</ul>`
      : html`<p>${inline(lines.join(' '))}</p>`;
  });
}
