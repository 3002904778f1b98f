// Standups of other cells, if there are any. The module is loaded after the page has started, and reads
// them through the page's own gateway.
import { command } from '../../Gateway/Page/navigate.js';
import { standupOf } from '../../Gateway/Page/state.js';
import { nameOf } from './view.js';
import { words } from './words.js';

/** Lifetime of the loaded data, in milliseconds. */
const freshMs = 30_000;
/** Maximum number of cells that are read concurrently, because a session may send only 20 commands per second. */
const maxAtOnce = 4;
/** Maximum number of standups listed per cell. */
const maxListed = 1000;

const list = () => command('cells.list', {}, { type: 'cells.listed' });

/** @param {string} name @param {string} [after] */
const read = (name, after) => command(`standups.list?cell=${name}`, { limit: 200, ...(after && { after }) },
  { type: 'cells.read', name });

/** @returns {Effect[]} */
export const enter = () => [list()];

/**
 * Reloads outdated data, and loads the data that the place needs.
 * @param {State} state @param {Place} place @returns {Effect[]}
 */
export function arrive(state, place) {
  const known = state.cells;
  if (!known?.all.length) return [];
  /** @type {Effect[]} */
  const effects = [];
  if (state.now - known.at > freshMs) {
    known.at = state.now;
    effects.push(list());
  }
  const standup = standupOf(place);
  if (standup && !state.standups.has(standup)) effects.push(command('standups.get', { id: standup, limit: 1 },
    { type: 'cells.sought', standup }));
  if (place.kind !== 'search' || !place.query.trim() || place.query === known.query) return effects;
  const { query } = place;
  known.query = query;
  for (const cell of known.all) Object.assign(cell, { hits: [], total: 0, lost: '' });
  return [...effects, ...known.all.map(({ name }) => command(`standups.search?cell=${name}`, { query, limit: 20 },
    { type: 'cells.found', name, query }))];
}

export { cells as below, elsewhere as instead } from './view.js';

/** @param {State} state @param {string} name */
const find = (state, name) => state.cells?.all.find((each) => each.name === name);

/**
 * Requests the next cells that have not been read yet.
 * @param {State} state @returns {Effect[]}
 */
function next({ cells }) {
  const all = cells?.all ?? [];
  const room = maxAtOnce - all.filter(({ isLoading }) => isLoading).length;
  return all.filter(({ isDue }) => isDue).slice(0, Math.max(0, room)).map((cell) => {
    Object.assign(cell, { isDue: false, isLoading: true, fresh: [] });
    return read(cell.name);
  });
}

/** @type {Handlers} */
export const handlers = {
  'cells.listed'(state, { reply }) {
    if (!reply) return [];
    const all = reply.cells.filter((/** @type {OtherCell} */ { name, slots }) => reply.cell && name !== reply.cell && slots)
      .map((/** @type {OtherCell} */ { name, router, web, slots }) => {
        const before = find(state, name);
        return { isLoading: false, standups: null, problem: '', hits: [], total: 0, lost: '', ...before, name, router, web, slots, isDue: !before?.isLoading };
      });
    state.cells = { all, at: state.now, query: state.cells?.query ?? '' };
    return [...next(state), ...arrive(state, state.place)];
  },
  'cells.read'(state, { name, reply, error }) {
    const cell = find(state, name);
    if (!cell) return next(state);
    if (reply) {
      cell.fresh = [...cell.fresh ?? [], ...reply.standups];
      if (reply.next && cell.fresh.length < maxListed) return [read(name, reply.next)];
      Object.assign(cell, { standups: cell.fresh, isMore: !!reply.next });
    }
    Object.assign(cell, { isLoading: false, problem: error?.message ?? '' });
    return next(state);
  },
  'cells.sought'(state, { standup, error }) {
    if (error?.code !== 'moved') return [];
    const moved = { router: error.detail?.router ?? '', web: error.detail?.web };
    state.moved = new Map(state.moved).set(standup, moved);
    return [{ type: 'announce', text: words.isIn(nameOf(state, moved)) }];
  },
  'cells.found'(state, { name, query, reply, error }) {
    const cell = find(state, name);
    if (cell && query === state.cells?.query) Object.assign(cell, { hits: reply?.hits ?? [], total: reply?.total ?? 0,
      lost: error?.message ?? '' });
  },
};
