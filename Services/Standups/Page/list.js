// The list of standups: its view, with links to everything else, and the reducers of the list and its alert, of pages of
// past meetings, and of the search.
import { h, lazy } from '../../Gateway/Page/dom.js';
import { command, go, loadParts, more } from '../../Gateway/Page/navigate.js';
import { parts } from '../../Gateway/Page/parts.js';
import { path, stack } from '../../Gateway/Page/places.js';
import { tell } from '../../Gateway/Page/reduce-stream.js';
import { isOld, mayChange, pastMeeting, standupOf } from '../../Gateway/Page/state.js';
import { button, empty, find, plus, shape } from '../../Gateway/Page/view-parts.js';
import { day, duration, time, title, w } from '../../Gateway/Page/words.js';
import { named } from './live.js';

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

/** @param {State} state @returns {Child} */
export function list(state) {
  const chosen = standupOf(state.place);
  return [
    h('div', { class: 'head' }, h('h1', { id: 'heading-1', tabindex: '-1' }, w.list.title),
      h('div', { class: 'tools' },
        mayChange(state) && h('a',
        { class: 'round', href: '/standups/new', 'aria-label': w.list.add, title: w.list.add }, shape(plus)))),
    find(state, 'search'),
    state.unreadable[0] && h('p', { class: 'problem' }, w.list.unreadable, state.unreadable.slice(0, 9).join(', ')),
    state.standups.size ? h('ul', { class: 'cards' }, [...state.standups.values()].map((summary) =>
      lazy(summary.standup.id, [summary, chosen === summary.standup.id, state.next.get(summary.standup.id), meets(state, summary)],
        () => card(summary, chosen === summary.standup.id, state.next.get(summary.standup.id), meets(state, summary)))))
      : empty(w.list.none, mayChange(state) ? w.list.noneHint : ''),
    parts.cells?.view(state, { kind: 'list' }, 1),
    foot(state),
  ];
}

/**
 * Describes the state of a meeting, including that it is paused for everyone.
 * @param {State} state @param {Summary} summary
 */
export function meets(state, { live }) {
  const alert = state.live.get(live ?? '')?.alert;
  return alert ? (alert.name === 'paused' ? w.list.paused : w.list.held) : w.list.live;
}

/**
 * @param {Summary} summary
 * @param {boolean} isChosen
 * @param {string} [next] time of the next meeting
 * @param {string} [meeting] state of the live meeting, if there is one
 * @param {string | null} [href] link, also to another cell; null if it is unknown
 */
export const card = ({ standup, live }, isChosen, next, meeting = w.list.live, href = path({ kind: 'standup', standup: standup.id })) => h('li', {},
  h('a', { class: 'card themed', 'data-theme': standup.theme, href,
    'aria-current': isChosen ? 'true' : null },
    h('span', { class: 'title' }, title(standup.title)),
    h('span', { class: 'facts' },
      h('span', { class: 'people' }, h('span', { class: 'hidden' }, w.list.people(standup.attendees.length)),
        h('span', { 'aria-hidden': 'true' }, standup.attendees.length)),
      live ? h('span', { class: 'badge' }, meeting)
        : next && h('time', { datetime: next, title: w.detail.next }, day(next), ' ', time(next)),
      h('span', { class: 'length' }, duration(standup.durationMs)))));

/** @param {State} state */
function foot(state) {
  const { place } = state;
  const isOperator = mayChange(state);
  const to = (/** @type {'focus' | 'health' | 'services' | 'bindings' | 'dead-letters'} */ kind) => h('li', {},
    h('a', { href: path({ kind }), 'aria-current': stack(place).some((each) => each.kind === kind) ? 'page' : null },
      kind === 'focus' ? w.list.focus : w.tools[kind]));
  return h('div', { class: 'foot' },
    h('ul', { class: 'links' }, to('focus'),
      isOperator && [to('health'), to('services'), to('bindings'), to('dead-letters'),
      h('li', {}, button(w.tools.import, { type: 'sheet', sheet: { kind: 'import', isBusy: false, problem: '' } },
        { class: 'plain' })),
      h('li', {}, h('a', { href: '/api/export', download: true }, w.tools.export))]),
    state.me && h('p', { class: 'quiet' }, w.tools.you(state.me.name, state.me.role), ' ',
      button(w.tools.logout, { type: 'logout' }, { class: 'plain' })));
}
