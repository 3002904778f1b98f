// Written updates: those that wait, the form that writes them, and where meetings show them.
import './page.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../../Services/Gateway/Page/reduce.js';
import { initial } from '../../../Services/Gateway/Page/state.js';
import { pastUpdates, standupUpdates, turnUpdates } from '../../../Services/Standups/Page/updates-view.js';

const id = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [annPerson, bobPerson] = [id(71), id(72)];
const [ann, bob, cy] = [{ id: id(91), name: 'Ann', person: annPerson }, { id: id(92), name: 'Bob', person: bobPerson }, { id: id(93), name: 'Cy' }];
const daily = { id: id(1), title: 'Daily', durationMs: 600_000, theme: 'teal', attendees: [ann, bob, cy], revision: 1 };
const meeting = id(50);
const update = (attendee, text, more = {}) => ({ attendee, text, atMs: 1, ...more });

const snapshot = (live) => ({ epoch: 'e', sequence: 10, standups: [{ standup: daily, meetings: 0, ...(live && { live: meeting }) }],
  meetings: live ? [{ elapsedMs: 0, session: { id: meeting, standup: { ...daily, attendees: [ann, bob] }, speakerIndex: 0, isRecording: false, clock: { elapsedMs: 0, at: { wallMs: 1_000_000 }, isRunning: true }, startedAt: { wallMs: 1_000_000 } } }] : [] });

/** A page of a person that shows the standup, or its meeting, with the updates that wait. */
function page({ role = 'member', person = annPerson, updates = [], live = false, writing } = {}) {
  const state = initial();
  reduce(state, { type: 'begin', place: { kind: live ? 'record' : 'standup', standup: daily.id }, isMuted: false, hasMicrophone: true, code: '', writing });
  reduce(state, { type: 'entered', me: { name: 'Ann', role, person } });
  state.now = 1_000_000;
  follow(state, live);
  reduce(state, { type: 'updates.read', standup: daily.id, after: 10, reply: { updates } });
  return state;
}

function follow(state, live) {
  reduce(state, { type: 'opened' });
  reduce(state, { type: 'frame', frame: { snapshot: snapshot(live), begin: true } });
  return reduce(state, { type: 'frame', frame: { following: { epoch: 'e', after: 10 } } });
}

/** Applies the next event of the journal. */
function tell(state, type, subject, data) {
  const sequence = String(state.follow.after + 1).padStart(20, '0');
  return reduce(state, { type: 'frame', frame: { event: { type, subject, data, epoch: 'e', sequence, time: new Date(state.now).toISOString() } } });
}

const text = (node) => (Array.isArray(node) ? node.map(text).join('|') : typeof node === 'object' ? node?.text ?? text(node?.children ?? '') : String(node ?? ''));
const nodes = (node) => (Array.isArray(node) ? node.flatMap(nodes) : node?.tag ? [node, ...nodes(node.children)] : []);
const shown = (state) => text(standupUpdates(state, daily));
const buttons = (state) => nodes(standupUpdates(state, daily)).filter(({ tag }) => tag === 'button').map(({ props }) => props);
const draft = (state) => state.writing.get(daily.id);
const texts = (state) => state.updates.get(daily.id)?.map((each) => `${each.attendee.name}: ${each.text}`);
const act = (state, type, more) => reduce(state, { type, standup: daily.id, ...more });

test('a person writes their own update, which is shown once it is saved', () => {
  const state = page();
  const [open] = buttons(state);
  assert.deepEqual(reduce(state, open.click), [{ type: 'focus', id: 'update' }]);
  assert.equal(draft(state).attendee, ann.id, 'the attendee of the person');
  assert.deepEqual(act(state, 'update.save'), [], 'a blank text is not sent');
  act(state, 'update.text', { text: '  Login page: done.\nNext: tests. ' });
  const [sent] = act(state, 'update.save');
  assert.deepEqual([sent.target, sent.body], ['standups.writeUpdate', { standup: daily.id, attendee: ann.id, text: 'Login page: done.\nNext: tests.' }]);
  assert.deepEqual(act(state, 'update.save'), [], 'a second press sends nothing');
  const effects = reduce(state, { ...sent.as, reply: { attendee: ann, atMs: 5 } });
  assert.deepEqual(effects.map(({ type }) => type), ['announce', 'focus']);
  assert.equal(draft(state), undefined);
  assert.deepEqual(texts(state), ['Ann: Login page: done.\nNext: tests.']);
  assert.match(shown(state), /Ann \(you\).*Login page/);
});

test('a text that was rejected, typed on, or interrupted by an outage stays in the form', () => {
  const state = page();
  act(state, 'update.open', { attendee: ann.id });
  act(state, 'update.text', { text: 'One.' });
  const [sent] = act(state, 'update.save');
  reduce(state, { ...sent.as, error: { code: 'conflict', message: 'Too long.' } });
  assert.deepEqual([draft(state).text, draft(state).isSaving], ['One.', false]);
  assert.match(shown(state), /Too long\./);
  reduce(state, { type: 'lost', code: 1006 });
  follow(state);
  assert.equal(draft(state).text, 'One.', 'after a new snapshot');
  const [again] = act(state, 'update.save');
  act(state, 'update.text', { text: 'One. Two.' });
  reduce(state, { ...again.as, reply: { attendee: ann, atMs: 5 } });
  assert.deepEqual([draft(state).text, texts(state)], ['One. Two.', ['Ann: One.']], 'what was typed since is not lost');
  const reloaded = page({ writing: [[daily.id, { ...draft(state), isSaving: true }]] });
  assert.deepEqual([draft(reloaded).text, draft(reloaded).isSaving], ['One. Two.', false]);
});

test('an update is written for another attendee, and a text that was typed is kept', () => {
  const state = page({ updates: [update(bob, 'Bob’s.')] });
  act(state, 'update.open', { attendee: ann.id });
  act(state, 'update.for', { attendee: bob.id });
  assert.equal(draft(state).text, 'Bob’s.', 'begins with the saved text');
  act(state, 'update.text', { text: 'Mine.' });
  act(state, 'update.for', { attendee: cy.id });
  assert.equal(draft(state).text, 'Mine.');
  assert.equal(act(state, 'update.save')[0].body.attendee, cy.id);
});

test('the form says that someone else changed the update, and that a text is too long', () => {
  const state = page({ updates: [update(ann, 'One.')] });
  act(state, 'update.open', { attendee: ann.id });
  assert.doesNotMatch(shown(state), /Someone else/);
  reduce(state, { type: 'updates.read', standup: daily.id, after: 10, reply: { updates: [update(ann, 'Theirs.')] } });
  assert.match(shown(state), /Someone else changed this update/);
  act(state, 'update.text', { text: '𝒂'.repeat(4000) });
  assert.equal(buttons(state).find((each) => each.class === 'primary').disabled, false);
  act(state, 'update.text', { text: 'a'.repeat(4001) });
  assert.match(shown(state), /-1 characters left/);
  assert.equal(buttons(state).find((each) => each.class === 'primary').disabled, true);
});

test('a removal can be undone, unless the attendee has written again', () => {
  const state = page({ updates: [update(bob, 'Bob’s.')] });
  const [sent] = act(state, 'update.remove', { attendee: bob.id });
  assert.deepEqual([sent.target, sent.body], ['standups.removeUpdate', { standup: daily.id, attendee: bob.id }]);
  const [notice] = reduce(state, { ...sent.as, reply: {} });
  reduce(state, notice.action);
  assert.deepEqual(texts(state), []);
  const { offer } = state.notices[0];
  const [restored] = reduce(state, offer.action);
  assert.deepEqual([restored.body.text, state.notices], ['Bob’s.', []]);
  tell(state, 'update.written', daily.id, { attendee: bob, atMs: 9, text: 'New.' });
  assert.deepEqual(reduce(state, offer.action), []);
  const [again] = act(state, 'update.remove', { attendee: bob.id });
  reduce(state, { ...again.as, error: { code: 'not_found', message: '' } });
  assert.deepEqual(texts(state), [], 'another person was faster');
});

test('events change the updates, and an older reply is ignored', () => {
  const state = page({ updates: [update(ann, 'A.')] });
  const { after } = state.follow;
  assert.equal(tell(state, 'update.written', daily.id, { attendee: bob, atMs: 2 })[0].target, 'standups.updates', 'the text is read');
  assert.equal(reduce(state, { type: 'updates.read', standup: daily.id, after, reply: { updates: [] } })[0].target, 'standups.updates');
  assert.deepEqual(texts(state), ['Ann: A.']);
  tell(state, 'update.written', daily.id, { attendee: bob, atMs: 2, text: 'B.' });
  assert.deepEqual(texts(state), ['Ann: A.', 'Bob: B.']);
  tell(state, 'update.removed', daily.id, { attendee: ann.id });
  assert.deepEqual(texts(state), ['Bob: B.']);
  tell(state, 'meeting.finished', meeting, { standup: daily.id, title: 'Daily', meeting: { id: meeting, date: '2026-01-01T09:00:00Z', segments: [], transcript: '', updates: [update(bob, 'B.')] } });
  assert.deepEqual(texts(state), [], 'the meeting has saved them');
  assert.ok(tell(state, 'meeting.reopened', meeting, {}).some(({ target }) => target === 'standups.updates'));
});

test('an observer reads updates and changes none, and an update of a former attendee is not shown', () => {
  const state = page({ role: 'observer', updates: [update(bob, 'B.'), update({ id: id(99), name: 'Former' }, 'F.')] });
  assert.match(shown(state), /Bob.*B\./);
  assert.doesNotMatch(shown(state), /Former/);
  assert.deepEqual(buttons(state), []);
  assert.equal(standupUpdates(page({ role: 'observer' }), daily), null);
});

test('a meeting shows the update of the speaker, and in the last turn those of the absent', () => {
  const state = page({ live: true, updates: [update(ann, 'A.'), update(cy, 'C.')] });
  const seen = () => text(turnUpdates(state, state.live.get(meeting)));
  assert.match(seen(), /Written update of Ann.*A\./);
  assert.doesNotMatch(seen(), /C\./);
  tell(state, 'meeting.speakerChanged', meeting, { speaker: 1, attendee: bob, elapsedMs: 300_000, cause: 'skipped' });
  assert.match(seen(), /away.*Cy.*C\./);
  assert.doesNotMatch(seen(), /A\./);
});

test('a meeting does not show the update of an attendee who has been removed from the standup meanwhile', () => {
  const state = page({ live: true, updates: [] });
  const seen = () => text(turnUpdates(state, state.live.get(meeting)));
  tell(state, 'meeting.speakerChanged', meeting, { speaker: 1, attendee: bob, elapsedMs: 300_000, cause: 'skipped' });
  tell(state, 'update.written', daily.id, { attendee: cy, atMs: 9, text: 'C.' });
  assert.match(seen(), /away.*Cy.*C\./);
  tell(state, 'standup.updated', daily.id, { standup: { ...daily, attendees: [ann, bob], revision: 2 } });
  assert.doesNotMatch(seen(), /C\./);
  tell(state, 'update.written', daily.id, { attendee: cy, atMs: 10, text: 'D.' });
  assert.doesNotMatch(seen(), /D\./);
});

test('a past meeting lists the updates of its participants in their order, then those of the absent', () => {
  const state = page();
  const past = { id: id(40), date: '', transcript: '', segments: [], attendees: [bob, ann], updates: [update(cy, 'C.'), update(ann, 'A.'), update(bob, 'B.')] };
  assert.match(text(pastUpdates(state, past)), /Bob.*B\..*Ann \(you\).*A\..*Cy \(absent\).*C\./);
  assert.equal(pastUpdates(state, { ...past, updates: undefined }), null);
});

test('a standup that was held in writing is added to the past meetings, and names those without an update', () => {
  const state = page({ updates: [update(ann, 'A.')] });
  state.pages.set(daily.id, { meetings: [], next: null, isLoading: false, shortened: [] });
  const past = { id: id(40), date: '2026-01-01T09:00:00.000Z', transcript: '', segments: [], ending: 'written', attendees: [ann, bob, cy], updates: [update(ann, 'A.')] };
  tell(state, 'meeting.finished', past.id, { standup: daily.id, title: 'Daily', meeting: past });
  assert.deepEqual([state.pages.get(daily.id).meetings.map((each) => each.id), texts(state)], [[past.id], []]);
  assert.match(text(pastUpdates(state, past)), /A\..*No update: Bob, Cy/);
  assert.match(text(pastUpdates(state, { ...past, updates: undefined })), /No update: Ann \(you\), Bob, Cy/);
  assert.equal(pastUpdates(state, { ...past, updates: undefined, isErased: true }), null);
});
