// The list of standups: its view, its status, the search field above it, and the pinned standups, which come first. The browser
// stores the pins for each person; sessions without a person share one list of pins. The standup's place changes them.
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
  // Another tab changed the pins.
  'pins.stored'(state, { text }) {
    state.pins = stored(text);
  },
  'archived.show'(state, { isShown }) {
    state.showsArchived = isShown;
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

/**
 * Returns the pins that this browser stored; none if the text is damaged.
 * @param {string} text @returns {Record<string, string[]>}
 */
export function stored(text) {
  try {
    return Object.fromEntries(Object.entries(JSON.parse(text || '{}')).filter(([, ids]) => Array.isArray(ids)));
  } catch {
    return {};
  }
}

/** @param {State} state */
export const pinner = ({ me }) => me?.person ?? '';

/**
 * Returns the ids of the standups that this person pinned.
 * @param {State} state
 */
export const pinned = (state) => state.pins[pinner(state)] ?? [];

/** Number of standups up to which the list needs no filter. */
const fewStandups = 5;

/**
 * Returns the standups that match the filter: those in a meeting first, and pinned ones before others. “team:ID” and “is:running”
 * restrict the list; any other text has to be part of the title.
 * @param {State} state @param {boolean} [isArchived] true for the archived standups, which the list omits @returns {Summary[]}
 */
export function filtered(state, isArchived = false) {
  const { standups, filterText } = state;
  const all = [...standups.values()].filter(({ standup }) => !!standup.isArchived === isArchived);
  const terms = standups.size > fewStandups ? filterText.toLowerCase().split(/\s+/).filter(Boolean) : [];
  const matches = (/** @type {Summary} */ { standup, live }) => terms.every((term) => (term === words.running ? !!live
    : term.startsWith(words.team) ? (standup.team ?? 'default').startsWith(term.slice(words.team.length)) : standup.title.toLowerCase().includes(term)));
  const pins = new Set(pinned(state));
  const rank = (/** @type {Summary} */ { standup, live }) => (live ? 0 : 2) + (pins.has(standup.id) ? 0 : 1);
  return all.filter(matches).sort((one, other) => rank(one) - rank(other));
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
  const archived = filtered(state, true);
  const pins = new Set(pinned(state));
  const cards = (/** @type {Summary[]} */ summaries) => h('ul', { class: 'cards' }, summaries.map((summary) => {
    const { id, isArchived } = summary.standup;
    // An archived standup does not meet.
    const next = isArchived ? '' : state.next.get(id);
    const facts = /** @type {Parameters<typeof card>} */ ([summary, chosen === id, next, meets(state, summary), undefined, pins.has(id), state.pauses?.get(id)]);
    return lazy(id, facts, () => card(...facts));
  }));
  return [
    h('div', { class: 'head' }, h('h1', { id: 'heading-1', tabindex: '-1' }, words.title),
      h('div', { class: 'tools' },
        mayChange(state) && h('a',
        { class: 'round', href: '/standups/new', 'aria-label': words.add, title: words.add }, shape(plus)))),
    find(state, 'search'),
    state.unreadable[0] && h('p', { class: 'problem' }, words.unreadable, state.unreadable.slice(0, 9).join(', ')),
    state.standups.size > fewStandups && filter(state),
    state.standups.size ? cards(shown) : first(state),
    state.standups.size > 0 && !shown.length && empty(archived.length === state.standups.size ? words.allArchived : words.noMatch),
    archived.length > 0 && h('div', { class: 'pad' }, button(words.archived(archived.length), { type: 'archived.show', isShown: !state.showsArchived },
      { class: 'plain', id: 'archived', 'aria-expanded': String(state.showsArchived) })),
    archived.length > 0 && state.showsArchived && cards(archived),
    loaded().map((each) => each.below?.(state)),
    foot(state),
  ];
}

/** Path of the pin icon. */
const pin = 'M9 4h6l-1 6 3 3H7l3-3zM12 13v7';

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
 * @param {boolean} [isPinned]
 * @param {string} [pause] text about the break that the standup has now
 */
export const card = ({ standup, live }, isChosen, next, meeting = words.live, href = path({ kind: 'standup', standup: standup.id }), isPinned, pause) => h('li', {},
  h('a', { class: 'card themed', 'data-theme': standup.theme, href,
    'aria-current': isChosen ? 'true' : null },
    h('span', { class: 'title' }, title(standup.title), isPinned && [shape(pin), h('span', { class: 'hidden' }, words.pinned)]),
    h('span', { class: 'facts' },
      h('span', { class: 'people' }, h('span', { class: 'hidden' }, words.people(standup.attendees.length)),
        h('span', { 'aria-hidden': 'true' }, standup.attendees.length)),
      live && h('span', { class: 'badge' }, meeting),
      h('span', { class: 'length' }, duration(standup.durationMs)),
      !live && next && h('span', { class: 'later' }, pause ?? h('time', { datetime: next, title: words.next }, day(next), ' ', time(next))))));
