// Lessons in another language than English, from lessons.zh.md and lessons.es.md:
//   ## NAME FINGERPRINT      name of the file in examples/; fingerprint of the English text that was translated (tests/node/texts.test.mjs)
//   # Title
//   Text, in the Markdown of markdown.ts
export interface Lesson {
  title: string;
  text: string;
}

export function read_lessons(source: string): Record<string, Lesson> {
  const parts = source.matchAll(/^## (\S+) \w+\n# (.*)\n([^]*?)(?=^## |$(?![^]))/gm);
  return Object.fromEntries([...parts].map(([, name, title, text]) => [name, { title, text: text.trim() }]));
}
