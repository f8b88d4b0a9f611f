// Keys that work anywhere on the page. A part that has a key of its own stops the event.
import { settings } from './settings';
import { store } from './store';

const kPage = 10; // steps of PageUp and PageDown on the slider

/** Letters and signs: only outside of text fields, and only when the reader has not turned them off (WCAG 2.1.4). */
function on_letter(key: string): boolean {
  if (!settings.letters) return false;
  if (key === '?') window.dispatchEvent(new Event('rk-help'));
  else if (key.toLowerCase() === 'b') store.toggle_breakpoint(store.step);
  else return false;
  return true;
}

function with_control(event: KeyboardEvent, typing: boolean): boolean {
  if (event.key === 'Enter') void store.run();
  else if (event.key === 's') window.dispatchEvent(new Event('rk-share'));
  else if (event.key.toLowerCase() === 'z' && !typing) event.shiftKey ? store.redo() : store.undo();
  else return false;
  return true;
}

/** A way through the steps; `scrub`: the slider knows the arrows itself. */
function along_steps(event: KeyboardEvent, scrub: boolean): boolean {
  const { key, shiftKey } = event;
  const by = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : undefined;
  const page = key === 'PageUp' ? -kPage : key === 'PageDown' ? kPage : undefined;
  if (by && shiftKey) store.go_to_update(by);
  else if (scrub && page) store.go_to(store.asked + page);
  else if (scrub) return false;
  else if (by) store.move(by);
  else if (key === 'Home') store.go_to(0);
  else if (key === 'End') store.go_to(store.last_step);
  else return false;
  return true;
}

export function on_page_key(event: KeyboardEvent) {
  const target = event.target as HTMLElement;
  const typing = !!target.closest('input:not([type=range]), textarea, select, .cm-editor');
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    if (with_control(event, typing)) event.preventDefault();
    return;
  }
  if (typing || event.altKey || document.querySelector('dialog[open]')) return;
  const on_button = target.closest('button, a, [role=tab]');
  if (along_steps(event, !!target.closest('input[type=range]'))) event.preventDefault();
  else if (event.key === ' ' && !on_button) {
    event.preventDefault();
    store.playback.toggle();
  } else if (on_letter(event.key)) event.preventDefault();
}
