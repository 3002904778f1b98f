// Corrections of the transcript of a past meeting: the form of a line, its undo, and changes by others.
import './page.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduce } from '../../../Services/Gateway/Page/reduce.js';
import { initial } from '../../../Services/Gateway/Page/state.js';
import { past } from '../../../Services/Standups/Page/past.js';

const id = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [ann, bob, cy] = [{ id: id(91), name: 'Ann' }, { id: id(92), name: 'Bob' }, { id: id(93), name: 'Cy' }];
const daily = { id: id(1), title: 'Daily', durationMs: 600_000, theme: 'teal', attendees: [ann, bob], revision: 1 };
const meeting = id(50);
const line = (who, text, fromMs, more = {}) => ({ attendee: who.id, speaker: who.name, fromMs, toMs: fromMs + 5, text, ...more });
const snapshot = { epoch: 'e', sequence: 10, standups: [{ standup: daily, meetings: 1 }], meetings: [] };

/** A page that shows a past meeting with these lines. */
function page({ role = 'member', lines = [line(ann, 'One.', 0), line(bob, 'Cuban eddies is up.', 9)], parts } = {}) {
  const state = initial();
  reduce(state, { type: 'begin', place: { kind: 'meeting', standup: daily.id, meeting }, isMuted: false, hasMicrophone: true, code: '' });
  reduce(state, { type: 'entered', me: { name: 'Ann', role } });
  state.now = 1_000_000;
  reduce(state, { type: 'opened' });
  reduce(state, { type: 'frame', frame: { snapshot, begin: true } });
  reduce(state, { type: 'frame', frame: { following: { epoch: 'e', after: 10 } } });
  reduce(state, { type: 'paged', standup: daily.id, after: 10, reply: { meetings: [{ id: meeting, date: '2026-11-28T09:00:00Z', transcript: 'One.',
    segments: lines, attendees: [ann, bob], absent: [cy], ...(parts && { parts }) }] } });
  return state;
}

/** Applies the next event of the journal. */
function tell(state, type, subject, data) {
  const sequence = String(state.follow.after + 1).padStart(20, '0');
  return reduce(state, { type: 'frame', frame: { event: { type, subject, data, epoch: 'e', sequence, time: new Date(state.now).toISOString() } } });
}

const text = (node) => (Array.isArray(node) ? node.map(text).join('|') : typeof node === 'object' ? node?.text ?? text(node?.children ?? '') : String(node ?? ''));
const nodes = (node) => (Array.isArray(node) ? node.flatMap(nodes) : node?.tag ? [node, ...nodes(node.children)] : []);
const view = (state) => past(state, state.place, 2);
const button = (state, name) => nodes(view(state)).find(({ tag, props, children }) => tag === 'button' && (props['aria-label'] ?? text(children)) === name);
const press = (state, name) => reduce(state, button(state, name).props.click);
const lines = (state) => state.pages.get(daily.id).meetings[0].segments;

test('the words and the speaker of a line are corrected, with undo', () => {
  const state = page();
  press(state, 'Correct the transcript');
  assert.deepEqual(press(state, 'Edit the line “Cuban eddies is up.”'), [{ type: 'focus', id: 'correct-text' }]);
  const options = nodes(view(state)).filter(({ tag }) => tag === 'option').map(({ children }) => text(children));
  assert.deepEqual(options, ['Ann', 'Bob', 'Cy']);
  reduce(state, { type: 'correct.text', text: ' Kubernetes\nis up. ' });
  reduce(state, { type: 'correct.for', attendee: ann.id });
  const [sent] = reduce(state, { type: 'correct.save' });
  assert.deepEqual([sent.target, sent.body], ['meetings.correctLine', { standup: daily.id, meeting, line: 1,
    was: { attendee: bob.id, fromMs: 9, text: 'Cuban eddies is up.' }, text: 'Kubernetes is up.', attendee: ann.id }]);
  assert.deepEqual(reduce(state, { type: 'correct.save' }), [], 'a second press sends nothing');
  const segment = line(ann, 'Kubernetes is up.', 9, { heard: 'Cuban eddies is up.', heardAttendee: bob.id, heardSpeaker: 'Bob' });
  // The event arrives before the reply.
  tell(state, 'meeting.lineCorrected', meeting, { line: 1, segment });
  const effects = reduce(state, { ...sent.as, reply: { meeting, segment } });
  assert.deepEqual([effects[0], effects[1].action.text], [{ type: 'focus', id: 'line-1-1' }, 'The line was corrected.']);
  assert.deepEqual(lines(state)[1], segment);
  assert.match(text(view(state)), /Heard as Bob: Cuban eddies is up\./);
  const [undo] = reduce(state, effects[1].action.offer.action);
  assert.deepEqual([undo.body.was.text, undo.body.isHeard, 'text' in undo.body], ['Kubernetes is up.', true, false]);
  assert.deepEqual(reduce(state, { ...undo.as, reply: { meeting, segment: line(bob, 'Cuban eddies is up.', 9) } }), [{ type: 'announce', text: 'The correction was undone.' }]);
  assert.deepEqual(lines(state)[1], line(bob, 'Cuban eddies is up.', 9));
});

test('the undo of a second correction restores the first one', () => {
  const corrected = line(bob, 'Kubernetes is up.', 0, { heard: 'Cuban eddies is up.' });
  const state = page({ lines: [corrected] });
  press(state, 'Correct the transcript');
  press(state, 'Edit the line “Kubernetes is up.”');
  const [sent] = press(state, 'Restore the recognised words');
  assert.deepEqual([sent.body.isHeard, 'text' in sent.body], [true, false]);
  const segment = line(bob, 'Cuban eddies is up.', 0);
  const [, notice] = reduce(state, { ...sent.as, reply: { meeting, segment } });
  const [undo] = reduce(state, notice.action.offer.action);
  assert.deepEqual([undo.body.text, undo.body.attendee, undo.body.was.text], ['Kubernetes is up.', bob.id, 'Cuban eddies is up.']);
});

test('a line that someone else changed is reported, and a rejected correction stays in the form', () => {
  const state = page();
  press(state, 'Correct the transcript');
  press(state, 'Edit the line “One.”');
  reduce(state, { type: 'correct.text', text: 'Two.' });
  const [sent] = reduce(state, { type: 'correct.save' });
  reduce(state, { ...sent.as, error: { code: 'conflict', message: 'Someone else has changed this line.' } });
  assert.match(text(view(state)), /Someone else has changed this line\./);
  assert.deepEqual([state.correcting.form.text, state.correcting.form.isSaving], ['Two.', false]);
  tell(state, 'meeting.lineCorrected', meeting, { line: 0, segment: line(ann, 'Three.', 0, { heard: 'One.' }) });
  assert.match(text(view(state)), /Someone else changed this line: “Three\.”/);
  assert.equal(reduce(state, { type: 'correct.save' })[0].body.was.text, 'Three.');
});

test('an unchanged line is not sent, and the form can be cancelled', () => {
  const state = page();
  press(state, 'Correct the transcript');
  press(state, 'Edit the line “One.”');
  assert.deepEqual(reduce(state, { type: 'correct.save' }), [{ type: 'focus', id: 'line-1-0' }]);
  press(state, 'Edit the line “One.”');
  press(state, 'Cancel');
  assert.equal(state.correcting.form, null);
  press(state, 'Done');
  assert.equal(state.correcting, null);
});

test('unsaved text stays while another line is edited, and after the end', () => {
  const state = page();
  press(state, 'Correct the transcript');
  press(state, 'Edit the line “One.”');
  reduce(state, { type: 'correct.text', text: 'Two.' });
  press(state, 'Edit the line “Cuban eddies is up.”');
  assert.equal(state.correcting.form.text, 'Cuban eddies is up.');
  assert.match(text(view(state)), /Not saved: “Two\.”/);
  press(state, 'Edit the line “One.”');
  assert.deepEqual([state.correcting.form.text, state.correcting.kept.size], ['Two.', 0], 'an unchanged form is not kept');
  const [, notice] = press(state, 'Done');
  assert.deepEqual([state.correcting, notice.action.text], [null, '1 line not saved.']);
  reduce(state, notice.action);
  reduce(state, notice.action.offer.action);
  assert.match(text(view(state)), /Not saved: “Two\.”/);
  press(state, 'Edit the line “One.”');
  const [sent] = reduce(state, { type: 'correct.save' });
  press(state, 'Edit the line “Cuban eddies is up.”');
  const effects = reduce(state, { ...sent.as, error: { code: 'unavailable', message: 'Try again.' } });
  assert.equal(effects.length, 1, 'the error is shown as a notice, because the form is closed');
  press(state, 'Edit the line “One.”');
  assert.deepEqual([state.correcting.form.text, state.correcting.form.isSaving, state.correcting.form.problem], ['Two.', false, 'Try again.']);
  press(state, 'Cancel');
  assert.deepEqual(press(state, 'Done'), [{ type: 'focus', id: 'correct' }], 'cancelled text is dropped');
});

test('text that is rejected after the end of the corrections can be resumed', () => {
  const state = page();
  press(state, 'Correct the transcript');
  press(state, 'Edit the line “One.”');
  reduce(state, { type: 'correct.text', text: 'Two.' });
  const [sent] = reduce(state, { type: 'correct.save' });
  assert.deepEqual(press(state, 'Done'), [{ type: 'focus', id: 'correct' }], 'it may still be saved');
  const [{ action: notice }] = reduce(state, { ...sent.as, error: { code: 'unavailable', message: 'Try again.' } });
  assert.deepEqual([notice.text, notice.isProblem], ['Try again.', true]);
  reduce(state, notice);
  reduce(state, notice.offer.action);
  assert.deepEqual(state.notices, []);
  press(state, 'Edit the line “One.”');
  assert.deepEqual([state.correcting.form.text, state.correcting.form.isSaving, state.correcting.form.problem], ['Two.', false, 'Try again.']);
});

test('a line of a later part is corrected there, and an older reply with the part is read again', () => {
  const state = page({ parts: 2 });
  const second = { id: meeting, transcript: '', segments: [line(ann, 'Three.', 20)], part: 2, parts: 2 };
  state.pages.get(daily.id).meetings[0].more = [];
  tell(state, 'meeting.lineCorrected', meeting, { part: 2, line: 0, segment: line(bob, 'Four.', 20) });
  const again = reduce(state, { type: 'parted', standup: daily.id, meeting, after: 10, reply: second });
  assert.deepEqual(again.map(({ target, body }) => [target, body.part]), [['standups.meetingPart', 2]]);
  reduce(state, { type: 'parted', standup: daily.id, meeting, after: 11, reply: second });
  press(state, 'Correct the transcript');
  press(state, 'Edit the line “Three.”');
  reduce(state, { type: 'correct.text', text: 'Four.' });
  const [sent] = reduce(state, { type: 'correct.save' });
  assert.deepEqual([sent.body.part, sent.body.line], [2, 0]);
});

test('an observer cannot correct', () => {
  const state = page({ role: 'observer' });
  assert.equal(button(state, 'Correct the transcript'), undefined);
});
