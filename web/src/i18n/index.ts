// Texts of the page in the reader's language. `m` is a live binding: parts read it when they draw.
import { en, type Messages } from './en';
import { rules as rules_en, type Rules } from './rules.en';

export type Language = 'en' | 'zh' | 'es';
export const languages: Record<Language, string> = { en: 'English', zh: '中文', es: 'Español' };

export let language: Language = 'en';
export let m: Messages = en;
export let rules: Rules = rules_en;

const loaders: Record<Language, () => Promise<{ messages: Messages; rules: Rules }>> = {
  en: async () => ({ messages: en, rules: rules_en }),
  zh: async () => ({ messages: (await import('./zh')).zh, rules: (await import('./rules.zh')).rules }),
  es: async () => ({ messages: (await import('./es')).es, rules: (await import('./rules.es')).rules }),
};

export async function set_language(to: Language) {
  const texts = await loaders[to]();
  m = texts.messages;
  rules = { ...rules_en, ...texts.rules }; // a rule without a text of its own still explains itself
  language = to;
}

/** The first of the wanted languages that there is. */
export function choose_language(wanted: readonly string[]): Language {
  const found = wanted.map((one) => one.slice(0, 2).toLowerCase()).find((one) => one in languages);
  return (found as Language | undefined) ?? 'en';
}
