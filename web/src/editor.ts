// CodeMirror for Flink SQL: highlighting, diagnostics as underline and as a line below ("lens").
import { autocompletion } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { SQLDialect, sql } from '@codemirror/lang-sql';
import { HighlightStyle, bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { setDiagnostics, type Diagnostic as Mark } from '@codemirror/lint';
import { EditorState, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, drawSelection, highlightSpecialChars, keymap, lineNumbers, type DecorationSet } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Diagnostic } from 'rowkind';

const keywords =
  'all and any as asc at begin between both by case cast conflict constraint create cross cube current deduplicate default define delete desc ' +
  'descriptor distinct distributed do drop else emit end enforced error escape except execute exists explain false fetch filter first following for ' +
  'from full function group grouping having if ignore in inner insert intersect interval into is join key last lateral leading left like limit ' +
  'match_recognize measures metadata natural not nothing null nulls of offset on only or order outer over overwrite partition partitioned pattern per ' +
  'plan preceding primary range recursive replace reset respect right rollup row rows select set sets similar skip statement system_time table ' +
  'tablesample temporary then to trailing true try_cast unbounded union unique unknown unnest update using values view virtual watermark when where ' +
  'window with within without';
const types =
  'array bigint binary boolean bytes char date decimal double float int integer map multiset numeric raw row smallint string time timestamp ' +
  'timestamp_ltz tinyint varbinary varchar variant';
const flink = SQLDialect.define({ keywords, types, identifierQuotes: '`', doubleQuotedStrings: false, backslashEscapes: false, slashComments: false });

const style = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--c-kw)', fontWeight: '500' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--c-str)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--c-num)' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--c-type)' },
  { tag: tags.comment, color: 'var(--c-com)' },
]);

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
  override toDOM() {
    const line = document.createElement('div');
    line.className = 'cm-lens ' + this.diagnostic.severity;
    line.textContent = this.diagnostic.message + (this.diagnostic.hint ? ` (${this.diagnostic.hint})` : '');
    const code = document.createElement('span');
    code.className = 'muted';
    code.textContent = ' ' + this.diagnostic.code;
    line.append(code);
    return line;
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

export class SqlEditor {
  readonly view: EditorView;

  constructor(parent: HTMLElement, on_change: (text: string) => void, on_cursor: (line: number, column: number) => void) {
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          lineNumbers(),
          highlightSpecialChars(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          autocompletion(),
          sql({ dialect: flink, upperCaseKeywords: true }),
          syntaxHighlighting(style),
          lenses,
          keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': 'Flink SQL' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) on_change(update.state.doc.toString());
            if (update.selectionSet || update.docChanged) {
              const head = update.state.selection.main.head;
              const line = update.state.doc.lineAt(head);
              on_cursor(line.number, head - line.from + 1);
            }
          }),
        ],
      }),
    });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** Another document; undo goes back across it. */
  set_text(text: string) {
    if (text !== this.text) this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  show(diagnostics: Diagnostic[]) {
    const doc = this.view.state.doc;
    const marks: Mark[] = [];
    const placed: { at: number; diagnostic: Diagnostic }[] = [];
    for (const diagnostic of diagnostics) {
      const span = range(doc, diagnostic);
      if (!span) continue;
      marks.push({ ...span, severity: diagnostic.severity === 'advice' ? 'info' : diagnostic.severity, message: diagnostic.message });
      placed.push({ at: doc.lineAt(span.from).to, diagnostic });
    }
    placed.sort((a, b) => a.at - b.at);
    const widgets = placed.map(({ at, diagnostic }) => Decoration.widget({ widget: new Lens(diagnostic, false), block: true, side: 1 }).range(at));
    this.view.dispatch(setDiagnostics(this.view.state, marks), { effects: set_lenses.of(Decoration.set(widgets)) });
  }
}
