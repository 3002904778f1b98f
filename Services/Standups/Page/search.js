// The search in past meetings, and in the titles and names of standups, with its filters.
import { h } from '../../Gateway/Page/dom.js';
import { command } from '../../Gateway/Page/navigate.js';
import { path } from '../../Gateway/Page/places.js';
import { button, empty, problem, value, waiting } from '../../Gateway/Page/view-parts.js';
import { head, icon, section, there } from '../../Gateway/Page/view-rows.js';
import { day, person, title, w } from '../../Gateway/Page/words.js';
import { find } from './list.js';
import { words } from './words-later.js';

/** @type {SearchFilter} */
const all = { standup: '', person: '', from: '', to: '' };

/**
 * Returns the start of a day in the reader's zone, in milliseconds; undefined for none, and while the year is typed.
 * @param {string} date such as 2026-12-01 @param {number} [later] number of days
 */
function startOf(date, later = 0) {
  const [year, month, number] = date.split('-').map(Number);
  return year >= 1970 ? Math.max(0, new Date(year, month - 1, number + later).getTime()) : undefined;
}

/**
 * Returns the members of the command that restrict a search.
 * @param {SearchFilter} filter
 */
function members({ standup, person, from, to }) {
  const [fromMs, toMs] = [startOf(from), startOf(to, 1)];
  return { ...(standup && { standup }), ...(person && { person }), ...(fromMs !== undefined && { fromMs }), ...(toMs !== undefined && { toMs }) };
}

/**
 * Returns a text that is equal for filters that restrict a search in the same way.
 * @param {SearchFilter} [filter]
 */
const keyOf = (filter = all) => JSON.stringify(members(filter));

/**
 * Searches. The filters stay while the words change.
 * @param {State} state @param {string} query @param {number} offset @returns {Effect[]}
 */
export function search(state, query, offset) {
  const filter = state.search?.filter ?? all;
  const body = members(filter);
  const isReversed = (body.fromMs ?? 0) >= (body.toMs ?? Infinity);
  if (offset === 0) {
    state.search = { query, filter, hits: [], standups: [], total: 0, isLoading: !isReversed, problem: isReversed ? words.search.reversed : '' };
  }
  return isReversed ? [] : [command('standups.search', { query, ...body, limit: 20, offset }, { type: 'searched', query, offset, filter: keyOf(filter) })];
}

/** @type {Handlers} */
export const searchHandlers = {
  searched(state, { query, offset, filter, reply, error }) {
    const found = state.search;
    if (!found || found.query !== query || keyOf(found.filter) !== filter || (offset && offset !== found.hits.length)) return [];
    found.isLoading = false;
    found.problem = error?.message ?? '';
    if (!reply) return [];
    if (!offset) found.standups = reply.standups ?? [];
    found.hits = offset ? [...found.hits, ...reply.hits] : reply.hits;
    found.total = reply.total;
    return [{ type: 'announce', text: [found.standups?.length && words.search.standups(found.standups.length), words.search.found(reply.total)].filter(Boolean).join(', ') }];
  },
  'search.more': (state) => (state.search ? search(state, state.search.query, state.search.hits.length) : []),
  'search.filter'(state, { name, text }) {
    const found = state.search;
    if (!found) return [];
    const before = keyOf(found.filter);
    found.filter = { ...(found.filter ?? all), [name]: text };
    return keyOf(found.filter) === before ? [] : search(state, found.query, 0);
  },
};

/** @param {State} state @param {Extract<Place, { kind: 'search' }>} place @param {number} depth @returns {Child} */
export function found(state, { query }, depth) {
  const found = state.search;
  const isShown = found && found.query === query;
  const isFiltered = Object.keys(members(found?.filter ?? all)).length > 0;
  return [
    head(depth, words.search.title, { kind: 'list' }),
    find(state, 'search-here', words.search.title),
    query.trim() && isShown && filters(state, found.filter ?? all),
    !query.trim() || !isShown ? h('p', { class: 'quiet pad' }, words.search.hint) : results(found),
    // Persons and standups of other cells are not known here.
    isShown && !isFiltered && state.cells?.query === query && state.cells.all.map((cell) => foundThere(cell, query)),
  ];
}

/** @param {FoundMeetings} found @returns {Child} */
function results({ problem: lost, isLoading, hits, standups = [], total }) {
  if (lost) return problem(lost);
  if (isLoading && !hits.length) return waiting;
  if (!hits.length && !standups.length) return empty(words.search.none, words.search.hint);
  return [
    standups.length > 0 && section(words.search.standups(standups.length), standups.map((each) => h('a',
      { key: each.id, class: 'row link hit', href: path({ kind: 'standup', standup: each.id }) },
      h('span', { class: 'grow' }, h('strong', {}, title(each.title)), h('br', {}), h('bdi', {}, marked(each.snippet))), icon('go')))),
    hits.length > 0 && section(words.search.found(total), [
      hits.map((hit) => hitRow(hit, path(held(hit)))),
      hits.length < total && button(w.more, { type: 'search.more' }, { class: 'row plain' }),
    ]),
  ];
}

/**
 * Shows the filters.
 * @param {State} state @param {SearchFilter} filter @returns {Child}
 */
function filters(state, filter) {
  const standups = [...state.standups.values()].map(({ standup }) => /** @type {[string, string]} */ ([standup.id, title(standup.title)]));
  const people = new Map([...state.standups.values()].flatMap(({ standup }) => standup.attendees)
    .flatMap((each) => (each.person ? [/** @type {[string, string]} */ ([each.person, person(each.name)])] : [])));
  const count = Object.keys(members(filter)).length;
  return h('details', { key: 'filters', class: 'pad' }, h('summary', {}, count ? words.search.filtersOf(count) : words.search.filters),
    choose('standup', words.search.standup, standups, filter.standup), choose('person', words.search.person, [...people], filter.person),
    date('from', words.search.from, filter.from), date('to', words.search.to, filter.to));
}

/** @param {string} name @param {string} text */
const filtered = (name, text) => ({ type: 'search.filter', name, text });

/** @param {string} name @param {string} label @param {[string, string][]} options @param {string} chosen */
const choose = (name, label, options, chosen) => h('label', { key: name, class: 'row period' }, h('span', { class: 'grow' }, label),
  h('select', { id: `search-${name}`, class: 'short', value: chosen, change: (event) => filtered(name, value(event)) },
    [/** @type {[string, string]} */ (['', words.search.any]), ...options.sort(([, a], [, b]) => a.localeCompare(b))]
      .map(([id, text]) => h('option', { key: id, value: id }, text))));

/** @param {string} name @param {string} label @param {string} day */
const date = (name, label, day) => h('label', { key: name, class: 'row period' }, h('span', { class: 'grow' }, label),
  h('input', { id: `search-${name}`, class: 'short', type: 'date', min: '1970-01-01', max: '9999-12-30', value: day,
    change: (event) => filtered(name, value(event)) }));

/** @param {any} hit @returns {Place} */
const held = ({ standup, meeting }) => ({ kind: 'meeting', standup, meeting: meeting.id });

/** @param {any} hit @param {string | null} href */
const hitRow = (hit, href) => h(href ? 'a' : 'div', { key: hit.meeting.id, class: 'row link hit', href },
  h('span', { class: 'grow' }, h('strong', {}, title(hit.title)), ' ',
    h('span', { class: 'quiet' }, day(hit.meeting.date)), h('br', {}), h('bdi', {}, marked(hit.snippet))), href && icon('go'));

/**
 * Shows the search results of another cell.
 * @param {OtherCell} cell @param {string} query @returns {Child}
 */
function foundThere({ name, web, hits, total, lost }, query) {
  if (lost) return h('p', { key: name, class: 'problem pad' }, words.search.lost(name, lost));
  const all = there(web, { kind: 'search', query });
  return hits.length > 0 && section(words.search.there(name, total), [hits.map((hit) => hitRow(hit, there(web, held(hit)))),
    hits.length < total && all && h('a', { class: 'row link', href: all }, w.more)], { key: name });
}

/**
 * Marks the found words, which are enclosed in U+0002 and U+0003.
 * @param {string} snippet @returns {Child[]}
 */
export const marked = (snippet) => snippet.split(/([\u0002][^\u0003]*[\u0003])/).map((part) =>
  (part.startsWith('\u0002') ? h('mark', {}, part.slice(1, -1)) : part));
