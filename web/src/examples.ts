// The gallery: every file of examples/, in the order of its folders and files, which is the order to learn in.
import type { Document } from 'rowkind';
import { lessons } from './i18n';
import type { Lesson } from './i18n/lessons';

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

/** In the language of the page. */
export const lesson_title = (one: Example) => lessons[one.id]?.title ?? one.title;

const words_of = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The lesson that a document tells, in the language of the page; a document with a text of its own tells that. */
export function lesson_of({ title = '', description = '' }: Document): Lesson {
  const told = examples.find((one) => one.title === title && words_of(one.yaml).includes(words_of(description)));
  return (told && lessons[told.id]) ?? { title, text: description };
}

/** Those that hold every word, in English or in the language of the page. */
export function find_examples(words: string): Example[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const text = ({ id, search }: Example) => search + (lessons[id] ? lessons[id].title + lessons[id].text : '').toLowerCase();
  return examples.filter((one) => wanted.every((word) => text(one).includes(word)));
}
