// Base of the page's parts: rendered into the page itself (one style sheet), drawn again when the store changes.
import { LitElement } from 'lit';
import { store } from '../store';

export abstract class Part extends LitElement {
  #changed = () => this.requestUpdate();

  protected override createRenderRoot() {
    return this;
  }
  override connectedCallback() {
    super.connectedCallback();
    store.addEventListener('change', this.#changed);
  }
  override disconnectedCallback() {
    super.disconnectedCallback();
    store.removeEventListener('change', this.#changed);
  }
}
