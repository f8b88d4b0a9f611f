import type { LitElement } from 'lit';

/** `heard` is called for events of `target` while the element stands in the document. */
export function listens(element: LitElement, target: EventTarget, type: string, heard: (event: never) => void) {
  const listener = heard as EventListener;
  element.addController({
    hostConnected: () => target.addEventListener(type, listener),
    hostDisconnected: () => target.removeEventListener(type, listener),
  });
}
