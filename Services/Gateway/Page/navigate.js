// Navigation: the current place, and the data that it needs. The module also creates the effects that most
// reducers return.
import { features, parts } from './parts.js';
import { columns, rule, same, under } from './places.js';

/** @param {string} target @param {object} body @param {{ type: string, [member: string]: any }} as @returns {Effect} */
export const command = (target, body, as) => ({ type: 'command', target, body, as });

/** @param {string} text @param {boolean} [isProblem] @returns {Effect[]} */
export const tell = (text, isProblem) => [{ type: 'act', action: { type: 'notice', text, isProblem } }];

/**
 * Returns the name of the part that a place needs.
 * @param {Place} place
 */
export const partOf = (place) => rule(place)?.part;

/**
 * Navigates to a place. Navigation by a person adds a history entry; navigation by the server replaces the current
 * entry.
 * @param {State} state
 * @param {Place} place
 * @param {'push' | 'replace'} how
 * @returns {Effect[]}
 */
export function go(state, place, how) {
  if (same(place, state.place)) return how === 'push' ? focusOn(state, place) : [];
  close(state);
  stand(state, place);
  return [{ type: 'go', how, place }, ...enter(state, place), ...focusOn(state, place, how === 'replace')];
}

/**
 * Handles the browser's back and forward buttons.
 * @param {State} state @param {Place} place @returns {Effect[]}
 */
export function arrive(state, place) {
  close(state);
  stand(state, place);
  return [...enter(state, place), ...focusOn(state, place)];
}

/**
 * Closes the current place.
 * @param {State} state @returns {Effect[]}
 */
export function up(state) {
  const below = under(state.place);
  if (!below) return [];
  close(state);
  state.place = below;
  return [{ type: 'up', place: below }, ...enter(state, below), ...focusOn(state, below)];
}

/**
 * Replaces the place with the one that the server's alerts require.
 * @param {State} state @param {Place} place @returns {Effect[]}
 */
export function turnTo(state, place) {
  if (place.kind === state.place.kind && JSON.stringify(place) === JSON.stringify(state.place)) return [];
  const isSame = columns(place).length === columns(state.place).length;
  state.place = place;
  return [{ type: 'go', how: 'replace', place }, ...(isSame ? [] : enter(state, place))];
}

/**
 * Sets the place. The search field shows the query of the place until the user types something else.
 * @param {State} state
 * @param {Place} place
 */
export function stand(state, place) {
  state.place = place;
  if ('query' in place) state.searchText = place.query;
}

/**
 * Closes the sheet when the place below it closes. The sheet of an import stays, because it shows the result.
 * @param {State} state
 */
function close(state) {
  if (state.sheet?.kind !== 'import') state.sheet = null;
}

/**
 * Focuses the field that the place names, or else the heading of the column.
 * @param {State} state
 * @param {Place} place
 * @param {boolean} [ifLost] true sets the focus only if no other element has it, so that a change by the server
 *   never takes the focus away
 * @returns {Effect[]}
 */
export function focusOn(state, place, ifLost = false) {
  const id = (rule(place)?.focus ?? heading)(state, place);
  return id ? [{ type: 'focus', id, ifLost }] : [];
}

/** @param {State} state @param {Place} place */
const heading = (state, place) => `heading-${columns(place).length}`;

/**
 * Requests the data of a place, unless it is loaded.
 * @param {State} state
 * @param {Place} place
 * @returns {Effect[]}
 */
export function enter(state, place) {
  if (!state.isLoaded) return [];
  return [...features.flatMap((each) => each.enter?.(state, place) ?? []), ...missing(place),
    ...parts[partOf(place) ?? '']?.enter?.(state, place) ?? [], ...arrived(state, place)];
}

/**
 * Notifies all loaded parts that a place is shown.
 * @param {State} state @param {Place} place @returns {Effect[]}
 */
export const arrived = (state, place) => Object.values(parts).flatMap((part) => part?.arrive?.(state, place) ?? []);

/**
 * Loads the parts that a place needs and that are not loaded yet.
 * @param {Place} place
 * @returns {Effect[]}
 */
export const missing = (place) => [...new Set(columns(place).map(partOf))].flatMap((name) => (name && !parts[name]
  ? [{ type: 'load', name }] : []));
