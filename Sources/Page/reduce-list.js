// Reducers of the list and its alert, of pages of past meetings, and of the search.
import { named } from './live.js';
import { command, go, loadParts, more } from './navigate.js';
import { tell } from './reduce-stream.js';
import { isOld, pastMeeting } from './state.js';

/** @type {Handlers} */
export const listing = {
  status(state, { reply }) {
    const alert = reply?.destination?.alert;
    if (reply) {
      state.listAlert = alert ? named(alert) : null;
      state.unreadable = reply.unreadable ?? [];
    }
    state.isAnswering = false;
    return state.listAlert ? [{ type: 'load', name: 'sheets' }] : [];
  },
  'list.answer'(state, { action }) {
    if (!state.listAlert || state.isAnswering) return [];
    state.isAnswering = true;
    return [command('standups.answer', { action }, { type: 'list.answered' })];
  },
  'list.answered'(state, { reply, error }) {
    state.isAnswering = false;
    if (reply || error?.code === 'conflict') state.listAlert = null;
    return [{ type: 'reconnect', isFresh: true }, ...(error ? tell(state, error.message, true) : [])];
  },
  paged(state, { standup, reply, error, after }) {
    const page = state.pages.get(standup);
    if (!page) return [];
    page.isLoading = false;
    if (error) return error.code === 'not_found' ? [] : tell(state, error.message, true);
    // A meeting of this page may have been deleted since the request.
    if (isOld(state, 'pages', standup, after)) return more(state, standup, page.want);
    const known = new Set(page.meetings.map(({ id }) => id));
    page.meetings = [...page.meetings, ...reply.meetings.filter((/** @type {Meeting} */ { id }) => !known.has(id))];
    page.next = reply.next ?? null;
    page.shortened = [...page.shortened, ...(reply.shortened ?? [])];
    const want = page.want;
    if (!want) return [];
    if (!pastMeeting(state, standup, want) && page.next) return more(state, standup, want);
    return loadParts(state, standup, want);
  },
  more: (state, { standup }) => more(state, standup),
  parted(state, { standup, meeting, reply }) {
    const past = pastMeeting(state, standup, meeting);
    if (!past?.more || !reply) return [];
    past.more = [...past.more, reply];
    const part = past.more.length + 2;
    return part <= (past.parts ?? 1)
      ? [command('standups.meetingPart', { standup, meeting, part }, { type: 'parted', standup, meeting })] : [];
  },

  'search.input'(state, { text }) {
    state.searchText = text;
    return [{ type: 'after', ms: 300, action: { type: 'search.settled', text } }];
  },
  'search.settled'(state, { text }) {
    return state.searchText === text && state.place.kind === 'search' && text.trim() && state.place.query !== text
      ? searchFor(state, text) : [];
  },
  'search.submit': (state) => searchFor(state, state.searchText),
};

/**
 * Navigates to a search, replacing a visible one.
 * @param {State} state @param {string} query @returns {Effect[]}
 */
function searchFor(state, query) {
  const isSeen = state.place.kind === 'search';
  return go(state, { kind: 'search', query }, isSeen ? 'replace' : 'push');
}
