// The search: its filters, the standups that it finds, and replies that are late.
import './page.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../../Services/Gateway/Page/reduce.js';
import { initial } from '../../../Services/Gateway/Page/state.js';
import { enter, found } from '../../../Services/Standups/Page/past.js';

const id = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const ann = { id: id(91), name: 'Ann', person: id(71) };
const daily = { id: id(1), title: 'Daily', durationMs: 600_000, theme: 'teal', attendees: [ann], revision: 1 };
const place = { kind: 'search', query: 'budget' };
const meeting = { id: id(50), date: '2026-11-28T09:00:00Z' };
const hit = { standup: daily.id, title: 'Daily', meeting, snippet: 'The \u0002budget\u0003.' };

function page() {
  const state = initial();
  reduce(state, { type: 'begin', place, isMuted: false, hasMicrophone: true, code: '' });
  reduce(state, { type: 'entered', me: { name: 'Ann', role: 'member' } });
  reduce(state, { type: 'opened' });
  reduce(state, { type: 'frame', frame: { snapshot: { epoch: 'e', sequence: 10, standups: [{ standup: daily, meetings: 1 }], meetings: [] }, begin: true } });
  reduce(state, { type: 'frame', frame: { following: { epoch: 'e', after: 10 } } });
  state.search = null;
  const [sent] = enter(state, place);
  return { state, sent };
}

const text = (node) => (Array.isArray(node) ? node.map(text).join('|') : typeof node === 'object' ? node?.text ?? text(node?.children ?? '') : String(node ?? ''));
const nodes = (node) => (Array.isArray(node) ? node.flatMap(nodes) : node?.tag ? [node, ...nodes(node.children)] : []);
const shown = (state) => nodes(found(state, place, 2));
const set = (state, name, value) => reduce(state, { type: 'search.filter', name, text: value });

test('standups come before the meetings, and lead to them', () => {
  const { state, sent } = page();
  assert.deepEqual(sent.body, { query: 'budget', limit: 20, offset: 0 });
  const [said] = reduce(state, { ...sent.as, reply: { hits: [hit], total: 1, standups: [{ id: daily.id, title: 'Daily', snippet: '\u0002Budget\u0003: Ann' }] } });
  assert.equal(said.text, '1 standup, 1 meeting');
  assert.deepEqual(shown(state).filter(({ tag }) => tag === 'a').map(({ props }) => props.href).slice(-2),
    [`/standups/${daily.id}`, `/standups/${daily.id}/meetings/${meeting.id}`]);
});

test('filters restrict the search, and stay while the words change', () => {
  const { state, sent } = page();
  assert.equal(set(state, 'standup', daily.id)[0].body.standup, daily.id);
  assert.equal(set(state, 'person', ann.person)[0].body.person, ann.person);
  const [from] = set(state, 'from', '2026-11-01');
  const [both] = set(state, 'to', '2026-11-01');
  assert.equal(from.body.fromMs, new Date(2026, 10, 1).getTime());
  assert.equal(both.body.toMs, new Date(2026, 10, 2).getTime(), 'the last day is included');
  assert.deepEqual(reduce(state, { ...sent.as, reply: { hits: [hit], total: 1 } }), [], 'a reply without these filters is late');
  assert.deepEqual(state.search.hits, []);
  const [next] = enter(state, { kind: 'search', query: 'other' });
  assert.deepEqual(next.body, { ...both.body, query: 'other' });
  assert.match(text(found(state, { kind: 'search', query: 'other' }, 2)), /4 filters/);
});

test('a year that is being typed is no filter, and reversed days are not sent', () => {
  const { state, sent } = page();
  for (const day of ['0002-11-01', '0202-11-01', '']) assert.deepEqual(set(state, 'from', day), []);
  reduce(state, { ...sent.as, reply: { hits: [hit], total: 3 } });
  assert.equal(state.search.hits.length, 1, 'the reply is not late, because nothing restricts the search');
  const [more] = reduce(state, { type: 'search.more' });
  for (const reply of [{ hits: [hit], total: 3 }, { hits: [hit], total: 3 }]) reduce(state, { ...more.as, reply });
  assert.equal(state.search.hits.length, 2, 'a page that was requested twice is shown once');
  assert.equal(set(state, 'from', '2026-11-02').length, 1);
  assert.deepEqual(set(state, 'to', '2026-11-01'), []);
  assert.match(text(found(state, place, 2)), /The first day is after the last one\./);
  assert.equal(set(state, 'to', '2026-11-02').length, 1);
});

test('the choices are the standups and the persons who are known', () => {
  const { state, sent } = page();
  reduce(state, { ...sent.as, reply: { hits: [], total: 0 } });
  assert.deepEqual(shown(state).filter(({ tag }) => tag === 'option').map(({ props }) => props.value), ['', daily.id, '', ann.person]);
});
