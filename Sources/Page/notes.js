// What people have to come back to: it is read, written down, and done. What is shown is in view-notes.js.
import { command } from './navigate.js';
import { tell, when } from './reduce-stream.js';
import { isOld, markTold, pastMeeting, seen } from './state.js';

/**
 * Asks for what is open in a standup.
 * @param {State} state @param {string} standup @returns {Effect[]}
 */
export const readNotes = (state, standup) => (state.standups.has(standup)
  ? [command('standups.followUps', { standup }, { type: 'notes.read', standup })] : []);

/**
 * Changes what is open in a standup, as an event tells it. What was not read yet will be, and not from an older answer.
 * @param {State} state @param {string | undefined} standup @param {(open: FollowUp[]) => FollowUp[]} change
 */
function change(state, standup, change) {
  if (!standup) return;
  markTold(state, 'notes', standup);
  const page = state.pages.get(standup);
  if (page?.notes) page.notes = change(page.notes);
}

/**
 * Whose meeting it is, live or past, as far as it is known here.
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
    // One of a meeting that is not known here may be of the standup that is seen.
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
 * What was erased with a meeting.
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
    // Somebody else was faster.
    return error.code === 'not_found' ? readNotes(state, standup) : tell(state, error.message, true);
  },
};

/**
 * Writes something down in the meeting that is seen.
 * @param {State} state @param {string} attendee whose it is; empty for the one who has the floor
 * @param {{ text?: string, last?: boolean }} what @returns {Effect[]}
 */
function note(state, attendee, what) {
  const live = seen(state);
  const whose = attendee || live?.people[live.speaker]?.id;
  if (!live || !whose) return [];
  return [command('standups.note', { standup: live.standup.id, meeting: live.id, attendee: whose, ...what },
    { type: 'note.added', text: what.text })];
}
