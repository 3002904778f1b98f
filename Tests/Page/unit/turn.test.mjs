// Calls to the person of the session: soon, started, next, and their turn.
import './page.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badge, call, canOffer } from '../../../Services/Gateway/Page/call.js';
import { run } from '../../../Services/Gateway/Page/errands.js';
import { reduce } from '../../../Services/Gateway/Page/reduce.js';
import { initial } from '../../../Services/Gateway/Page/state.js';
import { mine, soonMs } from '../../../Services/Standups/Page/turn.js';

const id = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const me = id(71);
const [ann, bob, cy] = [{ id: id(91), name: 'Ann' }, { id: id(92), name: 'Bob' }, { id: id(93), name: 'Cy', person: me }];
const daily = { id: id(1), title: 'Daily', durationMs: 600_000, theme: 'teal', attendees: [ann, bob, cy], revision: 1 };
const meeting = id(50);

/** A page that shows the list, or another place. */
function page({ person = me, meetings = [], place = { kind: 'list' } } = {}) {
  const state = initial();
  reduce(state, { type: 'begin', place, isMuted: false, hasMicrophone: true, code: '' });
  reduce(state, { type: 'entered', me: { name: 'Cy', role: 'member', person } });
  state.now = 1_000_000;
  reduce(state, { type: 'opened' });
  reduce(state, { type: 'frame', frame: { snapshot: { epoch: 'e', sequence: 10, standups: [{ standup: daily, meetings: 0, live: meetings[0]?.session.id }], meetings }, begin: true } });
  return { state, first: reduce(state, { type: 'frame', frame: { following: { epoch: 'e', after: 10 } } }) };
}

const live = (speakerIndex) => ({ elapsedMs: 0, session: { id: meeting, standup: daily, speakerIndex, isRecording: false, clock: { elapsedMs: 0, at: { wallMs: 1_000_000 }, isRunning: true }, startedAt: { wallMs: 1_000_000 } } });

function tell(state, type, data) {
  const sequence = String(state.follow.after + 1).padStart(20, '0');
  return reduce(state, { type: 'frame', frame: { event: { type, subject: meeting, data, epoch: 'e', sequence, time: new Date(state.now).toISOString() } } });
}

const calls = (effects) => effects.filter(({ type }) => type === 'call').map(({ text }) => text);
const badges = (effects) => effects.filter(({ type }) => type === 'badge').map(({ isOn }) => isOn);
const dings = (effects) => effects.filter(({ type }) => type === 'ding').length;

test('a person is called at the start, when they are next, and at their turn', () => {
  const { state } = page();
  const started = tell(state, 'meeting.started', { standup: daily, isRecording: false });
  assert.deepEqual([calls(started), badges(started), mine(state)], [['The meeting has started'], [], '']);
  assert.equal(started.find(({ type }) => type === 'call').path, `/standups/${daily.id}/record`);
  const next = tell(state, 'meeting.speakerChanged', { speaker: 1, elapsedMs: 1000 });
  assert.deepEqual([calls(next), badges(next), dings(next), mine(state)], [['You’re next'], [true], 1, 'You’re next']);
  const turn = tell(state, 'meeting.speakerChanged', { speaker: 2, elapsedMs: 2000 });
  assert.deepEqual([calls(turn), badges(turn), mine(state)], [['Your turn'], [true], 'Your turn']);
  assert.deepEqual(calls(reduce(state, { type: 'now' })), [], 'once');
  const over = tell(state, 'meeting.discarded', {});
  assert.deepEqual([calls(over), badges(over), mine(state)], [[], [false], '']);
});

test('what is so when the page opens is shown, and nobody is called', () => {
  const { state, first } = page({ meetings: [live(2)] });
  assert.deepEqual([calls(first), badges(first), mine(state)], [[], [true], 'Your turn']);
});

test('a visible meeting rings its own bell', () => {
  const { state } = page({ meetings: [live(0)], place: { kind: 'record', standup: daily.id } });
  const next = tell(state, 'meeting.speakerChanged', { speaker: 1, elapsedMs: 1000 });
  assert.deepEqual([calls(next), dings(next)], [['You’re next'], 1]);
});

test('nobody is called for another person, without one, or while the meeting is paused', () => {
  for (const person of [id(79), null]) {
    const { state } = page({ person });
    tell(state, 'meeting.started', { standup: daily, isRecording: false });
    assert.deepEqual(calls(tell(state, 'meeting.speakerChanged', { speaker: 2, elapsedMs: 1000 })), []);
  }
  const { state } = page({ meetings: [live(2)] });
  tell(state, 'meeting.alertPresented', { alert: { paused: {} }, elapsedMs: 1000 });
  assert.equal(mine(state), '');
});

test('a scheduled start is announced once, five minutes before', () => {
  const { state } = page();
  state.next.set(daily.id, new Date(1_000_000 + soonMs + 1).toISOString());
  const beat = () => calls(reduce(state, { type: 'now' }));
  assert.deepEqual(beat(), []);
  state.now += 1;
  assert.deepEqual(beat(), ['Starts in 5 min']);
  assert.deepEqual(beat(), []);
  // Another time of the same standup is announced again, and a past one never.
  state.next.set(daily.id, new Date(state.now + 90_000).toISOString());
  assert.deepEqual(beat(), ['Starts in 2 min']);
  state.next.set(daily.id, new Date(state.now).toISOString());
  assert.deepEqual(beat(), []);
});

test('attendees of a standup in writing are called for their update, and not for a start', () => {
  const { state } = page();
  const due = (data) => {
    const sequence = String(state.follow.after + 1).padStart(20, '0');
    return reduce(state, { type: 'frame', frame: { event: { type: 'schedule.due', subject: daily.id, data, epoch: 'e', sequence, time: new Date(state.now).toISOString() } } });
  };
  const asked = due({ mode: 'write', closesAt: '2026-11-25T16:30:00.000Z' });
  assert.match(calls(asked)[0], /^Write your update by .*2026/);
  assert.equal(asked.find(({ type }) => type === 'call').path, `/standups/${daily.id}`);
  assert.deepEqual(calls(due({ mode: 'ask' })), []);
  // People who are asked in their own zones are named: each is called by one event.
  const { me: { person } } = state;
  const local = { mode: 'write', closesAt: '2026-11-25T16:30:00.000Z' };
  assert.equal(calls(due({ ...local, zone: 'Asia/Tokyo', people: [id(79), person] })).length, 1);
  assert.deepEqual(calls(due({ ...local, zone: 'Asia/Tokyo', people: [id(79)] })), []);
  assert.deepEqual(calls(due({ ...local, except: [person] })), []);
  assert.equal(calls(due({ ...local, except: [id(79)] })).length, 1);
  state.written.add(daily.id);
  state.next.set(daily.id, new Date(state.now + soonMs).toISOString());
  assert.deepEqual(calls(reduce(state, { type: 'now' })), [], 'nothing starts');
  assert.deepEqual(calls(page({ person: id(79) }).first), []);
});

/** A browser with notifications, the calls of whose functions are returned. */
function browser({ permission = 'default', notify = null } = {}) {
  const asked = [];
  const note = (name) => (...values) => {
    asked.push([name, ...values]);
    return Promise.resolve();
  };
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { vibrate: note('vibrate'), setAppBadge: note('setAppBadge'), clearAppBadge: note('clearAppBadge') } });
  Object.assign(globalThis, { Notification: { permission }, localStorage: { getItem: (name) => (name === 'notify' ? notify : null) } });
  return asked;
}

test('a call vibrates the phone, and the badge of the app follows the turn', async () => {
  const asked = browser();
  await call({ text: 'Your turn', body: 'Daily', path: '/' });
  badge(true);
  badge(false);
  assert.deepEqual(asked, [['vibrate', [120, 60, 120]], ['setAppBadge'], ['clearAppBadge']]);
});

test('notifications are offered unless they are on, off by choice, blocked or missing', () => {
  const offered = (settings) => {
    browser(settings);
    const told = [];
    run({ type: 'offerNotifications' }, (action) => told.push(action), /** @type {any} */ ({}));
    assert.equal(canOffer(), told.length === 1);
    return told.map(({ text, offer }) => [text, offer.label, offer.action.sheet.kind]);
  };
  assert.deepEqual(offered({}), [['Get a notification when it’s your turn?', 'Notifications', 'notify']]);
  assert.deepEqual(offered({ permission: 'granted' }).length, 1, 'permitted, but never chosen');
  for (const settings of [{ notify: 'yes' }, { notify: '' }, { permission: 'denied' }]) assert.deepEqual(offered(settings), []);
  delete globalThis.Notification;
  assert.equal(canOffer(), false);
});
