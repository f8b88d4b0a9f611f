// Base of the page's parts: rendered into the page itself (one style sheet), drawn again when the store changes.
import { LitElement } from 'lit';
import { listens } from '../listens';
import { store } from '../store';

export abstract class Part extends LitElement {
  constructor() {
    super();
    listens(this, store, 'change', () => this.requestUpdate());
  }

  protected override createRenderRoot() {
    return this;
  }
}
