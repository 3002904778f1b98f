// The people connected to a meeting, and the person who is marked as here.
import './page.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../../Services/Gateway/Page/reduce.js';
import { initial } from '../../../Services/Gateway/Page/state.js';
import { expiryMs } from '../../../Services/Standups/Page/presence.js';
import { connected, presence } from '../../../Services/Standups/Page/presence-view.js';

const id = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [annPerson, bobPerson] = [id(71), id(72)];
const [ann, bob, cy] = [{ id: id(91), name: 'Ann', person: annPerson }, { id: id(92), name: 'Bob', person: bobPerson }, { id: id(93), name: 'Cy', person: id(73) }];
const daily = { id: id(1), title: 'Daily', durationMs: 600_000, theme: 'teal', attendees: [ann, bob, cy], revision: 1 };
const meeting = id(50);
const place = { kind: 'record', standup: daily.id };

const session = (attendees = daily.attendees) => ({ elapsedMs: 0, session: { id: meeting, standup: { ...daily, attendees }, speakerIndex: 0, isRecording: false, clock: { elapsedMs: 0, at: { wallMs: 1_000_000 }, isRunning: true }, startedAt: { wallMs: 1_000_000 } } });

/** A page of Ann that shows the meeting; returns the state and the effects of its start. */
function page({ attendees, role = 'member', arrived = '', person = annPerson } = {}) {
  const state = initial();
  const effects = [];
  const send = (action) => effects.push(...reduce(state, action));
  send({ type: 'begin', place, isMuted: false, hasMicrophone: true, code: '', arrived });
  send({ type: 'entered', me: { name: 'Ann', role, person } });
  state.now = 1_000_000;
  send({ type: 'opened' });
  send({ type: 'frame', frame: { snapshot: { epoch: 'e', sequence: 10, standups: [{ standup: daily, meetings: 0, live: meeting }], meetings: [session(attendees)] }, begin: true } });
  send({ type: 'frame', frame: { following: { epoch: 'e', after: 10 } } });
  return { state, effects };
}

const tell = (state, gateway, people, more) => reduce(state, { type: 'frame', frame: { event: { type: 'meeting.presence', subject: meeting, time: '', data: { gateway, people, more } } } });
const text = (node) => (Array.isArray(node) ? node.map(text).join('|') : typeof node === 'object' ? node?.text ?? text(node?.children ?? '') : String(node ?? ''));
const marks = (effects) => effects.filter((each) => each.target === 'meetings.present').map(({ body }) => body);

test('the lists of several gateways are joined, and each person is named once', () => {
  const { state } = page();
  assert.equal(connected(state, meeting), null);
  tell(state, 'north', [{ person: annPerson, name: 'Ann', device: 'Firefox on Linux' }, { name: 'Dana' }]);
  tell(state, 'south', [{ person: annPerson, name: 'Ann', device: 'Safari on iPhone', microphone: true }, { person: bobPerson, name: 'Bob', poor: true }], 2);
  assert.deepEqual(connected(state, meeting).map(({ name, devices }) => [name, devices.length]), [['Ann', 2], ['Bob', 1], ['Dana', 1]]);
  const shown = text(presence(state, state.live.get(meeting)));
  assert.match(shown, /Ann \(you\), Bob and 3 more are connected/);
  assert.match(shown, /Firefox on Linux; Safari on iPhone, microphone on/);
  assert.match(shown, /Unknown browser, poor connection/);
  assert.match(shown, /Not here yet: Cy/);
});

test('a list replaces the earlier one of its gateway, and an empty one removes it', () => {
  const { state } = page();
  tell(state, 'north', [{ name: 'Dana' }, { name: 'Eve' }]);
  tell(state, 'north', [{ name: 'Eve' }]);
  assert.deepEqual(connected(state, meeting).map(({ name }) => name), ['Eve']);
  tell(state, 'north', []);
  assert.equal(connected(state, meeting), null);
});

test('the people of a gateway that ended are gone after a while', () => {
  const { state } = page();
  const later = tell(state, 'north', [{ name: 'Dana' }]).find(({ type }) => type === 'after');
  assert.equal(later.ms, expiryMs);
  tell(state, 'south', [{ name: 'Eve' }]);
  state.now += expiryMs - 1;
  tell(state, 'south', [{ name: 'Eve' }]);
  state.now += 1;
  assert.deepEqual(connected(state, meeting).map(({ name }) => name), ['Eve']);
  reduce(state, later.action);
  assert.deepEqual([...state.present.get(meeting).keys()], ['south']);
});

test('while the connection is lost, nobody is shown as connected', () => {
  const { state } = page();
  tell(state, 'north', [{ name: 'Dana' }]);
  reduce(state, { type: 'lost', code: 1006 });
  assert.equal(connected(state, meeting), null);
});

test('attendees are missing only at the start, while they have a turn, and if they are linked', () => {
  const { state } = page({ attendees: [ann, { ...bob, person: undefined }, cy] });
  tell(state, 'north', [{ person: annPerson, name: 'Ann' }]);
  const shown = () => text(presence(state, state.live.get(meeting)));
  assert.match(shown(), /Not here yet: Cy/);
  assert.doesNotMatch(shown(), /Bob/);
  state.now += 121_000;
  tell(state, 'north', [{ person: annPerson, name: 'Ann' }]);
  assert.doesNotMatch(shown(), /Not here yet/);
});

test('a person who connects while away is marked as here, once, and can undo it', () => {
  const { state, effects } = page({ attendees: [bob, cy] });
  assert.deepEqual(marks(effects), [{ id: meeting, attendee: ann.id }]);
  assert.ok(effects.some((each) => each.type === 'remember' && each.name === 'arrived' && each.value === meeting));
  const { as } = effects.find((each) => each.target === 'meetings.present');
  reduce(state, { ...as, after: 10, reply: session([bob, cy, ann]) });
  assert.match(text(presence(state, state.live.get(meeting))), /You were marked as here\.\|?Undo/);
  // Away again: nothing marks them a second time, not even after a reload.
  reduce(state, { type: 'live.read', after: 10, reply: session([bob, cy]) });
  assert.deepEqual(marks(reduce(state, { type: 'now' })), []);
  assert.doesNotMatch(text(presence(state, state.live.get(meeting))), /marked/);
  assert.deepEqual(marks(page({ attendees: [bob, cy], arrived: meeting }).effects), []);
});

test('nobody else is marked: a guest, an observer, or a person who is here', () => {
  assert.deepEqual(marks(page({ attendees: [bob, cy], person: null }).effects), []);
  assert.deepEqual(marks(page({ attendees: [bob, cy], person: id(79) }).effects), []);
  assert.deepEqual(marks(page({ attendees: [bob, cy], role: 'observer' }).effects), []);
  assert.deepEqual(marks(page().effects), []);
});
