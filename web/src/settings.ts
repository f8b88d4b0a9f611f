// What belongs to the reader, not to the document: theme and language (sizes of panes: splitter.ts). Kept in this browser.
import { choose_language, set_language, type Language } from './i18n';
import { store } from './store';

const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
const kTheme = 'rowkind.theme';
const kLanguage = 'rowkind.language';
const kLetters = 'rowkind.letters';

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
export function keep(key: string, value: string) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // private mode
  }
}

class Settings {
  theme: Theme = themes.find((one) => one === kept(kTheme)) ?? 'auto';

  /** Single letters are shortcuts. */
  letters = kept(kLetters) !== 'off';

  async start() {
    this.#apply_theme();
    const asked = new URLSearchParams(location.search).get('lang');
    await this.#use(choose_language([asked, kept(kLanguage), ...navigator.languages].filter((one) => one !== null)));
    store.changed();
  }

  next_theme() {
    this.theme = themes[(themes.indexOf(this.theme) + 1) % themes.length];
    keep(kTheme, this.theme);
    this.#apply_theme();
    store.changed();
  }

  set_letters(on: boolean) {
    this.letters = on;
    keep(kLetters, on ? 'on' : 'off');
    store.changed();
  }

  async set_language(language: Language) {
    keep(kLanguage, language);
    await this.#use(language);
    store.changed();
  }

  async #use(language: Language) {
    await set_language(language);
    document.documentElement.lang = language;
  }

  #apply_theme() {
    if (this.theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }
}

export const settings = new Settings();
