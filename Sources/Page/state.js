// What the page knows.
import { nothing } from './follow.js';

/** @returns {State} */
export const initial = () => ({
  now: 0, entry: 'starting', entryProblem: '', me: null,
  place: { kind: 'list' }, stream: 'connecting', follow: nothing(), beat: null, isLoaded: false,
  standups: new Map(), live: new Map(), pages: new Map(), drafts: new Map(), settings: new Map(), lineups: new Map(),
  next: new Map(), told: new Map(),
  listAlert: null, unreadable: [], isAnswering: false, starting: '', sheet: null, notices: [], isMuted: false,
  searchText: '', search: null, focus: null, focusItems: null, focusTitle: '', tools: {},
    mic: { state: 'off', meeting: '' },
  hasMicrophone: true,
});

/**
 * The live meeting of a standup.
 * @param {State} state @param {string} standup
 */
export const liveOf = (state, standup) => state.live.get(state.standups.get(standup)?.live ?? '');

/** Of how many things the last event is kept: of those that change while an answer is on its way. */
const maxTold = 10_000;

/**
 * The last event has told of something.
 * @param {State} state
 * @param {string} kind what the types of its events begin with; `notes` and `pages` of a standup
 * @param {string} subject
 */
export function markTold({ told, follow }, kind, subject) {
  // The latest is the last one.
  told.delete(kind + subject);
  told.set(kind + subject, follow.after);
  if (told.size > maxTold) told.delete(told.keys().next().value);
}

/**
 * Whether something was told since an answer was asked for, so that the answer may be older. An event of the stream
 * overtakes an answer that was given before it.
 * @param {State} state
 * @param {string} kind as it was marked
 * @param {string} subject
 * @param {number} after which event was the last one when it was asked for
 */
export const isOld = (state, kind, subject, after) => (state.told.get(kind + subject) ?? 0) > after;

/**
 * Whether this person may change things.
 * @param {State} state
 */
export const mayChange = (state) => state.me?.role === 'operator';

/**
 * The standup that a place is about.
 * @param {Place} place
 */
export const standupOf = (place) => ('standup' in place ? place.standup : undefined);

/**
 * The standup whose live meeting is seen, if it is seen.
 * @param {Place} place
 */
export const watchedStandup = (place) => (place.kind === 'record' || place.kind === 'recordAlert' ? place.standup
  : undefined);

/**
 * The live meeting that is seen.
 * @param {State} state
 */
export const seen = (state) => liveOf(state, watchedStandup(state.place) ?? '');

/**
 * The meetings whose ticks and guesses are wanted.
 * @param {State} state @returns {string[]}
 */
export function watched(state) {
  const live = seen(state);
  return live ? [live.id] : [];
}

/**
 * A past meeting that was loaded.
 * @param {State} state @param {string} standup @param {string} meeting
 */
export const pastMeeting = (state, standup,
  meeting) => state.pages.get(standup)?.meetings.find(({ id }) => id === meeting);

/**
 * Which draft a form shows: `new`, or the standup's.
 * @param {Place} place
 */
export const draftKey = (place) => (place.kind === 'edit' ? place.standup : 'new');
