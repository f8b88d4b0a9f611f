// Texts of the page in the reader's language. `m` is a live binding: parts read it when they draw.
import { en, type Messages } from './en';
import { read_lessons, type Lesson } from './lessons';
import { rules as rules_en, type Rules } from './rules.en';

export type Language = 'en' | 'zh' | 'es';
export const languages: Record<Language, string> = { en: 'English', zh: '中文', es: 'Español' };

export let language: Language = 'en';
export let m: Messages = en;
export let rules: Rules = rules_en;
/** By name of the lesson; in English they stand in the lessons themselves. */
export let lessons: Record<string, Lesson> = {};

const loaders: Record<Language, () => Promise<{ messages: Messages; rules: Rules; lessons?: string }>> = {
  en: async () => ({ messages: en, rules: rules_en }),
  zh: async () => {
    const [{ zh }, { rules }, lessons] = await Promise.all([import('./zh'), import('./rules.zh'), import('./lessons.zh.md?raw')]);
    return { messages: zh, rules, lessons: lessons.default };
  },
  es: async () => {
    const [{ es }, { rules }, lessons] = await Promise.all([import('./es'), import('./rules.es'), import('./lessons.es.md?raw')]);
    return { messages: es, rules, lessons: lessons.default };
  },
};

export async function set_language(to: Language) {
  const texts = await loaders[to]();
  m = texts.messages;
  rules = { ...rules_en, ...texts.rules }; // a rule without a text of its own still explains itself
  lessons = texts.lessons ? read_lessons(texts.lessons) : {};
  language = to;
}

/** The first of the wanted languages that there is. */
export function choose_language(wanted: readonly string[]): Language {
  const found = wanted.map((one) => one.slice(0, 2).toLowerCase()).find((one) => one in languages);
  return (found as Language | undefined) ?? 'en';
}
