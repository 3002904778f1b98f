// The page's state.
import { nothing } from './follow.js';

/** @returns {State} */
export const initial = () => ({
  now: 0, entry: 'starting', entryProblem: '', me: null,
  place: { kind: 'list' }, stream: 'connecting', follow: nothing(), beat: null, isLoaded: false,
  standups: new Map(), live: new Map(), pages: new Map(), drafts: new Map(), settings: new Map(), lineups: new Map(),
  next: new Map(), daysOff: new Map(), told: new Map(),
  listAlert: null, unreadable: [], isAnswering: false, starting: '', sheet: null, notices: [], isMuted: false,
  searchText: '', search: null, focus: null, focusItems: null, focusTitle: '', tools: {},
    mic: { state: 'off', meeting: '' },
  hasMicrophone: true,
});

/**
 * Returns the live meeting of a standup.
 * @param {State} state @param {string} standup
 */
export const liveOf = (state, standup) => state.live.get(state.standups.get(standup)?.live ?? '');

/** Maximum number of subjects whose last event is remembered; only those that change during a request matter. */
const maxTold = 10_000;

/**
 * Records the last event about a subject.
 * @param {State} state
 * @param {string} kind first part of the event's type; `notes` and `pages` for those of a standup
 * @param {string} subject
 */
export function markTold({ told, follow }, kind, subject) {
  // Moves the subject to the end, so that the least recent one comes first.
  told.delete(kind + subject);
  told.set(kind + subject, follow.after);
  if (told.size > maxTold) told.delete(told.keys().next().value);
}

/**
 * True if an event about a subject arrived after a request, so that the reply may be older. An event on the stream
 * can overtake a reply that was sent before it.
 * @param {State} state
 * @param {string} kind as passed to `markTold`
 * @param {string} subject
 * @param {number} after sequence of the last event at the time of the request
 */
export const isOld = (state, kind, subject, after) => (state.told.get(kind + subject) ?? 0) > after;

/**
 * True if this person may change things.
 * @param {State} state
 */
export const mayChange = (state) => state.me?.role === 'operator';

/**
 * Returns the standup of a place.
 * @param {Place} place
 */
export const standupOf = (place) => ('standup' in place ? place.standup : undefined);

/**
 * Returns the standup whose live meeting the place shows, if any.
 * @param {Place} place
 */
export const watchedStandup = (place) => (place.kind === 'record' || place.kind === 'recordAlert' ? place.standup
  : undefined);

/**
 * Returns the visible live meeting.
 * @param {State} state
 */
export const seen = (state) => liveOf(state, watchedStandup(state.place) ?? '');

/**
 * Returns the meetings whose ticks and partial transcripts the page needs.
 * @param {State} state @returns {string[]}
 */
export function watched(state) {
  const live = seen(state);
  return live ? [live.id] : [];
}

/**
 * Returns a past meeting, if it is loaded.
 * @param {State} state @param {string} standup @param {string} meeting
 */
export const pastMeeting = (state, standup,
  meeting) => state.pages.get(standup)?.meetings.find(({ id }) => id === meeting);

/**
 * Returns the key of a form's draft: `new`, or the standup's id.
 * @param {Place} place
 */
export const draftKey = (place) => (place.kind === 'edit' ? place.standup : 'new');
