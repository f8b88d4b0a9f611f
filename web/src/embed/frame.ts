// embed.html: one player for an <iframe>. What to show stands in the address (#v1.…, #example/ID@STEP, or ?src=URL) or comes by message.
//   in:  {rowkind: 1, type: 'load', scenario, step?}   {rowkind: 1, type: 'go', step}   {rowkind: 1, type: 'theme', theme}
//   out: {rowkind: 1, type: 'ready', steps}   {… 'step', step}   {… 'height', height}   {… 'error', message}
// Messages of another version are ignored.
import { example_of_hash } from '../links';
import './loader';
import type { RowkindPlay } from './loader';

const kVersion = 1;
const play = document.querySelector<RowkindPlay>('rowkind-play')!;
const post = (message: object) => window.parent !== window && window.parent.postMessage({ rowkind: kVersion, ...message }, '*');

for (const type of ['ready', 'step', 'error']) play.addEventListener('rowkind-' + type, (event) => post({ type, ...(event as CustomEvent<object>).detail }));
new ResizeObserver(() => post({ type: 'height', height: Math.ceil(play.getBoundingClientRect().height) })).observe(play);

window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent || data?.rowkind !== kVersion) return;
  if (data.type === 'load' && typeof data.scenario === 'string') {
    if (typeof data.step === 'number') play.step = data.step;
    play.scenario = data.scenario;
    void play.activate();
  } else if (data.type === 'go' && typeof data.step === 'number') play.step = data.step;
  else if (data.type === 'theme') play.setAttribute('theme', String(data.theme));
});

const query = new URLSearchParams(location.search);
const lesson = example_of_hash(location.hash);
const step = lesson?.step ?? query.get('step');
if (step) play.setAttribute('step', String(step));
for (const name of ['theme', 'lang']) if (query.get(name)) play.setAttribute(name, query.get(name)!);
if (lesson) play.setAttribute('example', lesson.id);
else if (location.hash.startsWith('#v')) play.setAttribute('link', location.hash);
else if (query.get('src')) play.setAttribute('src', query.get('src')!);
if (lesson || location.hash || query.get('src')) void play.activate();
