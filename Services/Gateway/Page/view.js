// The whole page: one column per step of the path, with alerts over them.
import { h } from './dom.js';
import { partOf, parts } from './parts.js';
import { columns, isAlert, path } from './places.js';
import { list } from '../../Standups/Page/list.js';
import { empty, loading } from './view-parts.js';
import { w } from './words.js';

/** @param {State} state @returns {Child[]} */
export function view(state) {
  // Nothing is rendered that would move when the rest is loaded.
  if (state.entry === 'out') return [parts.entry?.view(state, state.place, 0)];
  if (state.entry !== 'in'
    || !state.isLoaded) return [h('main', { class: 'entry' },
    h('p', { class: 'quiet', role: 'status' }, state.entryProblem || w.loading))];
  const { place } = state;
  const stack = columns(place);
  return [
    h('a', { class: 'skip', href: '#page',
      click: (event) => { event.preventDefault(); document.getElementById(`heading-${stack.length}`)?.focus(); return null; } },
      w.skip),
    state.stream === 'lost' && h('p', { class: 'banner', role: 'alert' }, w.connection.lost),
    h('div', { class: 'columns', 'data-depth': String(stack.length),
      'data-wide': ['services', 'bindings', 'dead-letters'].includes(place.kind) },
      // A column remains the same element, whatever covers it.
      stack.map((each, index) => h('div', {
        key: index ? `${index}:${each.kind === 'search' ? 'search' : path(each)}` : 'list',
          class: `column c${index + 1}`,
        role: index === stack.length - 1 ? 'main' : index ? 'region' : 'navigation',
          'aria-labelledby': `heading-${index + 1}`,
      }, column(state, each, index + 1))),
      stack.length < 2 && h('div',
        { class: 'column c2 unselected', key: 'none', role: 'region', 'aria-label': w.select }, empty(w.select)),
      stack.length < 3 && h('div', { class: 'column c3 unselected', key: 'third', 'aria-hidden': 'true' },
        stack.length === 2 && empty(w.select))),
    isAlert(place) && over(state),
    state.sheet && parts.sheets?.view(state, state.place, 0),
    h('div', { class: 'notices', role: 'status' }, state.notices.map(({ id, text, isProblem }) =>
      h('p', { key: String(id), class: isProblem ? 'notice problem' : 'notice' }, text,
        h('button', { class: 'plain', 'aria-label': w.close, click: { type: 'noticed', id } }, '×')))),
  ];
}

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
function column(state, place, depth) {
  const isElsewhere = 'standup' in place && !state.standups.has(place.standup) && state.moved?.has(place.standup);
  const name = isElsewhere ? 'cells' : partOf(place);
  if (name) return parts[name]?.view(state, place, depth) ?? loading(depth);
  if (place.kind === 'list') return list(state);
  return [h('h1', { id: `heading-${depth}`, tabindex: '-1' }, w.noPlace),
    h('p', {}, h('a', { href: '/', class: 'plain' }, w.toList))];
}

/**
 * Shows the alert that is the current place.
 * @param {State} state @returns {Child}
 */
function over(state) {
  const { place } = state;
  if (place.kind === 'recordAlert') return parts.live?.liveAlert?.(state, place.standup);
  if (place.kind === 'deleteStandup') return parts.detail?.deleteStandup?.(state, place.standup);
  return parts.sheets?.listAlert?.(state);
}
