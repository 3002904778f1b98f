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

test('running standups come first, then pinned ones, for each person of the browser', () => {
  const state = page(['a', 'b!', 'c', 'd']);
  state.me = { name: 'Ada', role: 'member', person: id(70) };
  const effects = [2, 3].map((index) => reduce(state, { type: 'pin', standup: id(index), isPinned: true })[0]);
  assert.deepEqual(titles(state), ['b!', 'c', 'd', 'a']);
  assert.deepEqual([effects[1].type, effects[1].name, JSON.parse(effects[1].value)], ['remember', 'pins', { [id(70)]: [id(2), id(3)] }]);
  const other = page(['a', 'b!', 'c', 'd']);
  reduce(other, { type: 'pins.stored', text: effects[1].value });
  assert.deepEqual(titles(other), ['b!', 'a', 'c', 'd'], 'another person');
  reduce(other, { type: 'pins.stored', text: JSON.stringify({ '': [id(0), id(1)] }) });
  assert.deepEqual(titles(other), ['b!', 'a', 'c', 'd'], 'a session without a person has pins, too');
  reduce(state, { type: 'pin', standup: id(2), isPinned: false });
  assert.deepEqual(titles(state), ['b!', 'd', 'a', 'c']);
});

test('damaged pins are ignored, and the number of pins is limited', () => {
  const state = page(['a']);
  for (const text of ['', '{', 'null', '[1]', '{"":"x"}']) {
    reduce(state, { type: 'pins.stored', text });
    assert.deepEqual(titles(state), ['a'], text);
  }
  for (let index = 0; index < 150; index++) reduce(state, { type: 'pin', standup: id(index), isPinned: true });
  assert.equal(state.pins[''].length, 100);
});

test('archived standups are shown only on request', () => {
  const state = page(['a', 'b', 'c']);
  state.standups.get(id(1)).standup.isArchived = true;
  state.next.set(id(1), '2026-12-01T09:00:00Z');
  assert.deepEqual(titles(state), ['a', 'c']);
  assert.match(JSON.stringify(list(state)), /Archived: 1/);
  const count = () => nodes(list(state)).filter(({ props }) => props.class === 'cards').length;
  assert.equal(count(), 1);
  reduce(state, { type: 'archived.show', isShown: true });
  assert.equal(count(), 2);
  state.standups.get(id(0)).standup.isArchived = true;
  state.standups.get(id(2)).standup.isArchived = true;
  assert.match(JSON.stringify(list(state)), /All standups are archived/);
});

test('a standup is archived, and a button undoes it', () => {
  const state = page(['a']);
  const [edit] = reduce(state, { type: 'archive', standup: id(0), isArchived: true });
  assert.deepEqual([edit.target, edit.body], ['standups.edit', { id: id(0), isArchived: true }]);
  const [shown] = reduce(state, { ...edit.as, reply: { id: id(0), title: 'a' } });
  const { offer } = shown.action;
  reduce(state, shown.action);
  assert.equal(state.notices.length, 1);
  const [undone] = reduce(state, offer.action);
  assert.deepEqual([undone.body, state.notices.length], [{ id: id(0), isArchived: false }, 0]);
  const [problem] = reduce(state, { ...edit.as, error: { code: 'conflict', message: 'It meets.' } });
  assert.deepEqual([problem.action.text, problem.action.isProblem], ['It meets.', true]);
});
