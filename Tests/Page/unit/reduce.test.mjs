// The reducer: a state and an action in, the state and effects out. An unexpected effect fails.
import './page.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elapsed, seen, watched } from '../../../Services/Standups/Page/live.js';
import { loaded, parts } from '../../../Services/Gateway/Page/parts.js';
import { path } from '../../../Services/Gateway/Page/places.js';
import { reduce } from '../../../Services/Gateway/Page/reduce.js';
import { foot } from '../../../Services/Gateway/Page/view-parts.js';
import { initial } from '../../../Services/Gateway/Page/state.js';
import { isHeard, microphone } from '../../../Services/Transcription/Page/control.js';
import { words as micWords } from '../../../Services/Transcription/Page/words.js';
import { list } from '../../../Services/Standups/Page/list.js';
import { awayUntil, lastDay, latecomers, seats } from '../../../Services/Standups/Page/people.js';
import { pastNotes, standupNotes, turnNotes } from '../../../Services/Standups/Page/notes.js';
import { view } from '../../../Services/Standups/Page/form-part.js';
import { live as liveView } from '../../../Services/Standups/Page/live-view.js';
import { sheets as reassignSheets } from '../../../Services/Standups/Page/reassign.js';
import { detail } from '../../../Services/Standups/Page/detail.js';
import { day, left } from '../../../Services/Gateway/Page/words.js';

const id = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const ada = { id: id(91), name: 'Ada' };
const grace = { id: id(92), name: 'Grace' };
const daily = { id: id(1), title: 'Daily', durationMs: 60_000, theme: 'teal', attendees: [ada, grace], revision: 1 };
const weekly = { ...daily, id: id(2), title: 'Weekly' };

/** A page that follows from event 10, at a place. */
function page(place = { kind: 'list' }, { meetings = [], role = 'operator' } = {}) {
  const state = initial();
  reduce(state, { type: 'begin', place, isMuted: false, hasMicrophone: true, code: '' });
  reduce(state, { type: 'entered', me: { name: 'Ada', role } });
  state.now = 1_000_000;
  reduce(state, { type: 'opened' });
  reduce(state, { type: 'frame', frame: { snapshot: { epoch: 'e', sequence: 10, standups: [{ standup: daily, meetings: 0 }, { standup: weekly, meetings: 0 }], meetings }, begin: true } });
  reduce(state, { type: 'frame', frame: { following: { epoch: 'e', after: 10 } } });
  return state;
}

/** All nodes of a tree. */
const nodes = (node) => (Array.isArray(node) ? node.flatMap(nodes) : node?.tag ? [node, ...nodes(node.children)] : []);

/** Applies the next event of the journal. */
function tell(state, type, subject, data, extra = {}) {
  const sequence = String(state.follow.after + 1).padStart(20, '0');
  return reduce(state, { type: 'frame', frame: { event: { type, subject, data, epoch: 'e', sequence, time: new Date(state.now).toISOString(), ...extra } } });
}

test('an answer that events have overtaken is not taken, and asked for again', () => {
  const state = page(record, { meetings: [live()] });
  const after = state.follow.after;
  tell(state, 'meeting.alertPresented', id(50), { alert: { speechFailed: { reason: 'No.' } }, actions: ['continue', 'discard'], elapsedMs: 6000 });
  assert.equal(seen(state).alert.name, 'speechFailed');
  const again = reduce(state, { type: 'live.read', after, reply: live() });
  assert.equal(seen(state).alert.name, 'speechFailed', 'the question stays');
  assert.deepEqual(again.map(({ target }) => target), ['meetings.get']);
  reduce(state, { type: 'live.read', after: state.follow.after, reply: live() });
  assert.equal(seen(state).alert, null, 'what was asked for later counts');
});

test('what was told while an answer was on its way counts, of schedules too', () => {
  const state = page();
  const [first, second] = ['2026-12-01T08:30:00.000Z', '2026-12-02T08:30:00.000Z'];
  const [asked] = reduce(state, { type: 'loaded', name: 'schedule' });
  const { after } = state.follow;
  tell(state, 'schedule.changed', daily.id, { schedule: { subject: daily.id, next: [second] } });
  reduce(state, { ...asked.as, after, reply: { schedules: [{ subject: weekly.id, next: [first] }], total: 1 } });
  assert.deepEqual([...state.next], [[daily.id, second], [weekly.id, first]], 'one that is new stays');
  const [read] = reduce(state, { type: 'times.again', subject: daily.id });
  tell(state, 'schedule.removed', weekly.id, { subject: weekly.id });
  reduce(state, { ...asked.as, after, reply: { schedules: [{ subject: daily.id, next: [first] }, { subject: weekly.id, next: [first] }], total: 2 } });
  assert.deepEqual([...state.next], [[daily.id, second]], 'one that is gone stays away');
  reduce(state, { ...read.as, after, reply: { subject: daily.id, next: [first] } });
  reduce(state, { ...read.as, after, error: { code: 'not_found', message: '' } });
  assert.equal(state.next.get(daily.id), second);
  // Sequences of another journal do not compare with these.
  reduce(state, { type: 'frame', frame: { snapshot: { epoch: 'e2', sequence: 3, standups: [], meetings: [] }, begin: true } });
  reduce(state, { ...read.as, after: 3, reply: { subject: daily.id, next: [first] } });
  assert.equal(state.next.get(daily.id), first);
});

test('pages, settings and focus are asked for again where their answer was overtaken', () => {
  const state = page({ kind: 'settings', standup: daily.id });
  const { after } = state.follow;
  const old = { id: id(70), date: '2026-11-25T08:30:00.000Z', transcript: '', segments: [] };
  tell(state, 'standup.updated', daily.id, { standup: { ...daily, revision: 2 }, deletedMeeting: id(70) });
  const [page1] = reduce(state, { type: 'paged', standup: daily.id, after, reply: { meetings: [old] } });
  assert.deepEqual([page1.target, state.pages.get(daily.id).meetings], ['standups.get', []]);
  tell(state, 'standup.recordingDecided', daily.id, { decision: 'denied' });
  const [settings] = reduce(state, { type: 'settings.read', standup: daily.id, after, reply: { status: 'authorized' } });
  assert.deepEqual([settings.target, state.settings.get(daily.id)], ['transcription.authorization', { status: 'denied' }]);
  tell(state, 'focus.started', 'Ada', { person: 'Ada', title: 'Write', durationMs: 1_500_000 });
  const idle = { person: 'Ada', title: '', isRunning: false, elapsedMs: 0, durationMs: 1_500_000 };
  const again = reduce(state, { type: 'focus.read', after, reply: idle });
  assert.deepEqual(again.map(({ target }) => target), ['focus.get']);
  assert.equal(state.focus.isRunning, true);
  const items = reduce(state, { type: 'focus.items', after, reply: { items: [], total: 0 } });
  assert.deepEqual(items.map(({ target }) => target), ['focus.items']);
  assert.equal(state.focusItems, null);
});

test('after an import what is seen is read again, notes and wanted meeting too', () => {
  const state = page({ kind: 'standup', standup: daily.id });
  const read = (effects) => effects.map(({ target, body }) => [target, body.id ?? body.standup]);
  const [later] = tell(state, 'meeting.imported', id(71), {});
  assert.deepEqual(tell(state, 'meeting.imported', id(72), {}), [], 'once for all of them');
  assert.deepEqual(read(reduce(state, later.action)), [['standups.followUps', daily.id], ['standups.updates', daily.id], ['standups.get', daily.id]]);
  state.place = { kind: 'meeting', standup: daily.id, meeting: id(70) };
  reduce(state, tell(state, 'meeting.imported', id(73), {})[0].action);
  assert.equal(state.pages.get(daily.id).want, id(70));
});

test('notes are asked for again where the first answer was overtaken, and no more is kept than is needed', () => {
  const state = page(record, { meetings: [live()] });
  const { after } = state.follow;
  tell(state, 'meeting.noted', id(50), { followUp: note(43, ada, id(50)) });
  const again = reduce(state, { type: 'notes.read', standup: daily.id, after, reply: { followUps: [] } });
  assert.deepEqual([again.map(({ target }) => target), open(state)], [['standups.followUps'], undefined]);
  for (let number = 0; number < 10_001; number += 1) tell(state, 'meeting.paused', id(1000 + number), {});
  assert.equal(state.told.size, 10_000);
  assert.equal(state.told.get(`meeting${id(11_000)}`), state.follow.after);
});

test('a meeting that is over is not there again by an older answer', () => {
  const state = page(record, { meetings: [live()] });
  const { after } = state.follow;
  tell(state, 'meeting.discarded', id(50), {});
  assert.deepEqual(reduce(state, { type: 'live.read', after, reply: live() }).map(({ target }) => target), ['meetings.get']);
  assert.equal(state.live.has(id(50)), false);
});

test('guesses of several microphones do not alternate, and each ends with a line of its speaker', () => {
  const state = page(record, { meetings: [live()] });
  const shown = () => seen(state)?.partial;
  const meeting = /** @type {Live} */ (seen(state));
  const attendees = meeting.standup.attendees.map((each, index) => ({ ...each, person: id(71 + index) }));
  meeting.standup = { ...meeting.standup, attendees };
  const guess = (/** @type {string} */ text, /** @type {string} */ person) => tell(state, 'meeting.partial', id(50), { text, person, fromMs: 0, toMs: 900 });
  guess('I fix', id(71));
  guess('Yes', id(72));
  assert.equal(shown(), 'I fix');
  guess('I fixed', id(71));
  assert.equal(shown(), 'I fixed');
  const line = { fromMs: 0, toMs: 900, speaker: 'B' };
  tell(state, 'meeting.segment', id(50), { segment: { ...line, attendee: attendees[1].id, text: 'Yes.' } });
  assert.equal(shown(), 'I fixed');
  tell(state, 'meeting.segment', id(50), { segment: { ...line, attendee: attendees[0].id, text: 'I fixed it.' } });
  assert.equal(shown(), '');
  guess('Next', id(72));
  assert.equal(shown(), 'Next');
});

test('an empty guess ends that of its microphone, whose words another one has recorded', () => {
  const state = page(record, { meetings: [live()] });
  const guess = (/** @type {string} */ text, /** @type {string} */ person) => tell(state, 'meeting.partial', id(50), { text, person, fromMs: 0, toMs: 900 });
  guess('I fix', id(71));
  guess('', id(72));
  assert.equal(seen(state)?.partial, 'I fix');
  guess('', id(71));
  assert.equal(seen(state)?.partial, '');
});

test('a problem of the signal is shown until the next good guess, also after a read', () => {
  const state = page(record, { meetings: [live()] });
  const guess = (/** @type {string | undefined} */ signal) => tell(state, 'meeting.partial', id(50), { text: 'So', fromMs: 0, toMs: 900, signal });
  const shown = () => JSON.stringify(microphone(state, seen(state)));
  for (const signal of ['quiet', 'clipped']) {
    guess(signal);
    assert.ok(shown().includes(micWords.signal[signal]));
    reduce(state, { type: 'live.read', after: state.follow.after, reply: live() });
    assert.ok(shown().includes(micWords.signal[signal]));
  }
  guess(undefined);
  assert.ok(!shown().includes(micWords.signal.clipped));
});

test('each microphone has its own problem of the signal, with the name of its person, for 30 s', () => {
  const attendees = [{ id: id(31), name: 'Ada', weight: 1, person: id(71) }, { id: id(32), name: 'Grace', weight: 1 }];
  const state = page(record, { meetings: [live({ standup: { ...daily, attendees } })] });
  const guess = (person, signal) => tell(state, 'meeting.partial', id(50), { text: 'So', fromMs: 0, toMs: 900, person, signal });
  const shown = () => JSON.stringify(microphone(state, seen(state)));
  guess(id(71), 'quiet');
  guess(undefined, undefined);
  assert.match(shown(), /Ada.*Very quiet/);
  guess(undefined, 'clipped');
  assert.ok(shown().includes(micWords.signal.clipped) && shown().includes(micWords.signal.quiet));
  guess(id(71), undefined);
  assert.ok(!shown().includes(micWords.signal.quiet));
  state.now += 30_000;
  assert.ok(!shown().includes(micWords.signal.clipped));
});

test('words that are heard count for 30 s, for whoever comes late, too', () => {
  const state = page(record, { meetings: [live()] });
  const is = () => isHeard(seen(state), state.now);
  assert.equal(is(), false, 'before the first');
  tell(state, 'meeting.partial', id(50), { text: 'So', fromMs: 0, toMs: 900 });
  assert.equal(is(), true);
  state.now += 29_999;
  assert.equal(is(), true);
  // An older reply does not replace a newer event.
  reduce(state, { type: 'live.read', after: state.follow.after, reply: { ...live({ heard: { untilMs: 900 } }), elapsedMs: 34_999 } });
  assert.equal(is(), true);
  state.now += 1;
  assert.equal(is(), false);
  tell(state, 'meeting.segment', id(50), { segment: { attendee: ada.id, speaker: 'Ada', fromMs: 0, toMs: 900, text: 'So.' } });
  assert.equal(is(), true);
  // Five seconds of the meeting have passed when it is read.
  for (const [elapsedMs, expected] of [[30_899, true], [30_900, false]]) {
    const late = page(record, { meetings: [{ ...live({ heard: { untilMs: 900 } }), elapsedMs }] });
    assert.equal(isHeard(seen(late), late.now), expected);
  }
});

test('a turn that has just begun ends only when its speaker is meant', () => {
  for (const [type, target] of [['live.next', 'meetings.next'], ['live.postpone', 'meetings.postpone']]) {
    const state = page(record, { meetings: [live({ standup: { ...daily, attendees: [ada, grace, { id: id(93), name: 'Edsger' }, { id: id(94), name: 'Tony' }] } })] });
    const press = (from) => reduce(state, { type, from }).filter((effect) => effect.type === 'command').map((effect) => [effect.target, effect.body.from]);
    reduce(state, { type: 'live.press', from: 0 });
    tell(state, 'meeting.speakerChanged', id(50), { speaker: 1, attendee: grace, elapsedMs: 20_000, cause: 'skipped' });
    state.now += 60;
    assert.deepEqual(press(), [], 'it was for Ada');
    state.now += 399;
    assert.deepEqual(press(1), [], 'a double click is one intention');
    state.now += 1;
    assert.deepEqual(press(1), [[target, 1]]);
    state.isAnswering = false;
    tell(state, 'meeting.speakerChanged', id(50), { speaker: 2, attendee: { id: id(93), name: 'Edsger' }, elapsedMs: 40_000, cause: 'skipped' });
    state.now += 1499;
    assert.deepEqual(press(2), []);
    state.now += 1;
    assert.deepEqual(press(1), [], 'the one who was seen has had their turn');
    assert.deepEqual(press(2), [[target, 2]]);
  }
});

test('discarding a meeting asks once more', () => {
  const state = page(record, { meetings: [live({ destination: { alert: { endMeeting: { isDiscardable: true } } } })] });
  const sent = (effects) => effects.filter(({ type }) => type === 'command').map(({ target, body }) => [target, body.action]);
  for (const action of [{ type: 'key', key: '2' }, { type: 'live.answer', action: 'discard' }]) {
    assert.deepEqual(sent(reduce(state, action)), []);
    assert.equal(state.sheet?.kind, 'discard');
    assert.deepEqual(reduce(state, { type: 'key', key: '2' }), [], 'no key answers the second question');
    assert.match(text(parts.live.sheets.discard(state, state.sheet)), /Discard this meeting\?.*"Discard".*"Keep the meeting"/);
    reduce(state, { type: 'sheet', sheet: null });
    assert.equal(seen(state).alert.name, 'endMeeting', 'the first question stays');
  }
  reduce(state, { type: 'key', key: '2' });
  assert.deepEqual(sent(reduce(state, { type: 'live.discard' })), [['meetings.answer', 'discard']]);
  assert.equal(state.sheet, null);
  assert.deepEqual(sent(reduce(state, { type: 'live.answer', action: 'discard' })), []);
  assert.equal(state.sheet, null, 'an answer is on its way');
  const said = reduce(state, { type: 'live.answered', meeting: id(50), reply: { discarded: {} } });
  assert.match(JSON.stringify(said), /An admin can restore it for 7 days/);
});

test('the second question closes when another person answers the first one', () => {
  const state = page(record, { meetings: [live({ destination: { alert: { paused: {} } } })] });
  reduce(state, { type: 'key', key: '3' });
  assert.equal(state.sheet?.kind, 'discard');
  tell(state, 'meeting.alertDismissed', id(50), { action: 'resume', elapsedMs: 6000 });
  assert.equal(state.sheet, null);
  const atEnd = page(record, { meetings: [live({ destination: { alert: { endMeeting: { isDiscardable: false } } } })] });
  reduce(atEnd, { type: 'live.answer', action: 'discard' });
  assert.equal(atEnd.sheet, null, 'a question that does not offer it');
});

test('the question to end a meeting names the person who asked', () => {
  const bob = { ...grace, name: 'Bob', person: id(71) };
  const standup = { ...daily, attendees: [{ ...ada, person: id(70) }, bob] };
  const state = page(record, { meetings: [live({ standup })] });
  state.standups.set(daily.id, { standup, meetings: 0, live: id(50) });
  state.me = { name: 'Ada', role: 'member', person: id(70) };
  state.members.set('default', [{ person: id(72), name: 'Cy', role: 'member' }]);
  const asked = (by) => {
    tell(state, 'meeting.alertPresented', id(50), { alert: { endMeeting: { isDiscardable: true } }, actions: [], elapsedMs: 6000 }, { by });
    return text(parts.live.alert(state, state.place));
  };
  for (const [by, who] of [[`person/${id(71)}`, 'Bob'], [`person/${id(72)}`, 'Cy'], [`person/${id(70)}`, 'You'], [`person/${id(79)}`, 'Someone'], [`token/${id(71)}`, 'Someone']]) {
    assert.match(asked(by), new RegExp(`${who} asked to end the meeting`), by);
  }
});

test('a restored meeting is among the past ones', () => {
  const state = page({ kind: 'standup', standup: daily.id }, {});
  const past = (/** @type {number} */ number, date) => ({ id: id(number), date, transcript: '', segments: [], ending: 'saved' });
  state.pages.set(daily.id, { meetings: [past(61, '2026-11-20T09:00:00Z')], next: null, isLoading: false, shortened: [] });
  tell(state, 'meeting.finished', id(62), { standup: daily.id, title: 'Daily', meeting: past(62, '2026-11-21T09:00:00Z') });
  assert.deepEqual(state.pages.get(daily.id).meetings.map((each) => each.id), [id(62), id(61)]);
});

test('an answer that ends a meeting has nothing read of it', () => {
  for (const [action, count] of [['saveAndEnd', 0], ['discard', 0], ['cancel', 0], ['resume', 1], ['allow', 1]]) {
    const state = page(record, { meetings: [live({ destination: { alert: { endMeeting: { isDiscardable: true } } } })] });
    const effects = tell(state, 'meeting.alertDismissed', id(50), { action, elapsedMs: 6000 });
    assert.equal(effects.filter(({ target }) => target === 'meetings.get').length, count, action);
  }
});

test('one more minute is given only where there is one', () => {
  const state = page(record, { meetings: [live()] });
  state.now += 55_000;
  assert.deepEqual(reduce(state, { type: 'key', key: '+' }), []);
  const long = page(record, { meetings: [live({ standup: { ...daily, durationMs: 86_400_000 } })] });
  assert.deepEqual(reduce(long, { type: 'key', key: '+' }), []);
});

test('a page that is let in no more keeps nothing of what was seen, and listens no more', () => {
  const state = page(record, { meetings: [live()] });
  state.mic = { state: 'on', meeting: id(50) };
  state.drafts.set('new', /** @type {any} */ ({ title: 'Secret' }));
  state.searchText = 'secret';
  const effects = reduce(state, { type: 'refused', problem: 'Ended.' });
  assert.deepEqual([state.live.size, state.standups.size, seen(state)], [0, 0, undefined]);
  assert.deepEqual([state.drafts.size, state.searchText, state.place], [0, '', record]);
  assert.deepEqual(effects.find(({ type }) => type === 'microphone'), { type: 'microphone', do: 'stop', meeting: id(50) });
});

test('a date that is typed is told when the field is left, one that is picked at once', () => {
  const state = page({ kind: 'standup', standup: daily.id });
  const of = (type, more = {}) => reduce(state, { type, standup: daily.id, id: ada.id, ...more });
  const set = (effects) => effects.map((effect) => effect.action?.day);
  assert.deepEqual(set(of('absent.change', { day: '2026-12-01' })), ['2026-12-01']);
  of('absent.typing');
  for (const day of ['0002-12-05', '0020-12-05', '', '2030-12-05']) assert.deepEqual(of('absent.change', { day }), []);
  assert.deepEqual(set(of('absent.typed')), ['2030-12-05']);
  assert.deepEqual(of('absent.typed'), [], 'once');
  of('absent.typing');
  of('absent.change', { day: '' });
  assert.deepEqual(of('absent.typed'), [], 'an emptied field takes nothing back');
});

test('a form that was kept goes on, and meets what changed meanwhile', () => {
  const state = initial();
  const kept = { title: 'Mine', durationMs: 60_000, theme: 'teal', attendees: daily.attendees, base: { ...daily, title: 'Old', revision: 0 }, focus: 'title', theirs: null, problem: '', isSaving: true };
  reduce(state, { type: 'begin', place: { kind: 'edit', standup: daily.id }, isMuted: false, hasMicrophone: true, code: '', drafts: [[daily.id, kept]] });
  reduce(state, { type: 'entered', me: { name: 'Ada', role: 'operator' } });
  reduce(state, { type: 'opened' });
  reduce(state, { type: 'frame', frame: { snapshot: { epoch: 'e', sequence: 10, standups: [{ standup: daily, meetings: 0 }], meetings: [] }, begin: true } });
  reduce(state, { type: 'frame', frame: { following: { epoch: 'e', after: 10 } } });
  const form = state.drafts.get(daily.id);
  assert.deepEqual([form.title, form.isSaving, form.base, form.theirs.fields], ['Mine', false, daily, ['title']]);
});

const live = (more = {}) => ({ elapsedMs: 5000, session: { id: id(50), standup: daily, clock: { elapsedMs: 5000, at: { wallMs: 0 }, isRunning: true }, speakerIndex: 0, floor: [{ elapsedMs: 0, sinceMs: 0, speakerIndex: 0, isRunning: true }], segments: [], isRecording: true, startedAt: { wallMs: 0 }, ...more } });
const record = { kind: 'record', standup: daily.id };
const types = (effects) => effects.map(({ type }) => type);
const gone = (effects) => effects.find(({ type }) => type === 'go');

test('what a person chooses pushes', () => {
  const state = page();
  const effects = reduce(state, { type: 'go', place: { kind: 'standup', standup: daily.id } });
  assert.deepEqual(types(effects), ['go', 'command', 'command', 'command', 'focus']);
  assert.equal(effects[0].how, 'push');
  assert.deepEqual(effects.slice(1, 4).map(({ target }) => target), ['standups.followUps', 'standups.updates', 'standups.get']);
  assert.equal(effects[4].id, 'heading-2');
});

test('past meetings are requested once their module is loaded', () => {
  const pages = parts.pages;
  delete parts.pages;
  try {
    const state = page({ kind: 'meeting', standup: daily.id, meeting: id(70) });
    assert.equal(state.pages.has(daily.id), false);
    parts.pages = pages;
    assert.deepEqual(reduce(state, { type: 'loaded', name: 'pages' }).map(({ target }) => target), ['standups.get']);
    assert.equal(state.pages.get(daily.id).want, id(70));
  } finally {
    parts.pages = pages;
  }
});

/** The text of nodes. */
const text = (node) => JSON.stringify(node);

const note = (number, who = ada, meeting = id(40)) => ({ id: id(number), attendee: who, text: `Note ${number}.`, meeting, atMs: number });
const open = (state) => state.pages.get(daily.id)?.notes?.map(({ text }) => text);
const words = (node) => (Array.isArray(node) ? node : [node]).filter(Boolean).map((each) => each.text ?? words(each.children)).join('');

test('what the speaker has to come back to is shown in the turn, written down, and done', () => {
  const state = page(record, { meetings: [live()] });
  const { after } = state.follow;
  reduce(state, { type: 'notes.read', standup: daily.id, after, reply: { followUps: [note(41), note(42, grace)] } });
  assert.deepEqual(open(state), ['Note 41.', 'Note 42.']);
  const shown = () => words(turnNotes(state, seen(state)));
  assert.ok(shown().includes('Note 41.') && !shown().includes('Note 42.'), 'hers alone');
  tell(state, 'meeting.speakerChanged', id(50), { speaker: 1, attendee: grace, elapsedMs: 30_000, cause: 'time' });
  assert.ok(!shown().includes('Note 41.') && shown().includes('Note 42.'));

  assert.deepEqual(reduce(state, { type: 'note.add' }), [], 'nothing was written');
  reduce(state, { type: 'note.text', text: ' The review. ' });
  const [asked] = reduce(state, { type: 'note.add' });
  assert.deepEqual([asked.target, asked.body], ['standups.note', { standup: daily.id, meeting: id(50), attendee: grace.id, text: 'The review.' }]);
  tell(state, 'meeting.noted', id(50), { followUp: note(43, grace, id(50)) });
  reduce(state, { ...asked.as, reply: {} });
  assert.equal(state.noteText, '');
  assert.deepEqual(open(state), ['Note 41.', 'Note 42.', 'Note 43.']);
  assert.deepEqual(reduce(state, { type: 'note.last' })[0].body, { standup: daily.id, meeting: id(50), attendee: grace.id, last: true });

  const [done] = reduce(state, { type: 'note.done', standup: daily.id, followUp: id(42) });
  assert.deepEqual([done.target, done.body], ['standups.finishFollowUp', { standup: daily.id, followUp: id(42) }]);
  tell(state, 'standup.followUpDone', daily.id, { followUp: id(42), attendee: grace.id, meeting: id(40) });
  assert.deepEqual(open(state), ['Note 41.', 'Note 43.']);
  const [again] = reduce(state, { ...done.as, error: { code: 'not_found', message: '' } });
  assert.equal(again.target, 'standups.followUps', 'somebody else was faster');
  // A read from before that is older.
  assert.equal(reduce(state, { type: 'notes.read', standup: daily.id, after, reply: { followUps: [] } })[0].target, 'standups.followUps');
  assert.deepEqual(open(state), ['Note 41.', 'Note 43.']);
});

test('a past meeting has what was noted in it, and what is erased is gone', () => {
  const state = page({ kind: 'standup', standup: daily.id });
  const past = { id: id(40), date: '2026-01-01T09:00:00.000Z', transcript: '', segments: [], notes: [note(41)] };
  Object.assign(state.pages.get(daily.id), { meetings: [past], isLoading: false });
  reduce(state, { type: 'notes.read', standup: daily.id, after: state.follow.after, reply: { followUps: [note(41)] } });
  tell(state, 'meeting.noted', id(40), { followUp: note(44, grace) });
  assert.deepEqual(past.notes.map(({ text }) => text), ['Note 41.', 'Note 44.']);
  assert.ok(words(standupNotes(state, daily)).includes('Grace') && words(pastNotes(past)).includes('Note 44.'));
  tell(state, 'standup.followUpDone', daily.id, { followUp: id(41), attendee: ada.id, meeting: id(40) });
  assert.ok(past.notes[0].doneMs && words(pastNotes(past)).includes('done'));
  tell(state, 'meeting.erased', id(40), { standup: daily.id, reason: 'age', meeting: { ...past, notes: undefined } });
  assert.deepEqual(open(state), []);
  assert.equal(standupNotes(state, daily), null);
  assert.equal(tell(state, 'meeting.noted', id(77), { followUp: note(45, ada, id(77)) })[0].target, 'standups.followUps', 'whose it is is not known here');
});

test('a member changes things, an admin deletes and exports, an operator sees the tools', () => {
  for (const [role, rights] of Object.entries({ observer: [], member: ['edit'], admin: ['edit', 'delete'], operator: ['edit', 'delete', 'tools'] })) {
    const state = page({ kind: 'detail', standup: daily.id }, { role });
    state.pages.set(daily.id, { meetings: [] });
    const [shown, links] = [text(detail(state, daily.id, 1)), text(foot(state))];
    assert.equal(shown.includes('/edit'), rights.includes('edit'), role);
    assert.equal(links.includes('Import'), rights.includes('edit'), role);
    assert.equal(shown.includes('/delete'), rights.includes('delete'), role);
    assert.equal(links.includes('/api/export'), rights.includes('delete'), role);
    assert.equal(links.includes('/system'), rights.includes('tools'), role);
  }
});

test('the form offers the members of the team, page by page, and who left it', () => {
  const linked = { ...daily, team: 'web', attendees: [{ ...ada, person: id(71) }, grace] };
  const state = page();
  state.standups.set(daily.id, { standup: linked, meetings: 0 });
  const place = { kind: 'edit', standup: daily.id };
  const asked = reduce(state, { type: 'go', place }).find(({ target }) => target === 'teams.members');
  assert.deepEqual(asked.body, { id: 'web', limit: 1000 });
  const options = () => nodes(view(state, place, 2)).filter(({ tag, props }) => tag === 'select' && props.id.startsWith('person-'))
    .map(({ props, children }) => [props.value, children.map((each) => each.props.value)]);
  assert.deepEqual(options(), [[id(71), ['', id(71)]], ['', ['']]], 'before the members are known, a link can be removed');
  const [more] = reduce(state, { ...asked.as, reply: { members: [{ person: id(72), name: 'Zoe' }], next: id(72) } });
  assert.deepEqual(more.body, { id: 'web', limit: 1000, after: id(72) });
  reduce(state, { ...more.as, reply: { members: [{ person: id(73), name: 'Amy' }] } });
  assert.deepEqual(options(), [[id(71), ['', id(73), id(72), id(71)]], ['', ['', id(73), id(72)]]]);
  reduce(state, { type: 'form.person', id: grace.id, person: id(73), name: 'Amy' });
  assert.deepEqual(options()[1][0], id(73));
  assert.equal(state.drafts.get(daily.id).attendees[1].name, 'Grace', 'a name that was entered stays');
  assert.ok(reduce(state, { ...asked.as, error: { code: 'denied', message: 'No.' } }).length === 0);
});

test('the members of the team are not read by who may only look', () => {
  const state = page({ kind: 'list' }, { role: 'observer' });
  const effects = reduce(state, { type: 'go', place: { kind: 'edit', standup: daily.id } });
  assert.ok(effects.every(({ target }) => target !== 'teams.members'));
});

test('the attendee who is signed in is marked on the standup and in the meeting', () => {
  const people = [{ ...ada, person: id(71) }, { ...grace, person: id(72) }];
  const met = { ...daily, attendees: people };
  for (const [person, isMarked] of [[id(71), true], [id(73), false], [undefined, false]]) {
    const state = page(record, { meetings: [{ ...live(), session: { ...live().session, standup: met } }] });
    reduce(state, { type: 'frame', frame: { hello: { name: 'Ada', role: 'admin', person } } });
    state.standups.set(daily.id, { ...state.standups.get(daily.id), standup: met });
    state.pages.set(daily.id, { meetings: [] });
    for (const shown of [text(detail(state, daily.id, 1)), text(liveView(state, daily.id, 1))]) {
      assert.equal(shown.includes('Ada (you)'), isMarked);
      assert.ok(!shown.includes('Grace (you)'));
    }
  }
});

test('another role counts at once, and without one the page asks why', () => {
  const state = page();
  reduce(state, { type: 'frame', frame: { hello: { name: 'Ada', role: 'observer' } } });
  assert.equal(state.me.role, 'observer');
  assert.deepEqual(reduce(state, { type: 'lost', code: 4010 }), [{ type: 'enter' }]);
  assert.equal(reduce(state, { type: 'lost', code: 1006 }).length, 0);
});

test('who may only look marks nothing', () => {
  const state = page(record, { meetings: [live()], role: 'observer' });
  assert.equal(turnNotes(state, seen(state)), null);
  reduce(state, { type: 'notes.read', standup: daily.id, after: state.follow.after, reply: { followUps: [note(41)] } });
  const tags = (node) => [node.tag, ...(node.children ?? []).flatMap(tags)];
  assert.ok(!tags(turnNotes(state, seen(state))).some((tag) => tag === 'button' || tag === 'form'));
});

test('what was erased says nothing, and what is left takes its place', () => {
  const state = page({ kind: 'meeting', standup: daily.id, meeting: id(60) });
  const past = { id: id(60), date: '2026-01-01T09:00:00.000Z', transcript: 'Words.', segments: [] };
  state.pages.set(daily.id, { meetings: [past] });
  state.search = { query: 'words', hits: [{ standup: daily.id, title: 'Daily', meeting: past, snippet: 'Words' }], total: 1, isLoading: false, problem: '' };
  assert.deepEqual(tell(state, 'meeting.finished', id(60), { erased: true }), []);
  assert.deepEqual(tell(state, 'standup.updated', daily.id, { erased: true }), []);
  const left = { ...past, transcript: '', isErased: true };
  tell(state, 'meeting.erased', id(60), { standup: daily.id, reason: 'age', meeting: left });
  assert.deepEqual(state.pages.get(daily.id).meetings, [left]);
  assert.deepEqual(state.search.hits, []);
  const effects = tell(state, 'meeting.erased', id(60), { standup: daily.id, reason: 'deleted' });
  assert.equal(path(gone(effects).place), `/standups/${daily.id}`);
  assert.deepEqual(state.pages.get(daily.id).meetings, []);
});

test('a meeting whose end was erased before it was heard is over', () => {
  const state = page(record, { meetings: [live()] });
  tell(state, 'meeting.finished', id(50), { erased: true });
  assert.ok(state.live.has(id(50)));
  const effects = tell(state, 'meeting.erased', id(50), { standup: daily.id, reason: 'deleted' });
  assert.ok(!state.live.has(id(50)));
  assert.equal(path(gone(effects).place), `/standups/${daily.id}`);
});

test('a meeting that was discarded is over, though that was erased with its standup', () => {
  const state = page(record, { meetings: [live()] });
  const effects = tell(state, 'meeting.discarded', id(50), { erased: true });
  assert.ok(!state.live.has(id(50)));
  assert.equal(path(gone(effects).place), `/standups/${daily.id}`);
});

test('closing goes to what lies beneath', () => {
  const state = page({ kind: 'settings', standup: daily.id });
  const effects = reduce(state, { type: 'up' });
  assert.equal(path(effects[0].place), `/standups/${daily.id}`);
  assert.equal(effects[0].type, 'up');
});

test('an alert that the server opens replaces, and so does its end', () => {
  const state = page(record, { meetings: [live()] });
  const opened = tell(state, 'meeting.alertPresented', id(50), { alert: { endMeeting: { isDiscardable: true } }, elapsedMs: 6000, actions: [] });
  assert.deepEqual([gone(opened).how, path(gone(opened).place)], ['replace', `/standups/${daily.id}/record/alert/endMeeting`]);
  assert.equal(elapsed(seen(state), state.now + 9000), 6000, 'the clock is held');
  const closed = tell(state, 'meeting.alertDismissed', id(50), { action: 'resume', elapsedMs: 6000 });
  assert.deepEqual([gone(closed).how, path(gone(closed).place)], ['replace', `/standups/${daily.id}/record`]);
  assert.equal(elapsed(seen(state), state.now + 1000), 7000);
});

test('going back to a meeting shows the question that is still open', () => {
  const state = page(record, { meetings: [live({ destination: { alert: { endMeeting: { isDiscardable: true } } } })] });
  assert.equal(state.place.kind, 'recordAlert');
  reduce(state, { type: 'popped', place: { kind: 'standup', standup: daily.id } });
  assert.equal(state.place.kind, 'standup', 'back leaves, and answers nothing');
  const effects = reduce(state, { type: 'popped', place: record });
  assert.equal(state.place.kind, 'recordAlert');
  assert.equal(gone(effects).how, 'replace');
});

test('keys change the turns, pause and go on', () => {
  const state = page(record, { meetings: [live()] });
  const asked = (key) => {
    const effects = reduce(state, { type: 'key', key });
    reduce(state, { type: 'live.done', meeting: id(50), error: { code: 'busy', message: '' } });
    return effects.map(({ target, body }) => [target, body]);
  };
  assert.deepEqual(asked('+'), [['meetings.extend', { id: id(50), from: 0 }]]);
  assert.deepEqual(asked('l'), [['meetings.postpone', { id: id(50), from: 0 }]]);
  assert.deepEqual(asked('p'), [['meetings.pause', { id: id(50) }]]);
  tell(state, 'meeting.alertPresented', id(50), { alert: { paused: {} }, elapsedMs: 6000, actions: [] });
  assert.deepEqual(seen(state).alert.actions, ['resume', 'saveAndEnd', 'discard']);
  assert.deepEqual(asked('+'), [], 'first it has to go on');
  assert.deepEqual(asked('p'), [['meetings.answer', { id: id(50), action: 'resume' }]]);
});

test('who got more time, or comes back, is seen', () => {
  const state = page(record, { meetings: [live()] });
  const { people } = seen(state);
  const turnsMs = [...people.map(() => 1000), 500];
  tell(state, 'meeting.agendaChanged', id(50), { agenda: { order: [...people.keys(), 0], turnsMs }, cause: 'postponed', durationMs: 0, elapsedMs: 0 });
  assert.equal(seen(state).people.length, people.length + 1);
  assert.equal(seen(state).people.at(-1).id, people[0].id);
  assert.equal(elapsed(seen(state), state.now + 9_000_000), people.length * 1000 + 500, 'the clock ends there');
  const again = page(record, { meetings: [live({ agenda: { order: [1, 0], turnsMs: [1, 2] } })] });
  assert.deepEqual([seen(again).durationMs, seen(again).people[0].id], [3, people[1].id]);
});

test('an alert is answered once', () => {
  const state = page(record, { meetings: [live({ destination: { alert: { endMeeting: { isDiscardable: true } } } })] });
  const first = reduce(state, { type: 'key', key: '1' });
  assert.deepEqual(first.map(({ target, body }) => [target, body.action]), [['meetings.answer', 'saveAndEnd']]);
  assert.deepEqual(reduce(state, { type: 'live.answer', action: 'discard' }), []);
  assert.deepEqual(reduce(state, { type: 'key', key: 'n' }), []);
});

test('what is deleted is closed, from wherever it is seen', () => {
  for (const place of [{ kind: 'standup', standup: daily.id }, { kind: 'settings', standup: daily.id }, { kind: 'deleteStandup', standup: daily.id }, { kind: 'meeting', standup: daily.id, meeting: id(7) }, { kind: 'edit', standup: daily.id }]) {
    const state = page(place);
    const effects = tell(state, 'standup.deleted', daily.id, { title: 'Daily' });
    assert.equal(state.place.kind, 'list', place.kind);
    assert.equal(gone(effects).how, 'replace');
    assert.ok(!state.standups.has(daily.id));
  }
  const elsewhere = page({ kind: 'standup', standup: weekly.id });
  assert.deepEqual(tell(elsewhere, 'standup.deleted', daily.id, { title: 'Daily' }), []);
});

test('a meeting that is over is closed, and stands among the past ones', () => {
  const state = page(record, { meetings: [live()] });
  reduce(state, { type: 'paged', standup: daily.id, reply: { meetings: [] } });
  const meeting = { id: id(50), date: '2026-11-21T07:39:19.521Z', transcript: '', segments: [] };
  const effects = tell(state, 'meeting.finished', id(50), { standup: daily.id, title: 'Daily', meeting });
  assert.equal(path(state.place), `/standups/${daily.id}`);
  assert.equal(gone(effects).how, 'replace');
  assert.deepEqual(state.pages.get(daily.id).meetings, [meeting]);
  assert.equal(state.standups.get(daily.id).live, undefined);
  // A repeated event adds it only once.
  assert.deepEqual(reduce(state, { type: 'live.answered', meeting: id(50), reply: { finished: meeting } }), []);
  assert.equal(state.pages.get(daily.id).meetings.length, 1);
});

test('the bell rings once for each change of speaker, from the event', () => {
  const state = page(record, { meetings: [live()] });
  const change = { attendee: grace, cause: 'time', elapsedMs: 30_000, speaker: 1 };
  assert.deepEqual(types(tell(state, 'meeting.speakerChanged', id(50), change)), ['ding', 'announce']);
  assert.deepEqual(types(tell(state, 'meeting.speakerChanged', id(50), change)), []);
  assert.deepEqual(types(reduce(state, { type: 'live.done', meeting: id(50), reply: { ...live({ speakerIndex: 1 }), elapsedMs: 30_100 } })), []);
});

test('the bell warns once of the end of a turn, and once more where it is put off', () => {
  const state = page(record, { meetings: [live()] });
  const ending = { attendee: daily.attendees[0], elapsedMs: 20_000, leftMs: 10_000, speaker: 0 };
  const effects = tell(state, 'meeting.turnEnding', id(50), ending);
  assert.deepEqual(types(effects), ['ding', 'announce']);
  assert.equal(effects[0].isWarning, true);
  assert.equal(effects[1].text, '0:10 left in this turn');
  assert.deepEqual(tell(state, 'meeting.turnEnding', id(50), ending), []);
  assert.deepEqual(types(tell(state, 'meeting.turnEnding', id(50), { ...ending, elapsedMs: 80_000 })), ['ding', 'announce']);
  assert.deepEqual(tell(state, 'meeting.turnEnding', id(50), { ...ending, speaker: 1 }), []);
});

test('everyone in a meeting sees and hears that voices are recognised', () => {
  const state = page(record, { meetings: [live({ isRecording: true })] });
  const shown = () => JSON.stringify(liveView(state, daily.id, 0)).includes('Voices are recognised: 2 people agreed.');
  assert.equal(shown(), false);
  const effects = tell(state, 'meeting.voicesRecognised', id(50), { people: 2 });
  assert.deepEqual(types(effects), ['announce']);
  assert.match(effects[0].text, /Other voices in the room are compared/);
  assert.ok(shown());
  // A further person is shown, and not announced.
  assert.deepEqual(tell(state, 'meeting.voicesRecognised', id(50), { people: 1 }), []);
  tell(state, 'meeting.recordingStopped', id(50), { elapsedMs: 1 });
  assert.equal(shown(), false);
  // A page that is opened later reads it from the session.
  const later = page(record, { meetings: [live({ isRecording: true, voices: 2 })] });
  assert.equal(seen(later).voices, 2);
});

test('a line whose voice is recognised later goes to its speaker', () => {
  const [ada, bob] = daily.attendees;
  const line = { attendee: ada.id, speaker: 'Ada', fromMs: 1000, toMs: 2000, text: 'I agree.', voice: 'doubtful' };
  const state = page(record, { meetings: [live({ isRecording: true, segments: [line] })] });
  const segment = { ...line, attendee: bob.id, speaker: 'Bob', voice: 'recognised' };
  tell(state, 'meeting.lineReassigned', id(50), { segment, was: ada.id });
  assert.deepEqual(seen(state).segments, [segment]);
  // A line that is not shown is not added.
  tell(state, 'meeting.lineReassigned', id(50), { segment: { ...segment, text: 'Other.' }, was: ada.id });
  assert.deepEqual(seen(state).segments, [segment]);
});

test('the speaker of a live line is corrected, which can be undone', () => {
  const line = { attendee: ada.id, speaker: 'Ada', fromMs: 1000, toMs: 2000, text: 'I agree.' };
  const state = page(record, { meetings: [live({ segments: [{ ...line, fromMs: 0, text: 'Hello.' }, line] })] });
  const drawn = JSON.stringify(liveView(state, daily.id, 2), (_, value) => value?.make?.() ?? value);
  assert.match(drawn, /Change the speaker of “I agree\.”/);
  reduce(state, { type: 'sheet', sheet: { kind: 'speakerOf', line } });
  const shown = JSON.stringify(reassignSheets.speakerOf(state, state.sheet));
  assert.match(shown, /Who said this\?.*I agree\./);
  const effects = reduce(state, { type: 'reassign.to', line, attendee: grace.id });
  assert.equal(state.sheet, null);
  const sent = effects.find(({ type }) => type === 'command');
  assert.deepEqual([sent.target, sent.body], ['meetings.correctLine', { standup: daily.id, meeting: id(50), line: 1,
    was: { attendee: ada.id, fromMs: 1000, text: 'I agree.' }, attendee: grace.id }]);
  const segment = { ...line, attendee: grace.id, speaker: 'Grace', heardAttendee: ada.id, heardSpeaker: 'Ada' };
  const { action } = reduce(state, { ...sent.as, reply: { meeting: id(50), segment } }).find(({ type }) => type === 'act');
  assert.deepEqual(seen(state).segments[1], segment);
  const [undone] = reduce(state, action.offer.action);
  assert.equal(undone.body.attendee, ada.id);
  assert.equal(undone.body.was.attendee, grace.id);
  assert.deepEqual(types(reduce(state, { ...undone.as, reply: { meeting: id(50), segment: line } })), ['focus', 'announce']);
  assert.deepEqual(seen(state).segments[1], line);
  // A rejected correction is shown.
  assert.equal(reduce(state, { ...sent.as, error: { message: 'Someone else has changed this line.' } }).length, 1);
});

test('an observer reads the lines of a meeting without buttons', () => {
  const line = { attendee: ada.id, speaker: 'Ada', fromMs: 1000, toMs: 2000, text: 'I agree.' };
  const state = page(record, { meetings: [live({ segments: [line] })], role: 'observer' });
  const shown = JSON.stringify(liveView(state, daily.id, 2));
  assert.match(shown, /I agree\./);
  assert.doesNotMatch(shown, /Change the speaker/);
});

test('a meeting that runs over says by how much', () => {
  const { durationMs } = daily;
  const meeting = live({ standup: { ...daily, mayRunOver: true }, speakerIndex: daily.attendees.length - 1 });
  const state = page(record, { meetings: [meeting] });
  assert.deepEqual(types(tell(state, 'meeting.runningOver', id(50), { elapsedMs: durationMs, endsMs: durationMs + 14_400_000 })), ['ding', 'announce']);
  const it = state.live.get(id(50));
  assert.equal(left(durationMs - elapsed(it, it.at + 61_000)), '+1:01');
  it.standup = daily;
  assert.equal(left(durationMs - elapsed(it, it.at + 61_000)), '0:00');
});

test('the bell rings on the page that shows the meeting, also if it is muted, because the page flashes', () => {
  const muted = page(record, { meetings: [live()] });
  reduce(muted, { type: 'mute', isMuted: true });
  assert.deepEqual(types(tell(muted, 'meeting.speakerChanged', id(50), { elapsedMs: 30_000, speaker: 1 })), ['ding', 'announce']);
  const elsewhere = page({ kind: 'list' }, { meetings: [live()] });
  assert.deepEqual(tell(elsewhere, 'meeting.speakerChanged', id(50), { elapsedMs: 30_000, speaker: 1 }), []);
});

test('a tick that is ahead asks for the state, and rings nothing itself', () => {
  const state = page(record, { meetings: [live()] });
  const tick = (speaker, elapsedMs) => reduce(state, { type: 'frame', frame: { event: { type: 'meeting.tick', subject: id(50), time: new Date(state.now).toISOString(), data: { elapsedMs, speaker } } } });
  assert.deepEqual(tick(0, 6000), []);
  assert.equal(elapsed(seen(state), state.now), 6000);
  assert.deepEqual(tick(1, 31_000).map(({ target }) => target), ['meetings.get']);
});

test('a tick of a timer that has not received a pause or the next turn changes nothing', () => {
  const state = page(record, { meetings: [live({ speakerIndex: 1 })] });
  const tick = (speaker, elapsedMs) => reduce(state, { type: 'frame', frame: { event: { type: 'meeting.tick', subject: id(50), time: new Date(state.now).toISOString(), data: { elapsedMs, speaker } } } });
  assert.deepEqual(tick(0, 29_000), []);
  assert.equal(elapsed(seen(state), state.now), 5000);
  tell(state, 'meeting.alertPresented', id(50), { alert: { paused: {} }, elapsedMs: 31_000, actions: [] });
  assert.deepEqual(tick(1, 32_000), []);
  assert.deepEqual(tick(2, 61_000), []);
  assert.equal(elapsed(seen(state), state.now + 4000), 31_000);
  tell(state, 'meeting.alertDismissed', id(50), { action: 'resume', elapsedMs: 31_000 });
  assert.deepEqual(tick(1, 32_000), []);
  assert.equal(elapsed(seen(state), state.now), 32_000);
});

test('only the meeting that is seen is watched', () => {
  const state = page({ kind: 'list' }, { meetings: [live()] });
  assert.deepEqual(watched(state), []);
  reduce(state, { type: 'go', place: record });
  assert.deepEqual(watched(state), [id(50)]);
});

test('events that are missing are asked for', () => {
  const state = page();
  const late = { type: 'standup.deleted', subject: weekly.id, data: {}, epoch: 'e', sequence: '00000000000000000012', time: '' };
  assert.deepEqual(types(reduce(state, { type: 'frame', frame: { event: late } })), ['reconnect']);
  assert.ok(state.standups.has(weekly.id));
  // A lost tail shows in the second heartbeat that reports it.
  assert.deepEqual(reduce(state, { type: 'frame', frame: { beat: { epoch: 'e', head: 11, now: 0 } } }), []);
  assert.deepEqual(types(reduce(state, { type: 'frame', frame: { beat: { epoch: 'e', head: 11, now: 0 } } })), ['reconnect']);
});

test('events that a person may not see are passed without a gap', () => {
  const state = page();
  const { after, epoch } = state.follow;
  const frame = (body) => types(reduce(state, { type: 'frame', frame: body }));
  assert.deepEqual(frame({ passed: { epoch, after: after + 3 } }), []);
  assert.equal(state.follow.after, after + 3);
  // Neither an older position nor that of another journal counts.
  assert.deepEqual(frame({ passed: { epoch, after } }), []);
  assert.deepEqual(frame({ passed: { epoch: 'other', after: after + 9 } }), []);
  assert.equal(state.follow.after, after + 3);
});

test('the clock goes on while the connection is lost, and the state comes again', () => {
  const state = page(record, { meetings: [live()] });
  reduce(state, { type: 'lost', code: 1006 });
  assert.equal(state.stream, 'lost');
  assert.equal(elapsed(seen(state), state.now + 4000), 9000);
  reduce(state, { type: 'opened' });
  reduce(state, { type: 'frame', frame: { following: { epoch: 'e', after: 10 } } });
  assert.equal(state.stream, 'following');
  assert.equal(path(state.place), `/standups/${daily.id}/record`);
});

test('a meeting that ended during an outage is closed', () => {
  const state = page(record, { meetings: [live()] });
  reduce(state, { type: 'lost', code: 1006 });
  reduce(state, { type: 'opened' });
  reduce(state, { type: 'frame', frame: { snapshot: { epoch: 'e2', sequence: 3, standups: [{ standup: daily, meetings: 1 }], meetings: [] }, begin: true } });
  const effects = reduce(state, { type: 'frame', frame: { following: { epoch: 'e2', after: 3 } } });
  assert.equal(path(state.place), `/standups/${daily.id}`);
  assert.equal(gone(effects).how, 'replace');
});

test('a session that ended shows how to get in', () => {
  const state = page();
  assert.deepEqual(types(reduce(state, { type: 'lost', code: 4001 })), ['act']);
  assert.deepEqual(types(reduce(state, { type: 'refused', problem: 'ended' })), ['disconnect', 'load', 'remember', 'perform']);
  assert.equal(state.entry, 'out');
});

test('starting goes to the meeting of whoever was faster', () => {
  const state = page({ kind: 'standup', standup: daily.id });
  assert.deepEqual(types(reduce(state, { type: 'live.start', standup: daily.id })), ['command']);
  assert.deepEqual(reduce(state, { type: 'live.start', standup: daily.id }), []);
  const effects = reduce(state, { type: 'live.started', standup: daily.id, error: { code: 'conflict', message: '', detail: { meeting: id(50) } } });
  assert.deepEqual(effects[0].body, { id: id(50) });
  assert.equal(gone(effects).how, 'push');
});

test('a question before the start is learned of by asking, as the event names no standup', () => {
  const state = page({ kind: 'standup', standup: daily.id });
  const effects = tell(state, 'meeting.alertPresented', id(51), { alert: { speechAuthorization: {} }, elapsedMs: 0, actions: [] });
  assert.deepEqual(effects.map(({ target, body }) => [target, body]), [['meetings.get', { id: id(51) }]]);
  reduce(state, { type: 'live.read', reply: live({ id: id(51), destination: { alert: { speechAuthorization: {} } }, startedAt: undefined, clock: { elapsedMs: 0, at: { wallMs: 0 }, isRunning: false } }) });
  assert.equal(state.standups.get(daily.id).live, id(51));
});

test('words are shown once, in the order of their time, and end the guess', () => {
  const state = page(record, { meetings: [live()] });
  const segment = (fromMs, text) => ({ attendee: ada.id, speaker: 'Ada', fromMs, toMs: fromMs + 500, text });
  reduce(state, { type: 'frame', frame: { event: { type: 'meeting.partial', subject: id(50), time: '', data: { text: 'guess' } } } });
  assert.equal(seen(state).partial, 'guess');
  for (const it of [segment(2000, 'second'), segment(1000, 'first'), segment(2000, 'second')]) tell(state, 'meeting.segment', id(50), { segment: it });
  assert.deepEqual(seen(state).segments.map(({ text }) => text), ['first', 'second']);
  assert.equal(seen(state).partial, '');
});

test('a denial stops the microphone at once', () => {
  const state = page(record, { meetings: [live()] });
  reduce(state, { type: 'mic.open', take: false });
  assert.ok(types(tell(state, 'meeting.recordingStopped', id(50), { elapsedMs: 5000 })).includes('microphone'));
  assert.equal(seen(state).isRecording, false);
  assert.equal(state.mic.state, 'off', 'no other place shows it as on');
});

test('without a secure context it is said why there is no microphone', () => {
  const state = page(record, { meetings: [live()] });
  state.hasMicrophone = false;
  const [effect] = reduce(state, { type: 'mic.open', take: false });
  assert.match(effect.action.text, /HTTPS/);
});

test('an observer sees, and the list’s alert is a place', () => {
  const state = page({ kind: 'list' }, { role: 'observer' });
  const effects = reduce(state, { type: 'status', reply: { destination: { alert: { dataFailedToLoad: { path: 'p', reason: 'r' } } } } });
  assert.equal(path(gone(effects).place), '/alert/dataFailedToLoad');
  assert.equal(gone(reduce(state, { type: 'status', reply: {} })).how, 'replace');
});

test('the list says what cannot be read', () => {
  const state = page({ kind: 'list' });
  reduce(state, { type: 'status', reply: { unreadable: ['standups/1', 'meetings/2'] } });
  assert.deepEqual(state.unreadable, ['standups/1', 'meetings/2']);
  const shown = JSON.stringify(list(state));
  assert.match(shown, /Could not be read: /);
  assert.match(shown, /standups\/1, meetings\/2/);
  reduce(state, { type: 'status', reply: {} });
  assert.doesNotMatch(JSON.stringify(list(state)), /Cannot be read/);
});

test('an alert that is not open is not shown', () => {
  const state = page({ kind: 'recordAlert', standup: daily.id, alert: 'endMeeting' }, { meetings: [live()] });
  assert.equal(state.place.kind, 'record');
});

test('a snapshot comes in pages, and nothing is seen before all of it', () => {
  const state = page();
  reduce(state, { type: 'frame', frame: { snapshot: { epoch: 'f', sequence: 5, standups: [{ standup: weekly, meetings: 0 }], meetings: [] }, begin: true } });
  assert.ok(state.standups.has(daily.id));
  reduce(state, { type: 'frame', frame: { snapshot: { epoch: 'f', sequence: 9, standups: [{ standup: { ...daily, id: id(3) }, meetings: 0 }], meetings: [] } } });
  reduce(state, { type: 'frame', frame: { following: { epoch: 'f', after: 5 } } });
  assert.deepEqual([...state.standups.keys()], [weekly.id, id(3)]);
  assert.equal(state.follow.after, 5, 'the sequence of the first page counts');
});

test('a past meeting that is far down is looked for page by page', () => {
  const state = page({ kind: 'meeting', standup: daily.id, meeting: id(70) });
  const meeting = (number) => ({ id: id(number), date: '2026-11-21T07:39:19.521Z', transcript: '', segments: [] });
  const [more] = reduce(state, { type: 'paged', standup: daily.id, reply: { meetings: [meeting(60)], next: 'n' } });
  assert.deepEqual(more.body, { id: daily.id, limit: 20, after: 'n' });
  const parts = reduce(state, { type: 'paged', standup: daily.id, reply: { meetings: [{ ...meeting(70), parts: 3 }], next: 'm' } });
  assert.deepEqual(parts.map(({ target, body }) => [target, body.part]), [['standups.meetingPart', 2]]);
  const [third] = reduce(state, { type: 'parted', standup: daily.id, meeting: id(70), reply: meeting(70) });
  assert.equal(third.body.part, 3);
});

test('what was typed while the search was on its way stays', () => {
  const state = page();
  reduce(state, { type: 'key', key: '/' });
  reduce(state, { type: 'search.input', text: 'w' });
  reduce(state, { type: 'loaded', name: 'past' });
  assert.equal(state.searchText, 'w');
  reduce(state, { type: 'popped', place: { kind: 'search', query: 'old' } });
  assert.equal(state.searchText, 'old');
});

test('the next times come once the page has begun, page by page, and follow the events', () => {
  const state = page();
  const asked = reduce(state, { type: 'loaded', name: 'schedule' });
  assert.deepEqual(asked.map(({ target, body }) => [target, body]), [['schedule.list', { limit: 200 }]]);
  const more = reduce(state, { ...asked[0].as, reply: { schedules: [{ subject: daily.id, next: ['2026-12-01T08:30:00.000Z'] }], next: 'p', total: 2 } });
  assert.deepEqual(more.map(({ body }) => body), [{ limit: 200, after: 'p' }]);
  reduce(state, { ...more[0].as, reply: { schedules: [{ subject: weekly.id, next: [] }], total: 2 } });
  assert.deepEqual([...state.next], [[daily.id, '2026-12-01T08:30:00.000Z']]);
  assert.match(JSON.stringify(list(state)), /2026-12-01T08:30/);

  tell(state, 'schedule.changed', weekly.id, { schedule: { subject: weekly.id, next: ['2026-12-02T08:30:00.000Z'] } });
  assert.equal(state.next.get(weekly.id), '2026-12-02T08:30:00.000Z');
  tell(state, 'schedule.removed', daily.id, { subject: daily.id });
  assert.equal(state.next.has(daily.id), false);
  const [later] = tell(state, 'schedule.due', weekly.id, { subject: weekly.id });
  assert.equal(later.type, 'after');
  const [read] = reduce(state, later.action);
  assert.equal(read.target, 'schedule.get');
  reduce(state, { ...read.as, reply: { subject: weekly.id, next: ['2026-12-03T08:30:00.000Z'] } });
  assert.equal(state.next.get(weekly.id), '2026-12-03T08:30:00.000Z');
  reduce(state, { ...read.as, error: { code: 'unavailable', message: '' } });
  assert.equal(state.next.has(weekly.id), true, 'nobody says that it is gone');
  reduce(state, { ...read.as, error: { code: 'not_found', message: '' } });
  assert.equal(state.next.has(weekly.id), false);
});

test('a standup that is shown has its next days off', () => {
  const state = page({ kind: 'standup', standup: daily.id });
  state.standups.set(daily.id, { meetings: 0, standup: daily });
  const [asked] = reduce(state, { type: 'loaded', name: 'schedule' });
  const schedule = { subject: daily.id, next: ['2026-12-01T08:30:00.000Z'] };
  const [read] = reduce(state, { ...asked.as, reply: { schedules: [schedule], total: 1 } });
  assert.deepEqual([read.target, read.body], ['schedule.get', { subject: daily.id }]);
  const days = [{ day: '2026-12-25', name: 'Christmas Day' }, { day: '2026-12-26', name: '' }, { day: '2027-01-01', name: 'New Year' },
    { day: '2027-01-06', name: 'Epiphany' }];
  reduce(state, { ...read.as, reply: { ...schedule, holidays: { days: 4, skipped: days } } });
  const shown = () => JSON.stringify(detail(state, daily.id, 1));
  assert.match(shown(), /Day off: Christmas Day/);
  assert.match(shown(), new RegExp(day('2026-12-25T12:00')));
  assert.match(shown(), /"Day off"/, 'a day without a name');
  assert.doesNotMatch(shown(), /Epiphany/, 'three are enough');
  const [again] = tell(state, 'schedule.changed', daily.id, { schedule });
  assert.equal(again.target, 'schedule.get');
  assert.deepEqual(tell(state, 'schedule.changed', weekly.id, { schedule: { ...schedule, subject: weekly.id } }), []);
  reduce(state, { ...again.as, after: state.follow.after, reply: schedule });
  assert.doesNotMatch(shown(), /Day off/, 'without holidays');
  state.daysOff.set(daily.id, days);
  tell(state, 'schedule.removed', daily.id, { subject: daily.id });
  assert.equal(state.daysOff.has(daily.id), false);
});

test('who takes part and the order are chosen, and told with the start', () => {
  const state = page({ kind: 'standup', standup: daily.id });
  state.standups.set(daily.id, { meetings: 0, standup: { ...daily, attendees: [{ ...ada, absentUntilMs: state.now + 1000 }, grace] } });
  const start = () => reduce(state, { type: 'live.start', standup: daily.id })[0].body;
  assert.deepEqual(start(), { standup: daily.id }, 'what was told before is known there');
  state.starting = '';
  reduce(state, { type: 'lineup.set', standup: daily.id, id: ada.id, isHere: true });
  reduce(state, { type: 'lineup.set', standup: daily.id, id: grace.id, isHere: false });
  reduce(state, { type: 'lineup.order', standup: daily.id, order: 'shuffled' });
  assert.deepEqual(start(), { standup: daily.id, absent: [grace.id], present: [ada.id], order: 'shuffled' });
  reduce(state, { type: 'live.started', standup: daily.id, reply: live(), after: state.follow.after });
  assert.deepEqual(state.lineups.get(daily.id), { order: 'shuffled', here: {} }, 'the order stays, who was there does not');
});

test('an absence is told until the end of its last day, and taken back', () => {
  const state = page({ kind: 'standup', standup: daily.id });
  const set = (day) => reduce(state, { type: 'absent.set', standup: daily.id, id: ada.id, day })[0];
  const told = set('2026-12-01');
  assert.deepEqual([told.target, told.body], ['standups.absent', { id: daily.id, attendee: ada.id, untilMs: new Date(2026, 11, 2).getTime() }]);
  assert.equal(lastDay(told.body.untilMs), '2026-12-01');
  const back = set('');
  assert.deepEqual([back.target, back.body], ['standups.present', { id: daily.id, attendee: ada.id }]);
  assert.deepEqual(types(reduce(state, { ...back.as, error: { code: 'invalid', message: 'No.' } })), ['act']);
});

test('an absence shows its last day, or its time if no day ends then in this time zone', () => {
  const end = new Date(2026, 11, 2).getTime();
  assert.match(awayUntil(end), /^Away through .*\b1\b/);
  // It was set in a zone where the day ends 17 hours later than here.
  assert.match(awayUntil(end + 17 * 3_600_000), /^Away until .*\b2\b.*\b(17|05)\b/);
  assert.match(awayUntil(end + 1), /^Away until /);
});

test('whoever is not here is left out while it runs, and comes back at the end', () => {
  const bob = { id: id(93), name: 'Bob' };
  const state = page(record, { meetings: [live()] });
  state.standups.set(daily.id, { ...state.standups.get(daily.id), standup: { ...daily, attendees: [ada, grace, bob] } });
  const people = () => seats(seen(state), state.standups.get(daily.id).standup).map(({ attendee, is }) => [attendee.name, is]);
  assert.deepEqual(people(), [['Ada', 'speaking'], ['Grace', 'next'], ['Bob', 'away']]);
  const [drop] = reduce(state, { type: 'live.absent', id: grace.id });
  assert.deepEqual([drop.target, drop.body], ['meetings.absent', { id: id(50), attendee: grace.id }]);
  assert.deepEqual(reduce(state, { type: 'live.absent', id: grace.id }), [], 'one thing at a time');
  state.isAnswering = false;
  tell(state, 'meeting.agendaChanged', id(50), { agenda: { order: [0], turnsMs: [60_000] }, cause: 'absent', durationMs: 60_000, elapsedMs: 5000 });
  assert.deepEqual(people(), [['Ada', 'speaking'], ['Grace', 'away'], ['Bob', 'away']]);
  const [add] = reduce(state, { type: 'live.present', id: bob.id });
  assert.deepEqual([add.target, add.body], ['meetings.present', { id: id(50), attendee: bob.id }]);
  const changed = { agenda: { order: [0, 2], turnsMs: [60_000, 20_000] }, attendee: bob, cause: 'present', durationMs: 80_000, elapsedMs: 5000 };
  tell(state, 'meeting.agendaChanged', id(50), changed);
  tell(state, 'meeting.agendaChanged', id(50), changed);
  assert.deepEqual([seen(state).people, seen(state).durationMs], [[ada, bob], 80_000]);
  assert.deepEqual(people(), [['Ada', 'speaking'], ['Bob', 'next'], ['Grace', 'away']]);
  tell(state, 'meeting.speakerChanged', id(50), { speaker: 1, elapsedMs: 60_000, cause: 'skipped' });
  assert.deepEqual(people(), [['Ada', 'done'], ['Bob', 'speaking'], ['Grace', 'away']]);
});

test('a change of the turns can be undone until its time is up', () => {
  for (const until of [20_000, new Date(20_000).toISOString()]) {
    const state = page(record, { meetings: [live()] });
    state.now = 10_000;
    const [ding, said] = tell(state, 'meeting.speakerChanged', id(50), { speaker: 1, attendee: grace, elapsedMs: 10_000, cause: 'skipped', undo: { change: id(80), kind: 'next', attendee: ada.id, until } });
    assert.deepEqual([ding.type, said.text], ['ding', 'Grace is speaking. No more speakers. Press b to undo.']);
    assert.match(text(liveView(state, daily.id, 1)), /Back to Ada".*"10"/);
    const [undo] = reduce(state, { type: 'key', key: 'b' });
    assert.deepEqual([undo.target, undo.body], ['meetings.undo', { id: id(50), change: id(80) }]);
    assert.deepEqual(reduce(state, { type: 'key', key: 'b' }), [], 'one thing at a time');
    state.isAnswering = false;
    state.now = 20_000;
    assert.doesNotMatch(text(liveView(state, daily.id, 1)), /Back to/);
    assert.deepEqual(reduce(state, { type: 'key', key: 'b' }), [], 'too late');
    tell(state, 'meeting.undone', id(50), { change: id(80), kind: 'next', speaker: 0, attendee: ada, elapsedMs: 9000, agenda: { order: [0, 1], turnsMs: [30_000, 30_000] }, durationMs: 60_000 });
    assert.deepEqual([seen(state).speaker, seen(state).elapsedMs, seen(state).undo], [0, 9000, null]);
  }
});

test('a change that keeps the speaker is undone without a name, and its latecomer leaves', () => {
  const bob = { id: id(93), name: 'Bob' };
  const state = page(record, { meetings: [live()] });
  const undo = { change: id(81), kind: 'present', attendee: ada.id, until: 1e15 };
  const added = { agenda: { order: [0, 1, 2], turnsMs: [30_000, 30_000, 9000] }, attendee: bob, cause: 'present', durationMs: 69_000, elapsedMs: 5000, undo };
  assert.deepEqual(tell(state, 'meeting.agendaChanged', id(50), added), [{ type: 'announce', text: 'Press b to undo.' }]);
  assert.deepEqual(tell(state, 'meeting.agendaChanged', id(50), { ...added, cause: 'extended' }), [], 'announced once');
  assert.match(text(liveView(state, daily.id, 1)), /"Undo"/);
  tell(state, 'meeting.undone', id(50), { change: id(81), kind: 'present', speaker: 0, attendee: ada, elapsedMs: 5000, agenda: { order: [0, 1], turnsMs: [30_000, 30_000] }, durationMs: 60_000, removed: bob.id });
  assert.deepEqual([seen(state).standup.attendees.length, seen(state).people.length], [2, 2]);
});

test('an attendee who arrives or returns is late, in a page that opens later too, and not after an undo', () => {
  const bob = { id: id(93), name: 'Bob' };
  const lineup = { absent: [bob.id], order: 'listed' };
  const late = (state) => [...latecomers(seen(state))];
  const shown = (state) => text(liveView(state, daily.id, 1)).match(/Joined late/g)?.length ?? 0;
  const agenda = { order: [0, 1, 2], turnsMs: [30_000, 30_000, 9000] };
  const undo = { change: id(81), kind: 'present', attendee: ada.id, until: 1e15 };
  const state = page(record);
  tell(state, 'meeting.started', id(50), { standup: daily, isRecording: false, lineup });
  state.standups.set(daily.id, { ...state.standups.get(daily.id), live: id(50) });
  assert.deepEqual([late(state), shown(state)], [[], 0]);
  tell(state, 'meeting.agendaChanged', id(50), { agenda, attendee: bob, cause: 'present', durationMs: 69_000, elapsedMs: 5000, undo });
  assert.deepEqual([late(state), shown(state)], [[bob.id], 1]);
  tell(state, 'meeting.undone', id(50), { change: id(81), kind: 'present', speaker: 0, attendee: ada, elapsedMs: 5000, agenda: { order: [0, 1], turnsMs: [30_000, 30_000] }, durationMs: 60_000, removed: bob.id });
  assert.deepEqual([late(state), shown(state)], [[], 0]);
  // A page that opens now gets the same from the meeting; one who left again is absent.
  const met = { ...daily, attendees: [ada, grace, bob] };
  const opened = (more) => page(record, { meetings: [live({ standup: met, lineup, agenda: { ...agenda, ...more } })] });
  assert.deepEqual([late(opened({})), shown(opened({}))], [[bob.id], 1]);
  assert.deepEqual(late(opened({ returned: [1] })), [grace.id, bob.id]);
  assert.deepEqual(late(opened({ away: [2] })), []);
  const again = opened({});
  reduce(again, { type: 'live.read', after: again.follow.after, reply: live({ standup: met, lineup, agenda: { ...agenda, returned: [1] } }) });
  assert.deepEqual(late(again), [grace.id, bob.id]);
});

test('the speakers to come are reordered with buttons and by drag, and the focus follows', () => {
  const bob = { id: id(93), name: 'Bob' };
  const three = { ...daily, attendees: [ada, grace, bob] };
  const state = page(record, { meetings: [live({ standup: three })] });
  const shown = () => text(liveView(state, daily.id, 1));
  assert.match(shown(), /Move Grace down/);
  assert.doesNotMatch(shown(), /Move Ada/, 'the current speaker stays');
  const [ask] = reduce(state, { type: 'live.move', id: bob.id, to: 0 });
  assert.deepEqual([ask.target, ask.body], ['meetings.reorder', { id: id(50), from: 0, order: [bob.id, grace.id] }]);
  assert.deepEqual(reduce(state, { type: 'live.move', id: grace.id, to: 0 }), [], 'one change at a time');
  const agenda = { order: [0, 2, 1], turnsMs: [20_000, 20_000, 20_000] };
  tell(state, 'meeting.agendaChanged', id(50), { agenda, cause: 'reordered', durationMs: 60_000, elapsedMs: 5000 });
  const effects = reduce(state, { type: 'live.moved', meeting: id(50), id: bob.id, reply: live({ standup: three, agenda }) });
  assert.deepEqual(effects.slice(-2), [{ type: 'focus', id: `down-${bob.id}`, ifLost: true }, { type: 'announce', text: 'Bob is number 1 of 2 to come' }]);
  reduce(state, { type: 'live.drag', id: grace.id });
  const [dropped] = reduce(state, { type: 'live.drop', id: bob.id });
  assert.deepEqual(dropped.body.order, [grace.id, bob.id]);
  reduce(state, { type: 'live.moved', meeting: id(50), id: grace.id, error: { code: 'conflict', message: 'They have changed.' } });
  assert.deepEqual(reduce(state, { type: 'live.drop', id: bob.id }), [], 'nothing is dragged');
  const observer = page(record, { meetings: [live({ standup: three })], role: 'observer' });
  assert.doesNotMatch(text(liveView(observer, daily.id, 1)), /Move/);
});

test('the end of a meeting is undone with a button, also if the answer came first', () => {
  const undo = { change: id(82), until: 1e15 };
  const told = (effects) => effects.map(({ action }) => action).filter((action) => action?.type === 'notice');
  const state = page(record, { meetings: [live({ destination: { alert: { endMeeting: { isDiscardable: true } } } })] });
  assert.deepEqual(told(reduce(state, { type: 'live.answered', meeting: id(50), reply: { discarded: {} } })).map(({ offer }) => offer), [undefined]);
  const [notice] = told(tell(state, 'meeting.discarded', id(50), { elapsedMs: 6000, undo }));
  assert.equal(notice.offer.label, 'Resume the meeting');
  reduce(state, notice);
  const [act] = reduce(state, { type: 'key', key: 'b' });
  const [ask] = reduce(state, act.action);
  assert.deepEqual([ask.target, ask.body, state.notices], ['meetings.undo', { id: id(50), change: id(82) }, []]);
  reduce(state, { type: 'live.reopened', reply: live() });
  assert.deepEqual([state.place, seen(state).id], [record, id(50)]);
  const observer = page(record, { meetings: [live()], role: 'observer' });
  assert.equal(told(tell(observer, 'meeting.discarded', id(50), { elapsedMs: 6000, undo }))[0].offer, undefined);
});

test('a postponed speaker is listed once, at the turn that counts', () => {
  const bob = { id: id(93), name: 'Bob' };
  const turns = { people: [ada, grace, bob, ada], standup: { ...daily, attendees: [ada, grace, bob] } };
  const listed = (speaker) => seats({ ...turns, speaker }, undefined).map(({ attendee, is }) => `${attendee.name} ${is}`);
  assert.deepEqual(listed(1), ['Grace speaking', 'Bob next', 'Ada later']);
  assert.deepEqual(listed(3), ['Grace done', 'Bob done', 'Ada speaking']);
});

test('the end of a meeting keeps its microphone until it is final, and an end that is undone opens it again', () => {
  const of = (effects) => effects.filter(({ type }) => type === 'microphone');
  const state = page(record, { meetings: [live({ destination: { alert: { endMeeting: { isDiscardable: true } } } })] });
  reduce(state, { type: 'mic.open', take: false });
  const undo = { change: id(82), until: 1_009_000 };
  assert.deepEqual(of(tell(state, 'meeting.discarded', id(50), { elapsedMs: 6000, undo })), [{ type: 'microphone', do: 'hold', meeting: id(50), until: 1_009_000 }]);
  assert.deepEqual(of(tell(state, 'meeting.reopened', id(50), {})), [{ type: 'microphone', do: 'reopen', meeting: id(50) }]);
  reduce(state, { type: 'mic', meeting: id(50), state: 'on', isOwn: true, isMuted: true });
  assert.deepEqual([state.mic.state, state.mic.isMuted], ['on', true]);
  assert.deepEqual(of(tell(state, 'meeting.erased', id(50), {})).at(-1), { type: 'microphone', do: 'end', meeting: id(50) });
});

test('an open own microphone is shown and muted on every other place', () => {
  const state = page({ kind: 'list' }, { meetings: [live()] });
  const banner = () => text(loaded().map((each) => each.banner?.(state)));
  assert.doesNotMatch(banner(), /microphone/);
  reduce(state, { type: 'mic', meeting: id(50), state: 'on', isOwn: true });
  assert.match(banner(), /Your microphone is on.*Daily.*"Mute".*"Turn off"/);
  const mute = [{ type: 'microphone', do: 'mute', meeting: id(50), isMuted: true }];
  assert.deepEqual([reduce(state, { type: 'mic.mute' }), reduce(state, { type: 'key', key: 'm' })], [mute, mute]);
  reduce(state, { type: 'mic', meeting: id(50), isMuted: true, reminds: true });
  assert.match(banner(), /You are muted.*"Unmute".*hold T to talk/);
  reduce(state, { type: 'go', place: record });
  assert.doesNotMatch(banner(), /muted/, 'the meeting shows it');
  assert.deepEqual(reduce(state, { type: 'key', key: 'm' }), [{ ...mute[0], isMuted: false }], 'once');
  reduce(state, { type: 'go', place: { kind: 'list' } });
  reduce(state, { type: 'mic', meeting: id(50), isOwn: false });
  assert.doesNotMatch(banner(), /muted/, 'the microphone of the room');
  assert.deepEqual(reduce(state, { type: 'key', key: 'm' }), []);
});
