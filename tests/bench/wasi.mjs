// node wasi.mjs PROGRAM.wasm [ARGS...]: runs a WASI program.
import fs from 'node:fs';
import { WASI } from 'node:wasi';

const [path, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [path, ...args], returnOnExit: true });
const module = await WebAssembly.compile(fs.readFileSync(path));
const env = { emscripten_notify_memory_growth() {} };
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport, env });
// Not by process.exitCode: Node has crashed after the last line when it was left to end by itself.
process.exit(wasi.start(instance));
