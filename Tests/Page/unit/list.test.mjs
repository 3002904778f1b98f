// The list of standups: its order, its filter, and what an empty installation offers.
import './page.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../../Services/Gateway/Page/reduce.js';
import { initial } from '../../../Services/Gateway/Page/state.js';
import { filtered, list } from '../../../Services/Standups/Page/list.js';
import { fileName } from '../../../Services/Standups/Page/past.js';

const id = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const nodes = (node) => (Array.isArray(node) ? node.flatMap(nodes) : node?.tag ? [node, ...nodes(node.children)] : []);

/** A page with standups of these titles; one with “!” is meeting, and one with “@” belongs to the team “web”. */
function page(titles, role = 'member') {
  const state = initial();
  reduce(state, { type: 'begin', place: { kind: 'list' }, isMuted: false, hasMicrophone: true, code: '' });
  reduce(state, { type: 'entered', me: { name: 'Ada', role } });
  const standups = titles.map((title, index) => ({ meetings: 0, ...(title.includes('!') && { live: id(90 + index) }),
    standup: { id: id(index), title, durationMs: 300_000, theme: 'orange', attendees: [], revision: 1, ...(title.includes('@') && { team: 'web' }) } }));
  reduce(state, { type: 'frame', frame: { snapshot: { epoch: 'e', sequence: 10, standups, meetings: [] }, begin: true } });
  reduce(state, { type: 'frame', frame: { following: { epoch: 'e', after: 10 } } });
  return state;
}
const titles = (state) => filtered(state).map(({ standup }) => standup.title);
const has = (state, key) => nodes(list(state)).some(({ props }) => props.id === key);

test('running standups come first, and the others keep their order', () => {
  assert.deepEqual(titles(page(['a', 'b!', 'c', 'd!'])), ['b!', 'd!', 'a', 'c']);
});

test('a long list has a filter by title, team and running meetings', () => {
  const state = page(['Daily web @', 'Daily ops', 'Retro @', 'Design!', 'Daily x!', 'Other']);
  assert.ok(has(state, 'filter'));
  const filter = (text) => { reduce(state, { type: 'filter.input', text }); return titles(state); };
  assert.deepEqual(filter('daily'), ['Daily x!', 'Daily web @', 'Daily ops']);
  assert.deepEqual(filter('team:web daily'), ['Daily web @']);
  assert.deepEqual(filter('is:running'), ['Design!', 'Daily x!']);
  assert.deepEqual(filter('team:default is:running des'), ['Design!']);
  assert.deepEqual(filter('nothing'), []);
  assert.match(JSON.stringify(list(state)), /No standup matches the filter/);
  assert.equal(has(page(['a', 'b']), 'filter'), false, 'a short list needs none');
});

test('an empty installation offers a sample to those who may add standups', () => {
  const state = page([]);
  assert.match(JSON.stringify(list(state)), /Add a sample standup.*Import a file/);
  const [add] = reduce(state, { type: 'sample.add' });
  assert.deepEqual([add.target, add.body.title, add.body.attendees.length], ['standups.create', 'Sample standup', 3]);
  assert.deepEqual(reduce(state, { type: 'sample.add' }), [], 'one at a time');
  const effects = reduce(state, { ...add.as, reply: { id: id(7) } });
  assert.deepEqual(effects.find(({ type }) => type === 'go').place, { kind: 'standup', standup: id(7) });
  assert.doesNotMatch(JSON.stringify(list(page([], 'observer'))), /sample/);
});

test('the file of the minutes has a readable name in the reader’s zone', () => {
  const date = new Date(2026, 10, 3, 9, 5).toISOString();
  assert.equal(fileName('Design: web/app?', date), 'Design web app 2026-11-03 09.05.md');
  assert.equal(fileName(' ', date), 'Untitled standup 2026-11-03 09.05.md');
});
