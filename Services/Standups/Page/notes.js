// Follow-ups: reading, adding and completing them. notes-view.js shows them.
import { command } from '../../Gateway/Page/navigate.js';
import { tell, when } from '../../Gateway/Page/reduce-stream.js';
import { isOld, markTold, pastMeeting, seen } from '../../Gateway/Page/state.js';

/**
 * Requests the open follow-ups of a standup.
 * @param {State} state @param {string} standup @returns {Effect[]}
 */
export const readNotes = (state, standup) => (state.standups.has(standup)
  ? [command('standups.followUps', { standup }, { type: 'notes.read', standup })] : []);

/**
 * Applies an event to the open follow-ups of a standup. If they are not loaded yet, replies older than the event
 * are ignored.
 * @param {State} state @param {string | undefined} standup @param {(open: FollowUp[]) => FollowUp[]} change
 */
function change(state, standup, change) {
  if (!standup) return;
  markTold(state, 'notes', standup);
  const page = state.pages.get(standup);
  if (page?.notes) page.notes = change(page.notes);
}

/**
 * Returns the standup of a live or past meeting, if this page knows it.
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
};

/**
 * Removes the follow-ups that were erased with a meeting.
 * @param {State} state @param {string} standup @param {string} meeting @param {FollowUp[]} left
 */
export function eraseNotes(state, standup, meeting, left) {
  change(state, standup, (open) => open.filter((note) => note.meeting !== meeting
    || left.some(({ id }) => id === note.id)));
}

/** @type {Handlers} */
export const noteHandlers = {
  'notes.read'(state, { standup, reply, error, after }) {
    if (!reply) return error.code === 'not_found' ? [] : tell(state, error.message, true);
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
    if (error) return tell(state, error.message, true);
    if (text !== undefined && state.noteText?.trim() === text) Object.assign(state, { noteText: '', noteFor: '' });
    return [];
  },
  'note.done': (state, { standup, followUp }) => [
    command('standups.finishFollowUp', { standup, followUp }, { type: 'note.finished', standup })],
  'note.finished'(state, { standup, error }) {
    if (!error) return [];
    // Another person was faster.
    return error.code === 'not_found' ? readNotes(state, standup) : tell(state, error.message, true);
  },
};

/**
 * Adds a follow-up to the visible meeting.
 * @param {State} state @param {string} attendee the attendee it is for; empty for the current speaker
 * @param {{ text?: string, last?: boolean }} what @returns {Effect[]}
 */
function note(state, attendee, what) {
  const live = seen(state);
  const whose = attendee || live?.people[live.speaker]?.id;
  if (!live || !whose) return [];
  return [command('standups.note', { standup: live.standup.id, meeting: live.id, attendee: whose, ...what },
    { type: 'note.added', text: what.text })];
}
