// Which pieces of the engine have to be in its first part: what the scenarios of a list run, and what the loops over rows (loops.mjs) run
// for every other row.
import fs from 'node:fs';
import path from 'node:path';
import { Instance } from '../../wasm/loader.mjs';
import { counting, take_counts } from './count.mjs';
import { loops } from './loops.mjs';

const kFew = 12, kMany = 72; // rows

/** The scenario files that a list names, line by line; a folder stands for those in it. */
export function scenarios_of(list, root) {
  const lines = fs.readFileSync(list, 'utf8').split('\n').filter((line) => line && !line.startsWith('#'));
  return lines.flatMap((line) => {
    const name = path.join(root, line);
    if (!fs.statSync(name).isDirectory()) return [name];
    return fs.readdirSync(name).filter((one) => one.endsWith('.yaml')).sort().map((one) => path.join(name, one));
  });
}

/** Opens and steps through every scenario as the page does; returns the answers, without what differs from run to run. */
export function play(engine, files) {
  const answers = [];
  const call = (request) => {
    const { timing, ...answer } = JSON.parse(engine.call(JSON.stringify(request)));
    answers.push(JSON.stringify(answer));
    return answer;
  };
  for (const file of files) {
    const opened = call({ method: 'open', scenario: fs.readFileSync(file, 'utf8') });
    if (!opened.ok) throw new Error(`${file}: ${opened.error.message}`);
    for (const { index } of opened.steps) call({ method: 'step', session: opened.session, index });
    const again = call({ method: 'open', document: opened.document }); // as after an edit
    for (const { session } of [opened, again]) {
      call({ method: 'step', session, index: 0 });
      call({ method: 'close', session });
    }
  }
  return answers;
}

/** {answers, runs}: runs(f) is undefined for a function that stays out, else {starts, hot}: where its pieces begin, and which of them stay. */
export async function profile(module, files) {
  const { bytes, pieces, counters } = counting(module);
  const counted = await WebAssembly.compile(bytes);
  const engine = await Instance.create(counted, { sure: true });
  const taken = (one = engine) => take_counts(one.exports.memory, counters);
  const answers = play(engine, files);
  const counts = taken();
  // Also each as the first of its engine: memory is in another state then, and other pieces run.
  for (const file of files) {
    const fresh = await Instance.create(counted, { sure: true });
    play(fresh, [file]);
    taken(fresh).forEach((count, i) => (counts[i] += count));
  }
  const loop = (rows) => {
    for (const document of loops(rows)) {
      const answer = JSON.parse(engine.call(JSON.stringify({ method: 'open', document })));
      if (!answer.ok || !answer.changelog[0].length) throw new Error(`a query of loops.mjs emits nothing: ${document.sql ?? document.pipeline}`);
    }
    return taken();
  };
  const few = loop(kFew);
  const many = loop(kMany);
  const stays = (counter) => counts[counter] > 0 || many[counter] - few[counter] >= (kMany - kFew) / 4;
  const runs = (f) => {
    if (!pieces[f]) return undefined;
    const { first, starts } = pieces[f];
    const hot = starts.map((_, n) => stays(first + n));
    return hot[0] ? { starts, hot } : undefined;
  };
  return { answers, runs };
}
