// The gallery: every file of examples/, in the order of its folders and files, which is the order to learn in.
const files = import.meta.glob<string>('../../examples/*/*.yaml', { query: '?raw', import: 'default', eager: true });

export const topics = ['changelog', 'retractions', 'keys', 'joins', 'time', 'cdc', 'formats', 'production'] as const;
export type Topic = (typeof topics)[number];

export interface Example {
  /** File name without number: stands in links, so it stays. */
  id: string;
  topic: Topic;
  title: string;
  mode: 'sql' | 'cdc';
  /** Title, lesson and query in lower case. */
  search: string;
  yaml: string;
}

const title_of = (yaml: string, id: string) => /^title: *(.*)$/m.exec(yaml)?.[1].replace(/^(['"])(.*)\1$/, '$2') ?? id;

export const examples: Example[] = Object.keys(files)
  .sort()
  .map((path) => {
    const [, topic, id] = /\/\d+-([^/]*)\/\d+-([^/]*)\.yaml$/.exec(path)!;
    const yaml = files[path];
    const search = yaml.replace(/^expect:[^]*/m, '').toLowerCase();
    return { id, topic: topic as Topic, title: title_of(yaml, id), mode: /^pipeline:/m.test(yaml) ? 'cdc' : 'sql', search, yaml };
  });

/** Those that hold every word. */
export function find_examples(words: string): Example[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return examples.filter((one) => wanted.every((word) => one.search.includes(word)));
}
