// node cut.mjs WASM-OPT MODULE MOVED LIST FOLDER: cuts the engine in two, so that a page loads little before its first answer.
// FOLDER/rowkind.wasm has what the scenarios of LIST run and what runs row by row; FOLDER/rowkind_more.wasm has the rest of the functions, the
// pieces of functions that do not run (error paths, rare cases), and the constants that only these use. wasm/more.mjs brings it when it is
// needed. LIST has a scenario file or a folder of them in a line. Needs a module linked with --no-merge-data-segments and not optimized
// after the link: wasm-opt optimizes each part. MOVED is the same with its data at another place. A module that another compiler writes in a
// way that is not known here is not cut: all of it is the first part then, and a warning says why.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Instance } from '../wasm/loader.mjs';
import { has_names } from './cut/data.mjs';
import { Unreadable, custom, empty, parse, write } from './cut/module.mjs';
import { Outliner } from './cut/outline.mjs';
import { part } from './cut/parts.mjs';
import { places_of } from './cut/places.mjs';
import { play, profile, scenarios_of } from './cut/profile.mjs';

const [wasm_opt, whole, moved, list, folder] = process.argv.slice(2);
const files = scenarios_of(list, fileURLToPath(new URL('../', import.meta.url)));
const features = ['exception-handling', 'mutable-globals', 'sign-ext', 'nontrapping-float-to-int', 'bulk-memory'].map((name) => '--enable-' + name);
const levels = { 'rowkind.wasm': '-O2', 'rowkind_more.wasm': '-Oz' };
const warn = (text) => console.error(`warning: ${text}`);
const bytes = fs.readFileSync(whole);

/** Both parts, and what the whole answers to the scenarios. */
async function cut() {
  const module = parse(bytes);
  const places = places_of(module, parse(fs.readFileSync(moved)));
  if (!has_names(module.data)) warn('the linker does not name constants: all of them are in rowkind.wasm');
  const { answers, runs } = await profile(module, files);
  const outliner = new Outliner(module);
  const kept = new Set(module.imports.keys());
  for (let f = 0, end = module.functions.length; f < end; f++) {
    const found = runs(f);
    if (!found) continue;
    kept.add(f);
    if (!found.hot.every(Boolean)) outliner.take_from(module.functions[f], found);
  }
  return { parts: part(module, (f) => kept.has(f), places).map(write), answers };
}

const { parts, answers } = await cut().catch((failure) => {
  if (!(failure instanceof Unreadable)) throw failure;
  warn(`the engine cannot be cut in two (${failure.message}): all of it is in rowkind.wasm, and a page loads it before its first answer`);
  return { parts: [bytes, empty] };
});

// Both carry the same mark, of this cut: another cut of the same engine has its functions in other places.
const hash = createHash('sha256');
for (const one of parts) hash.update(one);
const mark = custom('rowkind', hash.digest('hex').slice(0, 16));
fs.mkdirSync(folder, { recursive: true });
const sizes = Object.keys(levels).map((name, i) => {
  const file = path.join(folder, name);
  fs.writeFileSync(file + '.tmp', parts[i]);
  execFileSync(wasm_opt, ['--detect-features', ...features, levels[name], file + '.tmp', '-o', file], { stdio: 'inherit' });
  fs.rmSync(file + '.tmp');
  fs.appendFileSync(file, mark);
  return `${name} ${Math.ceil(gzipSync(fs.readFileSync(file), { level: 9 }).length / 1024)} KiB`;
});

// What it was made for the first part has to do as the whole does, and by itself.
const [first, second] = await Promise.all(Object.keys(levels).map((name) => WebAssembly.compile(fs.readFileSync(path.join(folder, name)))));
let asked = false;
const more = { sure: true, module_for: () => ((asked = true), second) };
const found = play(await Instance.create(first, more), files);
answers?.forEach((answer, i) => {
  if (answer !== found[i]) throw new Error(`the first part answers otherwise than the whole:\n${found[i]}\n${answer}`);
});
if (asked) warn('a scenario of the list needs the second part all the same');
console.log(`${sizes.join(', ')} gzip; ${files.length} scenarios`);
