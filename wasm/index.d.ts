/** rowkind: Apache Flink changelog streams, step by step. The types of everything that crosses the border of the engine. */

export type RowKind = '+I' | '-U' | '+U' | '-D';
/** What a pipeline carries: rows and schema changes. */
export type EventKind = RowKind | 'schema';
/** A SQL value as text in the row notation; null is NULL. */
export type Cell = string | null;
export type Cells = Cell[];

/** A place in a text: 1-based line and column (characters), byte offset and length. */
export interface Place {
  line: number;
  column: number;
  offset: number;
  length: number;
}

export interface Diagnostic {
  severity: 'error' | 'warning' | 'advice';
  /** Stable, e.g. "sql/unknown-column". */
  code: string;
  message: string;
  hint?: string;
  /** Which text `place` counts in. */
  source?: 'sql' | 'scenario' | 'input' | 'pipeline';
  place?: Place;
  /** With source "input": index into document.input. */
  item?: number;
}

export type InputItem =
  | { table: string; rows: string; format?: string }
  | { clock: string }
  | { table: string; watermark: string }
  | { ddl: string }
  | { end: true };

/** A scenario as data; the YAML file says the same. */
export interface Document {
  title?: string;
  description?: string;
  tags?: string[];
  flink?: string;
  'flink-cdc'?: string;
  sql?: string;
  pipeline?: string;
  tables?: Record<string, string | { 'changelog-mode': string[] }>;
  input?: InputItem[];
  options?: Record<string, string>;
}

export interface ColumnInfo {
  name: string;
  type: string;
  /** Part of the primary key. */
  key?: boolean;
}

export interface TableInfo {
  name: string;
  connector: string;
  format: string;
  /** Columns of an input row. */
  columns: ColumnInfo[];
  mode: string[];
}

export interface OutputInfo {
  name: string;
  /** The sink's connector; "" for a bare SELECT. */
  connector: string;
  columns: ColumnInfo[];
  node: number;
}

export interface GraphNode {
  id: number;
  /** Flink's name: "GroupAggregate". */
  name: string;
  /** As EXPLAIN prints it, without the mode. */
  text: string;
  /** Changelog mode of the output: ["I","UB","UA","D"]; [] for a sink. */
  mode: string[];
  inputs: number[];
  columns: ColumnInfo[];
  upsert_keys: string[][];
  /** Scan: the table. Sink: the output. */
  table?: string;
  /** Exchange: the hash columns ([] = single). */
  hash?: string[];
  states: number[];
  place?: Place;
}

export interface StateInfo {
  id: number;
  node: number;
  name: string;
  key: ColumnInfo[];
  value: ColumnInfo[];
}

/** One step of the lane view. */
export interface StepSummary {
  index: number;
  kind: 'start' | 'row' | 'message' | 'clock' | 'watermark' | 'end' | 'schema';
  /** Index into document.input and line inside it; -1 for the start. */
  item: number;
  line: number;
  table?: string;
  /** Changes that entered (a Debezium update brings two). */
  changes: { kind: RowKind; cells: Cells }[];
  /** As typed. */
  text: string;
  /** Rows out per output, in order. */
  out: EventKind[][];
  failed?: boolean;
  /** The row came at or behind the watermark of its table; "dropped": an operator dropped it for that. */
  late?: 'kept' | 'dropped';
}

/** A window and the steps over which it was open. */
export interface WindowSpan {
  /** The operator that has it. */
  node: number;
  /** Local times. */
  start: string;
  end: string;
  /** Step of its first row, and of the watermark or clock that closed it; not there: open at the end of the input. */
  first: number;
  last?: number;
  /** Of a session; windows of fixed size stand for all keys. */
  key?: Cells;
}

export interface ChangelogRow {
  step: number;
  kind: EventKind;
  cells: Cells;
  /** Kind "schema": the change in words, "ALTER ADD c INT LAST". */
  text?: string;
  /** Pipelines, on the first row of each event: the event as Flink CDC's values sink prints it. */
  event?: string;
  /** What the sink's format, or its print connector, writes for the row; "null" is a message without value. */
  message?: string;
}

/** Forms in which a changelog or a table can be taken out; pipelines have "notation" and "events". */
export type ChangelogForm = 'notation' | 'tableau' | 'print' | 'named' | 'docs' | 'changelog-json' | 'debezium-json' | 'canal-json' | 'events';
export type TableForm = 'notation' | 'tableau' | 'docs' | 'json' | 'csv';

/** What a pipeline's definition says. Keys are those of the YAML. */
export interface PipelineInfo {
  version: string;
  'schema-change-behavior': string;
  transform: Record<string, string>[];
  route: Record<string, string>[];
}

export interface OpenAnswer {
  ok: true;
  session: number;
  document: Document;
  tables: TableInfo[];
  outputs: OutputInfo[];
  graph: { nodes: GraphNode[]; states: StateInfo[] } | null;
  /** EXPLAIN text with changelog modes; "" when there is no plan. */
  plan: string;
  steps: StepSummary[];
  /** Per output, the whole changelog. */
  changelog: ChangelogRow[][];
  /** By end. */
  windows: WindowSpan[];
  diagnostics: Diagnostic[];
  /** With a pipeline: nodes are its stages, outputs its sink tables. */
  pipeline?: PipelineInfo;
  /** The job failed at `step`. */
  error?: Diagnostic & { step: number };
  timing: { plan_us: number; run_us: number };
}

export type Change = 'same' | 'added' | 'removed' | 'changed';
export interface DiffRow {
  cells: Cells;
  change: Change;
  /** With "changed": what was there, cell by cell. */
  before?: Cells;
  /** State with a TTL: when the row is forgotten, on the scenario clock. */
  expires?: string;
}

export interface TraceEvent {
  id: number;
  /** The event that caused this one, or -1. */
  parent: number;
  type: 'receive' | 'emit' | 'suppress' | 'state' | 'expire' | 'watermark' | 'timer' | 'late' | 'error';
  /** -1: the input could not be read, no operator saw it. */
  node: number;
  input?: number;
  kind?: EventKind;
  cells?: Cells;
  /** Kind "schema": the change in words. */
  text?: string;
  /** Pipelines: the table that the emitted event names. */
  table?: string;
  rule?: string;
  /** Address of a page of the documentation. */
  docs?: string;
  /** Arguments of the rule, see src/ops/reason.h. */
  a?: Cells;
  b?: Cells;
  n?: string;
  state?: number;
  key?: Cells;
  before?: Cells[];
  after?: Cells[];
  message?: string;
}

export interface StepAnswer {
  ok: true;
  index: number;
  clock: string;
  /** By node id: how far event time has come there; "end": all input has ended. Not there: no watermark yet. */
  watermarks: Record<string, string>;
  events: TraceEvent[];
  /** All states after the step; changed rows first within the first `limit` ones. */
  states: { id: number; total: number; rows: DiffRow[] }[];
  /** Per output: the table its changelog describes, after the step; `columns` where they change on the way. */
  tables: { total: number; rows: DiffRow[]; columns?: ColumnInfo[] }[];
}

/** Part of a state after a step: rows `offset` and on, those that the step changed first, as in a StepAnswer that leaves rows out. */
export interface RowsAnswer {
  ok: true;
  index: number;
  /** The state. */
  id: number;
  total: number;
  /** `total` and the rows that the step removed. */
  lines: number;
  offset: number;
  rows: DiffRow[];
}

export interface TextAnswer {
  ok: true;
  text: string;
}

export interface TestAnswer {
  ok: true;
  passed: boolean;
  mismatches: { what: string; expected: string; actual: string }[];
}

export interface FunctionInfo {
  name: string;
  category: string;
  signature: string;
  summary: string;
  aggregate: boolean;
}

export interface Failed {
  ok: false;
  error: Diagnostic;
}

export interface Engine {
  call(request: { method: 'version' }): { ok: true; version: string; flink: string[]; formats: string[] } | Failed;
  call(request: { method: 'open'; scenario: string } | { method: 'open'; document: Document }): OpenAnswer | Failed;
  call(request: { method: 'step'; session: number; index: number; limit?: number }): StepAnswer | Failed;
  call(request: { method: 'rows'; session: number; index: number; state: number; offset: number; limit?: number }): RowsAnswer | Failed;
  /** The changelog or the table of an output up to a step, as text. */
  call(request: { method: 'text'; session: number; index: number; output: number; part: 'changelog'; form: ChangelogForm }): TextAnswer | Failed;
  call(request: { method: 'text'; session: number; index: number; output: number; part: 'table'; form: TableForm }): TextAnswer | Failed;
  call(request: { method: 'close'; session: number }): { ok: true } | Failed;
  call(request: { method: 'test'; scenario: string }): TestAnswer | Failed;
  /** As a scenario file: a document, or what a session ran with all that came out, as a test. */
  call(request: { method: 'write'; document: Document } | { method: 'write'; session: number }): { ok: true; scenario: string } | Failed;
  call(request: { method: 'functions' }): { ok: true; functions: FunctionInfo[] } | Failed;
  /** The likely format of pasted rows: one of the formats, "changelog" for the row notation. */
  call(request: { method: 'detect'; text: string }): { ok: true; format: string } | Failed;
  /** Loads rowkind_more.wasm now, in the background, instead of when a call first needs it; also a second time, where the first failed. */
  complete(): Promise<void>;
  /** After a crash (error "lab/crashed") a fresh engine without sessions starts: until then calls are refused. */
  readonly ready: Promise<void>;
  readonly memory_bytes: number;
  dispose(): void;
}

export interface EngineOptions {
  /** Where rowkind.wasm is: a URL, a Response, its bytes or a compiled module; by default beside this module. */
  wasm?: string | URL | Response | BufferSource | WebAssembly.Module;
  /** The same for rowkind_more.wasm, which holds what common scenarios do not need. In Node and in a worker it is loaded when a call first
   * needs it; elsewhere createEngine waits for it. A call that needs it and cannot get it answers with the error "lab/part-missing"; if
   * it was to come over a network, all is as before the call. */
  more?: string | URL | Response | BufferSource | WebAssembly.Module;
  /** Called every few hundred steps of a run: steps done and steps in all. */
  progress?: (done: number, total: number) => void;
  /** Called while the module is fetched: bytes so far. */
  loading?: (bytes: number) => void;
}
export function createEngine(options?: EngineOptions): Promise<Engine>;
