// The whole page, with one column per step of the path, and alerts over the columns.
import { h } from './dom.js';
import { partOf } from './navigate.js';
import { loaded, parts } from './parts.js';
import { columns, path, rule } from './places.js';
import { empty, loading } from './view-parts.js';
import { w } from './words.js';

/** @param {State} state @returns {Child[]} */
export function view(state) {
  // Render nothing that would move when the rest is loaded.
  if (state.entry === 'out') return [parts.entry?.view?.(state, state.place, 0)];
  if (state.entry !== 'in'
    || !state.isLoaded) return [h('main', { class: 'entry' },
    h('p', { class: 'quiet', role: 'status' }, state.entryProblem || w.loading))];
  const { place, sheet } = state;
  const stack = columns(place);
  const { alert = '', isWide } = rule(place) ?? {};
  return [
    h('a', { class: 'skip', href: '#page',
      click: (event) => { event.preventDefault(); document.getElementById(`heading-${stack.length}`)?.focus(); return null; } },
      w.skip),
    loaded().map((each) => each.banner?.(state)),
    state.stream === 'lost' && !state.offline && h('p', { class: 'banner', role: 'alert' }, w.connection.lost),
    h('div', { class: 'columns', 'data-depth': String(stack.length), 'data-wide': isWide },
      // A column remains the same element, regardless of what covers it.
      stack.map((each, index) => h('div', {
        key: index ? `${index}:${'query' in each ? each.kind : path(each)}` : 'list',
          class: `column c${index + 1}`,
        role: index === stack.length - 1 ? 'main' : index ? 'region' : 'navigation',
          'aria-labelledby': `heading-${index + 1}`,
      }, column(state, each, index + 1))),
      stack.length < 2 && h('div',
        { class: 'column c2 unselected', key: 'none', role: 'region', 'aria-label': w.select }, empty(w.select)),
      stack.length < 3 && h('div', { class: 'column c3 unselected', key: 'third', 'aria-hidden': 'true' })),
    parts[alert]?.alert?.(state, place),
    sheet && loaded().map(({ sheets }) => sheets?.[sheet.kind]?.(state, sheet)),
    h('div', { class: 'notices', role: 'status' }, state.notices.map((notice) => {
      const { id, text, isProblem, offer } = notice;
      const end = /** @type {Action} */ ({ type: 'noticed', notice });
      // The style sheet ends a notice without a problem and an offer, and waits while it is read.
      return h('p', { key: String(id), class: isProblem ? 'notice problem' : 'notice', animationend: end }, text,
        offer && h('button', { class: 'offer', click: offer.action, 'aria-keyshortcuts': state.keys ? null : 'b' }, offer.label),
        h('button', { class: 'plain', 'aria-label': w.close, click: end }, '×'));
    })),
  ];
}

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
function column(state, place, depth) {
  const instead = loaded().map((each) => each.instead?.(state, place, depth)).find(Boolean);
  if (instead) return instead;
  const name = partOf(place);
  if (name) return parts[name]?.view?.(state, place, depth) ?? loading(depth);
  return rule(place)?.view?.(state) ?? [h('h1', { id: `heading-${depth}`, tabindex: '-1', class: 'pad' }, w.noPlace),
    h('p', { class: 'pad' }, h('a', { href: '/', class: 'plain' }, w.toList))];
}
