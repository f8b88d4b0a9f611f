// CodeMirror for Flink SQL and for the YAML of pipelines: highlighting, completion and hover from the engine's catalog and functions,
// diagnostics as underline and as a line below ("lens").
import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab, redo, undo } from '@codemirror/commands';
import { SQLDialect, sql } from '@codemirror/lang-sql';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, bracketMatching, codeFolding, foldEffect, foldGutter, foldKeymap, foldService, indentOnInput, syntaxHighlighting, unfoldEffect } from '@codemirror/language';
import { setDiagnostics, type Diagnostic as Mark } from '@codemirror/lint';
import { EditorState, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, drawSelection, highlightSpecialChars, hoverTooltip, keymap, lineNumbers, type DecorationSet } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Diagnostic } from 'rowkind';
import { complete, explain_word } from './completion';
import { definitions } from './ddl';
import { keywords, types } from './flink_words';
import { m } from './i18n';
import type { Mode } from './store';

const flink = SQLDialect.define({ keywords, types, identifierQuotes: '`', doubleQuotedStrings: false, backslashEscapes: false, slashComments: false });

const style = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--c-kw)', fontWeight: '500' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--c-str)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--c-num)' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--c-type)' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--c-kw)' },
  { tag: tags.comment, color: 'var(--c-com)' },
]);

/** What the engine would have understood, when it is sure enough to name it. */
function replacement({ place, message, hint }: Diagnostic): string | undefined {
  return place && place.length > 0 ? /did you mean '([^']+)'\?/i.exec(`${message} ${hint ?? ''}`)?.[1] : undefined;
}

function apply(view: EditorView, diagnostic: Diagnostic, insert: string) {
  const span = range(view.state.doc, diagnostic);
  if (!span) return;
  view.dispatch({ changes: { ...span, insert }, selection: { anchor: span.from + insert.length } });
  view.focus();
}

class Lens extends WidgetType {
  constructor(
    readonly diagnostic: Diagnostic,
    readonly above: boolean,
  ) {
    super();
  }
  override eq(other: Lens) {
    return other.diagnostic.message === this.diagnostic.message && other.diagnostic.hint === this.diagnostic.hint;
  }
  override toDOM(view: EditorView) {
    const line = document.createElement('div');
    line.className = 'cm-lens ' + this.diagnostic.severity;
    line.textContent = this.diagnostic.message + (this.diagnostic.hint ? ` (${this.diagnostic.hint})` : '');
    const code = document.createElement('span');
    code.className = 'muted';
    code.textContent = ' ' + this.diagnostic.code;
    line.append(code);
    const better = replacement(this.diagnostic);
    if (better !== undefined) {
      const fix = document.createElement('button');
      fix.className = 'btn small-btn';
      fix.textContent = m.replace_by(better);
      fix.onclick = () => apply(view, this.diagnostic, better);
      line.append(' ', fix);
    }
    return line;
  }
  override ignoreEvent() {
    return true; // the button's own
  }
}

const set_lenses = StateEffect.define<DecorationSet>();
const lenses = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(set_lenses)) return effect.value;
    return value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Engine columns count characters (code points), the editor UTF-16 units. */
function position(doc: Text, line: number, column: number): number {
  if (line < 1 || line > doc.lines) return doc.length;
  const at = doc.line(line);
  const before = [...at.text].slice(0, column - 1).join('');
  return at.from + Math.min(before.length, at.length);
}

function range(doc: Text, diagnostic: Diagnostic): { from: number; to: number } | undefined {
  const place = diagnostic.place;
  if (!place) return undefined;
  const from = position(doc, place.line, place.column);
  const bytes = new TextEncoder().encode(doc.sliceString(from, from + place.length)).slice(0, place.length);
  const length = new TextDecoder().decode(bytes).length;
  return { from, to: Math.min(doc.length, from + Math.max(1, length)) };
}

export interface Events {
  change: (text: string) => void;
  cursor: (line: number, column: number) => void;
  /** Nothing is left to undo or redo in this text. */
  undo: () => void;
  redo: () => void;
}

const hover = hoverTooltip((view, at) => {
  const word = view.state.wordAt(at);
  const text = word && explain_word(view.state.sliceDoc(word.from, word.to));
  if (!word || !text) return null;
  return {
    pos: word.from,
    end: word.to,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'cm-hover';
      for (const [i, line] of text.entries()) {
        const part = dom.appendChild(document.createElement(i === 0 ? 'code' : 'p'));
        part.textContent = line;
      }
      return { dom };
    },
  };
});

const kLensHeight = 70;
const kFoldFrom = 100; // characters; shorter definitions are read as they are

/** Table definitions fold to their columns: the query is what people read. */
const folding = [
  foldService.of((state, from, to) => definitions(state.doc.toString()).find((one) => one.from >= from && one.from <= to && one.to > to) ?? null),
  codeFolding({
    preparePlaceholder: (state, span) => definitions(state.doc.toString()).find((one) => one.from === span.from)?.summary ?? '…',
    placeholderDOM: (_, unfold, summary: string) => {
      const button = document.createElement('button');
      button.className = 'cm-foldPlaceholder';
      button.textContent = summary;
      button.title = m.unfold;
      button.setAttribute('aria-label', `${m.unfold}: ${summary}`);
      button.onclick = unfold;
      return button;
    },
  }),
  foldGutter(),
  keymap.of(foldKeymap),
];

export class Editor {
  readonly view: EditorView;
  #mode: Mode = 'sql';

  constructor(
    parent: HTMLElement,
    readonly events: Events,
  ) {
    this.view = new EditorView({ parent, state: this.#state('') });
  }

  #state(doc: string) {
    const sql_mode = this.#mode === 'sql';
    return EditorState.create({
      doc,
      extensions: [
        lineNumbers(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        sql_mode ? [sql({ dialect: flink }), autocompletion({ override: [complete], icons: false }), hover, folding] : [yaml(), autocompletion({ icons: false })],
        syntaxHighlighting(style),
        lenses,
        keymap.of([
          { key: 'Mod-z', run: (view) => undo(view) || (this.events.undo(), true), preventDefault: true },
          { key: 'Mod-y', mac: 'Mod-Shift-z', run: (view) => redo(view) || (this.events.redo(), true), preventDefault: true },
          ...completionKeymap,
          ...defaultKeymap,
          ...historyKeymap,
          indentWithTab,
        ]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': sql_mode ? 'Flink SQL' : 'Flink CDC YAML', tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) this.events.change(update.state.doc.toString());
          if (update.selectionSet || update.docChanged) {
            const head = update.state.selection.main.head;
            const line = update.state.doc.lineAt(head);
            this.events.cursor(line.number, head - line.from + 1);
          }
        }),
      ],
    });
  }

  /** Another document: what was typed before is undone by `events.undo`. */
  set_text(text: string, mode: Mode) {
    if (text === this.view.state.doc.toString() && mode === this.#mode) return;
    this.#mode = mode;
    this.view.setState(this.#state(text));
    if (mode === 'sql') this.#fold(text);
  }

  #fold(text: string) {
    const long = definitions(text).filter((one) => one.to - one.from >= kFoldFrom);
    this.view.dispatch({ effects: long.map((one) => foldEffect.of(one)) });
  }

  /** The first error comes into view with its message; while someone types, only the one on their line. */
  #reveal(placed: { at: number; diagnostic: Diagnostic }[]) {
    const { state, hasFocus } = this.view;
    const typed = state.doc.lineAt(state.selection.main.head).to;
    const found = placed.find((one) => one.diagnostic.severity === 'error' && (!hasFocus || one.at === typed));
    return found ? [EditorView.scrollIntoView(found.at, { y: 'nearest', yMargin: kLensHeight })] : [];
  }

  show(diagnostics: Diagnostic[]) {
    const doc = this.view.state.doc;
    const marks: Mark[] = [];
    const placed: { at: number; diagnostic: Diagnostic }[] = [];
    for (const diagnostic of diagnostics) {
      const span = range(doc, diagnostic);
      if (!span) continue;
      marks.push({ ...span, severity: diagnostic.severity === 'advice' ? 'info' : diagnostic.severity, message: diagnostic.message });
      // Flink's advice is about whole queries and long: it stands in its own panel, and its place is underlined.
      if (this.#mode === 'cdc' || diagnostic.severity !== 'advice') placed.push({ at: doc.lineAt(span.from).to, diagnostic });
    }
    const hidden = definitions(doc.toString()).filter((one) => marks.some((mark) => mark.from > one.from && mark.from < one.to));
    placed.sort((a, b) => a.at - b.at);
    const widgets = placed.map(({ at, diagnostic }) => Decoration.widget({ widget: new Lens(diagnostic, false), block: true, side: 1 }).range(at));
    this.view.dispatch(setDiagnostics(this.view.state, marks), { effects: [set_lenses.of(Decoration.set(widgets)), ...hidden.map((one) => unfoldEffect.of(one)), ...this.#reveal(placed)] });
  }
}
