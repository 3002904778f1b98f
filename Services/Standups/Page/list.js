// The list of standups: its view, its status, and the search field above it.
import { h, lazy } from '../../Gateway/Page/dom.js';
import { command, go, tell } from '../../Gateway/Page/navigate.js';
import { loaded } from '../../Gateway/Page/parts.js';
import { path } from '../../Gateway/Page/places.js';
import { mayChange, standupOf } from '../../Gateway/Page/state.js';
import { button, empty, foot, plus, shape, value } from '../../Gateway/Page/view-parts.js';
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
  'filter.input'(state, { text }) {
    state.filterText = text;
  },
  'sample.add'(state) {
    if (state.isAnswering) return [];
    state.isAnswering = true;
    return [command('standups.create', { title: words.sampleTitle, durationMs: 300_000, theme: 'seafoam', attendees: words.sampleNames.map((name) => ({ name })) },
      { type: 'sample.added' })];
  },
  'sample.added'(state, { reply, error }) {
    state.isAnswering = false;
    return error ? tell(error.message, true) : go(state, { kind: 'standup', standup: reply.id }, 'push');
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
    input: (event) => ({ type: 'search.input', text: value(event) }) }));

/** Number of standups up to which the list needs no filter. */
const fewStandups = 5;

/**
 * Returns the standups that match the filter, those with a running meeting first. “team:ID” and “is:running” restrict the list;
 * any other text has to be part of the title.
 * @param {State} state @returns {Summary[]}
 */
export function filtered({ standups, filterText }) {
  const all = [...standups.values()];
  const terms = standups.size > fewStandups ? filterText.toLowerCase().split(/\s+/).filter(Boolean) : [];
  const matches = (/** @type {Summary} */ { standup, live }) => terms.every((term) => (term === words.running ? !!live
    : term.startsWith(words.team) ? (standup.team ?? 'default').startsWith(term.slice(words.team.length)) : standup.title.toLowerCase().includes(term)));
  const shown = all.filter(matches);
  return [...shown.filter(({ live }) => live), ...shown.filter(({ live }) => !live)];
}

/** @param {State} state @returns {Child} */
const filter = (state) => h('form', { class: 'find own', role: 'search', 'aria-label': words.filter, submit: (event) => event.preventDefault() },
  shape('M4 6h16M7 12h10M10 18h4'),
  h('input', { id: 'filter', type: 'search', placeholder: words.filterHint, 'aria-label': words.filter, value: state.filterText, maxlength: '200', autocomplete: 'off',
    input: (event) => ({ type: 'filter.input', text: value(event) }) }));

/**
 * Shows what can be done in an empty installation.
 * @param {State} state @returns {Child}
 */
const first = (state) => h('div', { class: 'empty' }, h('p', {}, words.none), mayChange(state) && [h('p', { class: 'quiet' }, words.noneHint),
  h('div', { class: 'first' }, h('a', { class: 'button primary', href: '/standups/new' }, words.addOwn),
    button(words.sample, { type: 'sample.add' }, { disabled: state.isAnswering }),
    button(words.importFile, { type: 'sheet', sheet: { kind: 'import', isBusy: false, problem: '' } }))]);

/** @param {State} state @returns {Child} */
export function list(state) {
  const chosen = standupOf(state.place);
  const shown = filtered(state);
  return [
    h('div', { class: 'head' }, h('h1', { id: 'heading-1', tabindex: '-1' }, words.title),
      h('div', { class: 'tools' },
        mayChange(state) && h('a',
        { class: 'round', href: '/standups/new', 'aria-label': words.add, title: words.add }, shape(plus)))),
    find(state, 'search'),
    state.unreadable[0] && h('p', { class: 'problem' }, words.unreadable, state.unreadable.slice(0, 9).join(', ')),
    state.standups.size > fewStandups && filter(state),
    state.standups.size ? h('ul', { class: 'cards' }, shown.map((summary) =>
      lazy(summary.standup.id, [summary, chosen === summary.standup.id, state.next.get(summary.standup.id), meets(state, summary)],
        () => card(summary, chosen === summary.standup.id, state.next.get(summary.standup.id), meets(state, summary)))))
      : first(state),
    state.standups.size > 0 && !shown.length && empty(words.noMatch),
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
