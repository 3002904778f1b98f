// The page without a connection: the state that it keeps, for whom, and which commands it refuses.
import './page.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../../Services/Gateway/Page/reduce.js';
import { excerpt, ingredients, maxSize } from '../../../Services/Gateway/Page/seen-store.js';
import { initial } from '../../../Services/Gateway/Page/state.js';
import { view } from '../../../Services/Gateway/Page/view.js';

const id = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const daily = { id: id(1), title: 'Daily', durationMs: 60_000, theme: 'teal', attendees: [], revision: 1 };
const ada = { name: 'Ada', role: 'member', person: id(91), session: id(81) };
const grace = { name: 'Grace', role: 'member', person: id(92), session: id(82) };

/** A page that has just been opened. */
function opened(place = { kind: 'list' }) {
  const state = initial();
  state.now = Date.now();
  reduce(state, { type: 'begin', place, isMuted: false, hasMicrophone: true, code: '' });
  return state;
}

/** Lets a page receive the current state. */
function follow(state) {
  reduce(state, { type: 'opened' });
  reduce(state, { type: 'frame', frame: { snapshot: { epoch: 'e', sequence: 10, standups: [{ standup: daily, meetings: 0 }], meetings: [] }, begin: true } });
  return reduce(state, { type: 'frame', frame: { following: { epoch: 'e', after: 10 } } });
}

const data = () => ({ standups: new Map([[daily.id, { standup: daily, meetings: 0 }]]), pages: new Map(), next: new Map() });
const doing = (effects) => effects.filter(({ type }) => type === 'perform').map(({ do: what }) => what);
const remembered = (effects) => effects.filter(({ type, name }) => type === 'remember' && name === 'seen').map(({ value }) => value);
const words = (node) => (Array.isArray(node) ? node.map(words).join('') : node?.tag ? words(node.children) : node?.text ?? '');

test('without a gateway the page shows once what was seen last, says when, and refuses commands', () => {
  const state = opened();
  assert.deepEqual(doing(reduce(state, { type: 'away' })), ['show']);
  const effects = reduce(state, { type: 'seen', at: new Date(2020, 1, 3, 10, 42).getTime(), me: ada, data: data() });
  assert.deepEqual(effects.map(({ type }) => type), ['ready']);
  assert.match(words(view(state)), /Offline\. Showing data from .*10:42.*Daily/s);
  assert.match(state.offline, /offline/);
  assert.deepEqual(doing(reduce(state, { type: 'away' })), []);
  reduce(state, { type: 'entered', me: ada });
  assert.notEqual(state.offline, '');
  assert.deepEqual(doing(follow(state)), ['keep']);
  assert.equal(state.offline, '');
  assert.doesNotMatch(words(view(state)), /Offline/);
});

test('what was seen is not shown to a page that is already in, or signed out', () => {
  const state = opened();
  reduce(state, { type: 'entered', me: grace });
  assert.deepEqual(reduce(state, { type: 'seen', at: Date.now(), me: ada, data: data() }), []);
  assert.equal(state.me, grace);
  reduce(state, { type: 'refused', problem: '' });
  assert.deepEqual(reduce(state, { type: 'seen', at: Date.now(), me: ada, data: data() }), []);
  assert.equal(state.standups.size, 0);
});

test('a logout and a rejected session delete what was seen', () => {
  const state = opened();
  assert.deepEqual(remembered(reduce(state, { type: 'entered', me: ada })), [ada.person]);
  const left = reduce(state, { type: 'logout' });
  assert.deepEqual([doing(left), remembered(left)], [['forget'], ['']]);
  const refused = reduce(state, { type: 'refused', problem: '' });
  assert.deepEqual([doing(refused), remembered(refused)], [['forget'], ['']]);
});

test('another person of the same browser sees nothing of the earlier one, neither in a stream nor after an outage', () => {
  for (const action of [{ type: 'frame', frame: { hello: grace } }, { type: 'entered', me: grace }]) {
    const state = opened();
    reduce(state, { type: 'entered', me: ada });
    follow(state);
    const effects = reduce(state, action);
    assert.deepEqual(doing(effects), ['forget']);
    assert.equal(remembered(effects).at(-1), grace.person);
    assert.ok(effects.some(({ type, isFresh }) => type === 'reconnect' && isFresh));
    assert.deepEqual([state.entry, state.me, state.isLoaded, state.standups.size, state.follow], ['in', grace, false, 0, { epoch: '', after: 0 }]);
  }
  // A person who logged in again, or whose role changed, is the same one.
  const state = opened();
  reduce(state, { type: 'entered', me: ada });
  follow(state);
  assert.deepEqual(reduce(state, { type: 'frame', frame: { hello: { ...ada, role: 'admin', session: id(83) } } }), []);
  assert.equal(state.standups.size, 1);
});

test('what is kept is bounded, without live meetings and unfinished reads', () => {
  const state = opened();
  for (let number = 0; number < 300; number += 1) {
    const standup = { ...daily, id: id(number), title: 'x'.repeat(5000) };
    state.standups.set(standup.id, { standup, meetings: 1, live: id(1000 + number) });
    state.pages.set(standup.id, { meetings: [{ transcript: 'y'.repeat(20_000) }], next: null, isLoading: number === 299, shortened: [] });
    state.next.set(standup.id, '2026-01-01T10:00:00Z');
  }
  const { standups, pages, next } = excerpt(state);
  for (const map of [standups, pages]) assert.ok(map.size > 10 && JSON.stringify([...map.values()]).length <= maxSize + map.size + 2);
  assert.equal(next.size, standups.size);
  assert.ok([...standups.values()].every(({ live }) => live === undefined));
  assert.deepEqual([...pages.keys()].slice(0, 2), [id(298), id(297)]);
});

test('what a live meeting reports does not change what is kept, and a change of a standup or of past meetings does', () => {
  const state = opened();
  reduce(state, { type: 'entered', me: ada });
  follow(state);
  const meeting = { id: id(60), date: '2026-01-01T10:00:00Z', parts: 2 };
  state.pages.set(daily.id, { meetings: [meeting], next: null, isLoading: false, shortened: [] });
  let after = 10;
  const event = (type, subject, eventData) => reduce(state, { type: 'frame',
    frame: { event: { type, subject, epoch: 'e', sequence: String(after += 1), time: '', data: eventData } } });
  const isChanged = (change) => {
    const before = ingredients(state);
    change();
    const now = ingredients(state);
    return now.length !== before.length || now.some((value, index) => value !== before[index]);
  };
  assert.equal(isChanged(() => event('meeting.segment', id(50), { segment: { fromMs: 0, toMs: 1, text: 'So.', attendee: id(7), speaker: 'A' } })), false);
  assert.equal(state.follow.after, after);
  assert.equal(isChanged(() => event('standup.updated', daily.id, { standup: { ...daily, title: 'Other', revision: 2 } })), true);
  assert.equal(isChanged(() => { state.pages.get(daily.id).meetings = [meeting, { ...meeting, id: id(61) }]; }), true);
  assert.equal(isChanged(() => { meeting.more = []; }), true);
  assert.equal(isChanged(() => {}), false);
});

test('another version of the page is reported above the page, with a button', () => {
  const state = opened();
  reduce(state, { type: 'entered', me: ada });
  follow(state);
  reduce(state, { type: 'offline.outdated' });
  assert.match(words(view(state)), /Standups was updated\. Reload/);
  assert.deepEqual(doing(reduce(state, { type: 'offline.reload' })), ['reload']);
});
