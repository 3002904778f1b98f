// The list of standups: its view, its status, and the search field above it.
import { h, lazy } from '../../Gateway/Page/dom.js';
import { go } from '../../Gateway/Page/navigate.js';
import { loaded } from '../../Gateway/Page/parts.js';
import { path } from '../../Gateway/Page/places.js';
import { mayChange, standupOf } from '../../Gateway/Page/state.js';
import { empty, foot, plus, shape } from '../../Gateway/Page/view-parts.js';
import { day, duration, time, title } from '../../Gateway/Page/words.js';
import { named } from './live.js';
import { words } from './words.js';

/** @type {Handlers} */
export const handlers = {
  status(state, { reply }) {
    const alert = reply?.destination?.alert;
    if (reply) {
      state.listAlert = alert ? named(alert) : null;
      state.unreadable = reply.unreadable ?? [];
    }
    state.isAnswering = false;
    return state.listAlert ? [{ type: 'load', name: 'listAlert' }] : [];
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
 * Navigates to a search, and replaces a search that is shown.
 * @param {State} state @param {string} query @returns {Effect[]}
 */
function searchFor(state, query) {
  const isSeen = state.place.kind === 'search';
  return go(state, { kind: 'search', query }, isSeen ? 'replace' : 'push');
}

/**
 * Opens the search.
 * @param {State} state @returns {Effect[]}
 */
export const search = (state) => go(state, { kind: 'search', query: state.searchText }, 'push');

/**
 * Creates the search field.
 * @param {State} state
 * @param {string} id
 * @param {string} [label] name of the landmark; two landmarks on one screen need different names
 */
export const find = (state, id, label = words.search) => h('form',
  { class: 'find', role: 'search', 'aria-label': label,
  submit: (event) => { event.preventDefault(); return { type: 'search.submit' }; } }, shape('M11 18a7 7 0 100-14 7 7 0 000 14M16 16l5 5'),
  h('input', { id, type: 'search', placeholder: words.search, 'aria-label': words.search, value: state.searchText,
    maxlength: '1000',
    input: (event) => ({ type: 'search.input', text: /** @type {HTMLInputElement} */ (event.target).value }) }));

/** @param {State} state @returns {Child} */
export function list(state) {
  const chosen = standupOf(state.place);
  return [
    h('div', { class: 'head' }, h('h1', { id: 'heading-1', tabindex: '-1' }, words.title),
      h('div', { class: 'tools' },
        mayChange(state) && h('a',
        { class: 'round', href: '/standups/new', 'aria-label': words.add, title: words.add }, shape(plus)))),
    find(state, 'search'),
    state.unreadable[0] && h('p', { class: 'problem' }, words.unreadable, state.unreadable.slice(0, 9).join(', ')),
    state.standups.size ? h('ul', { class: 'cards' }, [...state.standups.values()].map((summary) =>
      lazy(summary.standup.id, [summary, chosen === summary.standup.id, state.next.get(summary.standup.id), meets(state, summary)],
        () => card(summary, chosen === summary.standup.id, state.next.get(summary.standup.id), meets(state, summary)))))
      : empty(words.none, mayChange(state) ? words.noneHint : ''),
    loaded().map((each) => each.below?.(state)),
    foot(state),
  ];
}

/**
 * Describes the state of a meeting, including that it is paused for everyone.
 * @param {State} state @param {Summary} summary
 */
export function meets(state, { live }) {
  const alert = state.live.get(live ?? '')?.alert;
  return alert ? (alert.name === 'paused' ? words.paused : words.held) : words.live;
}

/**
 * @param {Summary} summary
 * @param {boolean} isChosen
 * @param {string} [next] time of the next meeting
 * @param {string} [meeting] state of the live meeting, if there is one
 * @param {string | null} [href] link, also to another cell; null if it is unknown
 */
export const card = ({ standup, live }, isChosen, next, meeting = words.live, href = path({ kind: 'standup', standup: standup.id })) => h('li', {},
  h('a', { class: 'card themed', 'data-theme': standup.theme, href,
    'aria-current': isChosen ? 'true' : null },
    h('span', { class: 'title' }, title(standup.title)),
    h('span', { class: 'facts' },
      h('span', { class: 'people' }, h('span', { class: 'hidden' }, words.people(standup.attendees.length)),
        h('span', { 'aria-hidden': 'true' }, standup.attendees.length)),
      live ? h('span', { class: 'badge' }, meeting)
        : next && h('time', { datetime: next, title: words.next }, day(next), ' ', time(next)),
      h('span', { class: 'length' }, duration(standup.durationMs)))));
