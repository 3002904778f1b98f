// Actions of past meetings, of the search, and of a standup's recording settings.
import { command, search } from '../../Gateway/Page/navigate.js';
import { tell } from '../../Gateway/Page/reduce-stream.js';
import { isOld } from '../../Gateway/Page/state.js';
import { found, past, settings } from './past-view.js';
import { words } from './words-past.js';

export { events } from './detail.js';

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
export function view(state, place, depth) {
  if (place.kind === 'meeting') return past(state, place, depth);
  return place.kind === 'search' ? found(state, place, depth)
    : settings(state, 'standup' in place ? place.standup : '', depth);
}

/** @param {string} standup */
const readSettings = (standup) => command('transcription.authorization', { subject: standup }, { type: 'settings.read', standup });

/** @param {State} state @param {Place} place @returns {Effect[]} */
export function enter(state, place) {
  if (place.kind === 'settings') return [readSettings(place.standup)];
  if (place.kind !== 'search') return [];
  return place.query.trim() && state.search?.query !== place.query ? search(state, place.query, 0) : [];
}

/** @type {Handlers} */
export const handlers = {
  deleteMeeting(state) {
    const { sheet } = state;
    if (sheet?.kind !== 'deleteMeeting') return [];
    state.sheet = null;
    return [command('standups.deleteMeeting', { standup: sheet.standup, meeting: sheet.meeting },
      { type: 'meetingDeleted' })];
  },
  meetingDeleted: (state, { error }) => (error ? tell(state, error.message, true) : []),

  'settings.read'(state, { standup, reply, error, after }) {
    if (!reply) return tell(state, error.message, true);
    if (isOld(state, 'standup', standup, after)) return [readSettings(standup)];
    state.settings.set(standup, reply);
    return [];
  },
  'settings.set'(state, { isGranted }) {
    if (state.place.kind !== 'settings') return [];
    const { standup } = state.place;
    return [command('transcription.authorize', { subject: standup, ...(isGranted !== null && { isGranted }) },
      { type: 'settings.read', standup })];
  },

  searched(state, { query, offset, reply, error }) {
    const found = state.search;
    if (!found || found.query !== query) return [];
    found.isLoading = false;
    found.problem = error?.message ?? '';
    if (!reply) return [];
    found.hits = offset ? [...found.hits, ...reply.hits] : reply.hits;
    found.total = reply.total;
    return [{ type: 'announce', text: words.search.found(reply.total) }];
  },
  'search.more': (state) => (state.search ? search(state, state.search.query, state.search.hits.length) : []),
};
