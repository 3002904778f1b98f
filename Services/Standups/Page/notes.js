// Follow-ups: reads, adds and completes them, and shows them in a turn, a standup, and a past meeting.
import { h } from '../../Gateway/Page/dom.js';
import { command, tell } from '../../Gateway/Page/navigate.js';
import { isOld, markTold, mayChange, when } from '../../Gateway/Page/state.js';
import { button, value } from '../../Gateway/Page/view-parts.js';
import { section } from '../../Gateway/Page/view-rows.js';
import { person } from '../../Gateway/Page/words.js';
import { addPast, gone } from './events.js';
import { seen } from './live.js';
import { pastMeeting } from './pages.js';
import { words } from './words-later.js';

/**
 * Requests the open follow-ups of a standup.
 * @param {State} state @param {string} standup @returns {Effect[]}
 */
export const readNotes = (state, standup) => (state.standups.has(standup)
  ? [command('standups.followUps', { standup }, { type: 'notes.read', standup })] : []);

/**
 * Applies an event to the open follow-ups of a standup. If they have not been loaded yet, replies that are older than
 * the event are ignored.
 * @param {State} state @param {string | undefined} standup @param {(open: FollowUp[]) => FollowUp[]} change
 */
function change(state, standup, change) {
  if (!standup) return;
  markTold(state, 'notes', standup);
  const page = state.pages.get(standup);
  if (page?.notes) page.notes = change(page.notes);
}

/**
 * Returns the standup of a live or past meeting, if the page knows it.
 * @param {State} state @param {string} meeting
 */
const standupOfMeeting = (state, meeting) => state.live.get(meeting)?.standup.id
  ?? [...state.pages].find(([, { meetings }]) => meetings.some(({ id }) => id === meeting))?.[0];

/** @type {Record<string, EventHandler>} */
export const noteEvents = {
  'meeting.noted'(state, { followUp }, { subject }) {
    const standup = standupOfMeeting(state, subject);
    const add = (/** @type {FollowUp[]} */ notes) => [...notes.filter(({ id }) => id !== followUp.id), followUp];
    change(state, standup, add);
    const past = standup && pastMeeting(state, standup, subject);
    if (past) past.notes = add(past.notes ?? []);
    // A follow-up of an unknown meeting may belong to the visible standup.
    return standup || !('standup' in state.place) ? [] : readNotes(state, state.place.standup);
  },
  'standup.followUpDone'(state, { followUp, meeting }, event) {
    const standup = event.subject;
    change(state, standup, (open) => open.filter(({ id }) => id !== followUp));
    const note = pastMeeting(state, standup, meeting)?.notes?.find(({ id }) => id === followUp);
    if (note) note.doneMs = when(state, event);
  },
  'meeting.erased'(state, { standup, meeting }, { subject }) {
    if (state.search) state.search.hits = state.search.hits.filter((hit) => hit.meeting.id !== subject);
    const left = /** @type {FollowUp[]} */ (meeting?.notes ?? []);
    change(state, standup, (open) => open.filter((note) => note.meeting !== subject || left.some(({ id }) => id === note.id)));
    return meeting ? addPast(state, standup, meeting) : gone(state, standup, subject);
  },
};

/** @type {Handlers} */
export const noteHandlers = {
  'notes.read'(state, { standup, reply, error, after }) {
    if (!reply) return error.code === 'not_found' ? [] : tell(error.message, true);
    if (isOld(state, 'notes', standup, after)) return readNotes(state, standup);
    const page = state.pages.get(standup);
    if (page) page.notes = reply.followUps;
    return [];
  },
  'note.text'(state, { text }) { state.noteText = text; },
  'note.for'(state, { attendee }) { state.noteFor = attendee; },
  'note.add'(state) {
    const text = state.noteText?.trim();
    return text ? note(state, state.noteFor ?? '', { text }) : [];
  },
  'note.last': (state) => note(state, '', { last: true }),
  'note.added'(state, { text, error }) {
    if (error) return tell(error.message, true);
    if (text !== undefined && state.noteText?.trim() === text) Object.assign(state, { noteText: '', noteFor: '' });
    return [];
  },
  'note.done': (state, { standup, followUp }) => [
    command('standups.finishFollowUp', { standup, followUp }, { type: 'note.finished', standup })],
  'note.finished'(state, { standup, error }) {
    if (!error) return [];
    // Another person has already completed it.
    return error.code === 'not_found' ? readNotes(state, standup) : tell(error.message, true);
  },
};

/**
 * Adds a follow-up to the visible meeting.
 * @param {State} state @param {string} attendee the attendee who is to follow up; empty for the current speaker
 * @param {{ text?: string, last?: boolean }} what @returns {Effect[]}
 */
function note(state, attendee, what) {
  const live = seen(state);
  const whose = attendee || live?.people[live.speaker]?.id;
  if (!live || !whose) return [];
  return [command('standups.note', { standup: live.standup.id, meeting: live.id, attendee: whose, ...what },
    { type: 'note.added', text: what.text })];
}

/**
 * Returns the attendee's current name.
 * @param {Attendee[]} people @param {FollowUp} note
 */
const name = (people, { attendee }) => person((people.find(({ id }) => id === attendee.id) ?? attendee).name);

/**
 * Lists open follow-ups, each with a button that completes it.
 * @param {State} state @param {Standup} standup @param {FollowUp[]} open @param {boolean} isNamed @returns {Child}
 */
const list = (state, standup, open, isNamed) => h('ul', {}, open.map((note) => h('li', { class: 'row', key: note.id },
  h('span', { class: 'grow' }, isNamed && [h('strong', {}, name(standup.attendees, note)), ' '], h('bdi', {}, note.text)),
  mayChange(state) && button(words.notes.done, { type: 'note.done', standup: standup.id, followUp: note.id },
    { class: 'plain', 'aria-label': words.notes.doneLabel(note.text) }))));

/** @param {State} state @param {Standup} standup @returns {Child} */
export function standupNotes(state, standup) {
  const open = state.pages.get(standup.id)?.notes ?? [];
  return open.length ? section(words.notes.title, list(state, standup, open, true)) : null;
}

/**
 * Shows the current speaker's follow-ups, and the form that adds one.
 * @param {State} state @param {Live} live @returns {Child}
 */
export function turnNotes(state, { standup, people, speaker, segments, isRecording, alert }) {
  const current = people[speaker];
  const open = (state.pages.get(standup.id)?.notes ?? []).filter(({ attendee }) => attendee.id === current?.id);
  const may = mayChange(state);
  if (!open.length && !may) return null;
  const hasSpoken = segments.some(({ attendee }) => attendee === current?.id);
  const seated = people.filter(({ id }, index) => people.findIndex((other) => other.id === id) === index);
  return section(open.length ? words.notes.title : '', [
    open.length > 0 && list(state, standup, open, false),
    may && h('form', { class: 'row wraps', submit: (event) => { event.preventDefault(); return { type: 'note.add' }; } },
      h('input', { id: 'note', value: state.noteText ?? '', maxlength: '500', autocomplete: 'off',
        'aria-label': words.notes.label, placeholder: words.notes.label,
        input: (event) => ({ type: 'note.text', text: value(event) }) }),
      h('select', { 'aria-label': words.notes.whose, value: state.noteFor ?? '',
        change: (event) => ({ type: 'note.for', attendee: value(event) }) },
        h('option', { value: '' }, words.notes.speaker),
        seated.map(({ id, name }) => h('option', { value: id, key: id }, person(name)))),
      h('button', { class: 'plain', disabled: !state.noteText?.trim() }, words.notes.add)),
    may && isRecording && hasSpoken && button(words.notes.last, { type: 'note.last' },
      { class: 'row plain', disabled: !!alert }),
  ], { 'aria-label': words.notes.title });
}

/** @param {Meeting} meeting @returns {Child} */
export const pastNotes = ({ notes }) => (notes?.length ? section(words.notes.title, h('ul', {}, notes.map((note) => h('li',
  { class: 'row', key: note.id }, h('span', { class: 'grow' }, h('strong', {}, person(note.attendee.name)), ' ',
    h('bdi', {}, note.text)), note.doneMs && h('span', { class: 'quiet' }, words.notes.isDone))))) : null);
