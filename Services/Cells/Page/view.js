// Standups of other cells, which are shown below those of this cell, and places of standups that are
// in another cell.
import { h, lazy } from '../../Gateway/Page/dom.js';
import { under } from '../../Gateway/Page/places.js';
import { standupOf } from '../../Gateway/Page/state.js';
import { waiting } from '../../Gateway/Page/view-parts.js';
import { head, icon, section, there } from '../../Gateway/Page/view-rows.js';
import { card } from '../../Standups/Page/list.js';
import { words as list } from '../../Standups/Page/words.js';
import { words } from './words.js';

/** @param {State} state @returns {Child} */
export const cells = ({ cells }) => cells?.all.map((cell) => {
  const { name, router, web, standups, problem } = cell;
  const id = `cell-${name}`;
  return h('section', { key: id, class: 'cell', 'aria-labelledby': id },
    h('h2', { id }, words.cell(name)),
    problem ? h('p', { class: 'problem pad' }, words.away(name, problem))
      : !standups && waiting,
    standups && (standups.length ? h('ul', { class: 'cards' }, standups.map((summary) => {
      const href = there(web, { kind: 'standup', standup: summary.standup.id });
      return lazy(summary.standup.id, [summary, href], () => card(summary, false, '', undefined, href));
    })) : h('p', { class: 'quiet pad' }, list.none)),
    cell.isMore && h('p', { class: 'quiet pad' }, words.more),
    !web && hint(name, router));
});

/** @param {string} name @param {string} router */
const hint = (name, router) => h('p', { class: 'quiet pad' }, words.hint(name), ' ',
  h('code', {}, `standups cells add ${name} --router ${router} --web https://…`));

/**
 * Returns the name of a cell, or its router if the name is unknown.
 * @param {State} state @param {{ router: string }} place
 */
export const nameOf = ({ cells }, { router }) => cells?.all.find((each) => each.router === router)?.name ?? router;

/**
 * Shows a place of a standup in another cell, with a link to it; null for all other places.
 * @param {State} state @param {Place} place @param {number} depth @returns {Child}
 */
export function elsewhere(state, place, depth) {
  const standup = standupOf(place) ?? '';
  const moved = state.moved?.get(standup);
  if (!moved || state.standups.has(standup)) return null;
  const name = nameOf(state, moved);
  const href = there(moved.web, place);
  return [
    head(depth, words.moved, under(place) ?? { kind: 'list' }),
    h('p', { class: 'pad' }, words.isIn(name)),
    href ? section('', h('a', { class: 'row link action', href }, h('span', { class: 'grow' }, words.go(name)), icon('go')))
      : hint(name, moved.router),
  ];
}
