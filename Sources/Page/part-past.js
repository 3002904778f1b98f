// Past meetings, what is found in them, and whether a standup may be recorded: what happens there.
import { command, search } from './navigate.js';
import { tell } from './reduce-stream.js';
import { isOld } from './state.js';
import { found, past, settings } from './view-past.js';
import { words } from './words-past.js';

export { events } from './part-detail.js';

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
export function view(state, place, depth) {
  if (place.kind === 'meeting') return past(state, place, depth);
  return place.kind === 'search' ? found(state, place, depth)
    : settings(state, 'standup' in place ? place.standup : '', depth);
}

/** @param {State} state @param {Place} place @returns {Effect[]} */
export function enter(state, place) {
  if (place.kind === 'settings') return [command('transcription.authorization', { subject: place.standup },
    { type: 'settings.read' })];
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

  'settings.read'(state, { reply, error, after }) {
    if (state.place.kind === 'settings' && reply) {
      if (isOld(state, 'standup', state.place.standup, after)) return enter(state, state.place);
      state.settings.set(state.place.standup, reply);
    }
    return error ? tell(state, error.message, true) : [];
  },
  'settings.set'(state, { isGranted }) {
    if (state.place.kind !== 'settings') return [];
    const subject = state.place.standup;
    return [command('transcription.authorize', isGranted === null ? { subject } : { subject, isGranted },
      { type: 'settings.read' })];
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
