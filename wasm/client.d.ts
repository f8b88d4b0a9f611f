/** The engine in a worker. Requests and answers are those of index.d.ts. */
import type { ChangelogForm, Document, Failed, FunctionInfo, OpenAnswer, RowsAnswer, StepAnswer, TableForm, TestAnswer, TextAnswer } from './index.js';
export type * from './index.js';

export interface CallOptions {
  /** Aborting ends the worker: every call under way is rejected with Cancelled, and sessions are gone. */
  signal?: AbortSignal;
  /** Called some times a second while a run takes long: steps done and steps in all. */
  progress?: (progress: { done: number; total: number }) => void;
}

export interface Client {
  call(request: { method: 'version' }, options?: CallOptions): Promise<{ ok: true; version: string; flink: string[]; formats: string[] } | Failed>;
  call(request: { method: 'open'; scenario: string } | { method: 'open'; document: Document }, options?: CallOptions): Promise<OpenAnswer | Failed>;
  call(request: { method: 'step'; session: number; index: number; limit?: number }, options?: CallOptions): Promise<StepAnswer | Failed>;
  call(request: { method: 'rows'; session: number; index: number; state: number; offset: number; limit?: number }, options?: CallOptions): Promise<RowsAnswer | Failed>;
  call(request: { method: 'text'; session: number; index: number; output: number; part: 'changelog'; form: ChangelogForm }, options?: CallOptions): Promise<TextAnswer | Failed>;
  call(request: { method: 'text'; session: number; index: number; output: number; part: 'table'; form: TableForm }, options?: CallOptions): Promise<TextAnswer | Failed>;
  call(request: { method: 'close'; session: number }, options?: CallOptions): Promise<{ ok: true } | Failed>;
  call(request: { method: 'test'; scenario: string }, options?: CallOptions): Promise<TestAnswer | Failed>;
  call(request: { method: 'write'; document: Document } | { method: 'write'; session: number }, options?: CallOptions): Promise<{ ok: true; scenario: string } | Failed>;
  call(request: { method: 'detect'; text: string }, options?: CallOptions): Promise<{ ok: true; format: string } | Failed>;
  call(request: { method: 'functions' }, options?: CallOptions): Promise<{ ok: true; functions: FunctionInfo[] } | Failed>;
  /** Starts the worker before the first call needs it; resolves when the engine is ready. */
  warm_up(): Promise<void>;
  /** Ends the worker; calls under way are rejected with Cancelled. The next call starts a new one. */
  cancel(): void;
  dispose(): void;
}

export type EngineSource = string | URL | BufferSource | WebAssembly.Module;

export interface ClientOptions {
  /** Where rowkind.wasm is, its bytes or the compiled module, or a promise of one of them; by default beside the package. */
  wasm?: EngineSource | Promise<EngineSource>;
  /** The same for rowkind_more.wasm, the part of the engine that is loaded after the first answer or when a call needs it. */
  more?: EngineSource | Promise<EngineSource>;
  /** Makes the worker of worker.mjs, for bundlers that must see its URL; by default it is made from the package's own file. */
  worker?: () => Worker | Promise<Worker>;
  /** Called while the worker fetches the module: bytes so far. */
  loading?: (bytes: number) => void;
}
export function createClient(options?: ClientOptions): Client;

export class Cancelled extends Error {}
