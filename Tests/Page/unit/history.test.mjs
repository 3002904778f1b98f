// The history of standups and persons.
import './page.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../../Services/Gateway/Page/reduce.js';
import { initial } from '../../../Services/Gateway/Page/state.js';
import { parse } from '../../../Services/Gateway/Page/places.js';
import { csv, weeksOf } from '../../../Services/History/Page/figures.js';
import { fileName, view } from '../../../Services/History/Page/view.js';

const id = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const ada = { id: id(11), name: 'Ada', person: id(1) };
const grace = { id: id(12), name: 'Grace' };
const standups = [
  { standup: { id: id(21), title: 'Design', durationMs: 300_000, theme: 'orange', attendees: [ada, grace], revision: 1 }, meetings: 3 },
  { standup: { id: id(22), title: 'Product', durationMs: 300_000, theme: 'sky', attendees: [{ ...ada, id: id(13) }], revision: 1 }, meetings: 1 },
  { standup: { id: id(23), title: 'Others', durationMs: 300_000, theme: 'sky', attendees: [grace], revision: 1 }, meetings: 0 },
];
const now = Date.parse('2026-12-01T08:00:00.000Z');

/** A page at a place, with the commands of entering it. */
function page(place) {
  const state = initial();
  reduce(state, { type: 'begin', place, isMuted: false, hasMicrophone: true, code: '' });
  reduce(state, { type: 'entered', me: { name: 'Ada', role: 'observer', session: id(9) } });
  state.now = now;
  reduce(state, { type: 'frame', frame: { snapshot: { epoch: 'e', sequence: 10, standups, meetings: [] }, begin: true } });
  const effects = reduce(state, { type: 'frame', frame: { following: { epoch: 'e', after: 10 } } });
  return { state, asked: asked(effects) };
}

const asked = (effects) => effects.filter(({ target }) => target === 'meetings.stats');
const answer = (state, effect, reply) => reduce(state, { ...effect.as, after: state.follow.after, reply });
const nodes = (node) => (Array.isArray(node) ? node.flatMap(nodes) : node?.tag ? [node, ...nodes(node.children)] : []);
const words = (node) => [node].flat(Infinity).filter(Boolean).map((each) => each.text ?? words(each.children ?? [])).join('');
const shown = (state) => view(state, state.place, 2);
const figures = (number, more = {}) => ({ id: id(number), name: `Attendee ${number}`, present: 1, late: 0, absent: 0, spoke: 1, spokenMs: 60_000,
  plannedMs: 60_000, over: 0, overMs: 0, ...more });
const week = (startMs, more = {}) => ({ startMs, meetings: 1, durationMs: 1, plannedMs: 1, spokenMs: 1, present: 2, late: 1, absent: 1, ...more });
const reply = { fromMs: 0, toMs: now, meetings: [
  { id: id(31), date: '2026-11-30T09:00:00Z', durationMs: 400_000, plannedMs: 300_000, pausedMs: 0, present: 2, late: 0, absent: 0, over: 1 },
  { id: id(32), date: '2026-11-27T09:00:00Z' }],
attendees: [{ ...figures(11), name: 'Ada' }, { ...figures(12, { spokenMs: 120_000, over: 1 }), name: 'Grace' }],
weeks: [week(Date.parse('2026-11-30T00:00:00Z')), week(Date.parse('2026-11-09T00:00:00Z'))] };

test('the history of a standup has a picture and a table for each kind of figure', () => {
  const { state, asked: [read, ...rest] } = page({ kind: 'history', standup: id(21) });
  assert.deepEqual(rest, []);
  assert.deepEqual([read.body.standup, read.body.toMs - read.body.fromMs], [id(21), 12 * 604_800_000]);
  assert.equal(nodes(shown(state)).filter(({ tag }) => tag === 'table').length, 0);
  answer(state, read, reply);
  const all = nodes(shown(state));
  const pictures = all.filter(({ props }) => props.role === 'img').map(({ props }) => props['aria-label']);
  assert.deepEqual(pictures, ['Length and plan: 1 meeting, 1 longer than planned', 'Speaking time by week: 0:00 in 4 weeks', 'Turns over their time: 1 turn over in 1 meeting', 'Attendance: 4 weeks, 67 % present']);
  const tables = all.filter(({ tag }) => tag === 'table');
  assert.deepEqual(tables.map(({ children }) => nodes(children).filter(({ props }) => props.scope === 'col').map(words).join()),
    ['Date,Length,Planned,Paused', 'Attendee,Total,Average per meeting,Meetings,Turns over', 'Week of,Meetings,Speaking time', 'Date,Turns over', 'Week of,Meetings,On time,Late,Absent']);
  assert.match(words(tables[0]), /6:405:000:00.*UnknownUnknownUnknown/, 'lengths that are not known');
  assert.match(words(tables[1]), /Grace2:002:0011Ada1:001:0010/);
  assert.match(words(shown(state)), /Grace spoke the longest/);
});

test('a longer period is read again, and an earlier reply is ignored', () => {
  const { state, asked: [read] } = page({ kind: 'history', standup: id(21) });
  const [again] = asked(reduce(state, { type: 'history.weeks', weeks: 26 }));
  assert.equal(again.body.toMs - again.body.fromMs, 26 * 604_800_000);
  answer(state, read, reply);
  assert.equal(state.history.meetings.length, 0);
  const [more] = asked(answer(state, again, { ...reply, next: '1 a' }));
  assert.equal(more.body.after, '1 a');
  answer(state, more, { ...reply, meetings: [] });
  assert.equal(state.history.attendees[0].spokenMs, 120_000, 'pages are added up');
  assert.equal(state.history.waiting, 0);
});

test('the history of a person adds up the standups in which they take part', () => {
  const { state, asked: reads } = page({ kind: 'personHistory', person: id(1) });
  assert.deepEqual(reads.map(({ body }) => [body.standup, body.person]), [[id(21), id(1)], [id(22), id(1)]]);
  answer(state, reads[0], { ...reply, attendees: [{ ...figures(11) }] });
  answer(state, reads[1], { ...reply, meetings: [{ id: id(33), date: '2026-11-28T09:00:00Z' }], attendees: [{ ...figures(13) }] });
  assert.match(words(shown(state)), /History of Ada/);
  assert.match(words(shown(state)), /Design.*Product/);
  assert.deepEqual(state.history.meetings.map((each) => each.id), [31, 33, 32].map(id), 'newest first');
  assert.equal(state.history.all.get(Date.parse('2026-11-30T00:00:00Z')).present, 4);
});

test('speaking time over weeks and turns over are pictures, with what is unknown in their tables', () => {
  const { state, asked: [read] } = page({ kind: 'history', standup: id(21) });
  const weeks = [week(Date.parse('2026-11-30T00:00:00Z'), { spokenMs: 120_000 }), week(Date.parse('2026-11-16T00:00:00Z'), { spokenMs: 60_000 })];
  answer(state, read, { ...reply, weeks, meetings: [...reply.meetings, { ...reply.meetings[0], id: id(33), date: '2026-11-20T09:00:00Z', over: 2 }] });
  const all = nodes(shown(state));
  const picture = (name) => all.find(({ props }) => props['aria-label']?.startsWith(name));
  const heights = (name) => nodes(picture(name).children).filter(({ tag }) => tag === 'rect').map(({ props }) => [props.class, Number(props.height)]);
  assert.deepEqual([picture('Speaking time by week').props['aria-label'], heights('Speaking time by week')],
    ['Speaking time by week: 3:00 in 3 weeks', [['used', 48], ['used', 96]]]);
  assert.deepEqual([picture('Turns over').props['aria-label'], heights('Turns over')], ['Turns over their time: 3 turns over in 2 meetings', [['over', 96], ['over', 48]]]);
  const tables = all.filter(({ tag }) => tag === 'table').map((each) => words(each));
  assert.match(tables[2], /12:00.*00:00.*11:00/s);
  assert.match(tables[3], /1.*Unknown.*2$/s);
});

test('an empty history says so, and a problem is shown', () => {
  const { state, asked: [read] } = page({ kind: 'history', standup: id(21) });
  answer(state, read, { fromMs: 0, toMs: now, meetings: [], attendees: [], weeks: [] });
  assert.match(words(shown(state)), /No meetings in this period/);
  const [again] = asked(reduce(state, { type: 'history.weeks', weeks: 4 }));
  reduce(state, { ...again.as, error: { code: 'unavailable', message: 'The store does not respond.' } });
  assert.match(words(shown(state)), /The store does not respond/);
});

test('the file has the figures, and no formula of a spreadsheet', () => {
  const { state, asked: [read] } = page({ kind: 'history', standup: id(21) });
  answer(state, read, reply);
  state.history.attendees[0].name = '=1+1';
  const text = csv(state.history, () => 'Design, "new"', ({ name }) => name);
  assert.ok(text.startsWith('\uFEFFdate,standup,length_s,planned_s,paused_s,present,late,absent,turns_over\r\n'));
  assert.match(text, /2026-11-30T09:00:00Z,"Design, ""new""",400,300,0,2,0,0,1\r\n/);
  assert.match(text, /\r\n'=1\+1,1,0,0,1,60,60,0,0\r\n/);
  const save = reduce(state, { type: 'history.save', name: 'a.csv' }).find(({ type }) => type === 'save');
  assert.equal(save.name, 'a.csv');
  assert.match(fileName('A/B: "C"', state.history), /^A B C history 2026-1[12]-\d\d\.csv$/);
});

test('weeks without meetings are shown between others', () => {
  const first = Date.parse('2026-10-05T00:00:00Z');
  const all = new Map([first, first + 3 * 604_800_000].map((startMs) => [startMs, week(startMs)]));
  assert.deepEqual(weeksOf({ all }).map(({ meetings }) => meetings), [1, 0, 0, 1]);
  assert.deepEqual(weeksOf({ all: new Map() }), []);
});

test('the addresses of a history lead to it', () => {
  assert.deepEqual(parse(`/standups/${id(21)}/history`), { kind: 'history', standup: id(21) });
  assert.deepEqual(parse(`/people/${id(1)}/history`), { kind: 'personHistory', person: id(1) });
});
