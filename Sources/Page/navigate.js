// Where somebody is, and what has to be loaded or shown there.
import { partOf, parts } from './parts.js';
import { columns, same, under } from './places.js';
import { draftKey, pastMeeting, standupOf } from './state.js';

/** @param {string} target @param {object} body @param {{ type: string, [member: string]: any }} as @returns {Effect} */
export const command = (target, body, as) => ({ type: 'command', target, body, as });

/**
 * Goes to a place. What a person chooses pushes, what the server opens or ends replaces.
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
 * The browser went back or forward.
 * @param {State} state @param {Place} place @returns {Effect[]}
 */
export function arrive(state, place) {
  close(state);
  stand(state, place);
  return [...enter(state, place), ...focusOn(state, place)];
}

/**
 * Closes the place that is seen.
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
 * What is looked for stands in the field, until something else is typed.
 * @param {State} state
 * @param {Place} place
 */
export function stand(state, place) {
  state.place = place;
  if (place.kind === 'search') state.searchText = place.query;
}

/**
 * A question about a meeting goes with its screen.
 * @param {State} state
 */
function close(state) {
  if (state.sheet?.kind === 'deleteMeeting') state.sheet = null;
}

/**
 * What has the focus at a place: a field of a form, else the heading of its column.
 * @param {State} state
 * @param {Place} place
 * @param {boolean} [ifLost] only where nothing else has it: what the server does takes it from nobody
 * @returns {Effect[]}
 */
export function focusOn(state, place, ifLost = false) {
  if (place.kind === 'new' || place.kind === 'edit') {
    const form = state.drafts.get(draftKey(place));
    return form ? [{ type: 'focus', id: `field-${form.focus}`, ifLost }] : [];
  }
  return [{ type: 'focus', id: place.kind === 'search' ? 'search' : `heading-${columns(place).length}`, ifLost }];
}

/**
 * What a place needs: it is asked for, unless it is known.
 * @param {State} state
 * @param {Place} place
 * @returns {Effect[]}
 */
export function enter(state, place) {
  if (!state.isLoaded) return [];
  /** @type {Effect[]} */
  const effects = [];
  const standup = standupOf(place);
  if (standup && state.standups.has(standup)) effects.push(...loadPage(state, standup,
    place.kind === 'meeting' ? place.meeting : undefined));
  effects.push(...missing(place), ...parts[partOf(place) ?? '']?.enter(state, place) ?? [],
    ...parts.cells?.arrive?.(state, place) ?? []);
  return effects;
}

/**
 * The parts that a place needs, and that are not here yet.
 * @param {Place} place
 * @returns {Effect[]}
 */
export const missing = (place) => [...new Set(columns(place).map(partOf))].flatMap((name) => (name && !parts[name]
  ? [{ type: 'load', name }] : []));

/** @param {State} state @param {string} query @param {number} offset @returns {Effect[]} */
export function search(state, query, offset) {
  if (offset === 0) state.search = { query, hits: [], total: 0, isLoading: true, problem: '' };
  return [command('standups.search', { query, limit: 20, offset }, { type: 'searched', query, offset })];
}

/**
 * Past meetings of a standup, at least up to one that is wanted.
 * @param {State} state
 * @param {string} standup
 * @param {string} [want]
 * @returns {Effect[]}
 */
export function loadPage(state, standup, want) {
  const page = state.pages.get(standup);
  if (page?.isLoading) {
    if (want) page.want = want;
    return [];
  }
  if (page && (!want || !page.next)) return want ? loadParts(state, standup, want) : [];
  if (page && want && pastMeeting(state, standup, want)) return loadParts(state, standup, want);
  return more(state, standup, want);
}

/**
 * The next page of past meetings.
 * @param {State} state @param {string} standup @param {string} [want] @returns {Effect[]}
 */
export function more(state, standup, want) {
  const page = state.pages.get(standup) ?? { meetings: [], next: '', isLoading: false, shortened: [] };
  Object.assign(page, { isLoading: true, want });
  state.pages.set(standup, page);
  return [command('standups.get', { id: standup, limit: 20, ...(page.next ? { after: page.next } : {}) },
    { type: 'paged', standup })];
}

/**
 * A long meeting has further parts.
 * @param {State} state @param {string} standup @param {string} meeting @returns {Effect[]}
 */
export function loadParts(state, standup, meeting) {
  const past = pastMeeting(state, standup, meeting);
  if (!past?.parts || past.parts < 2 || past.more) return [];
  past.more = [];
  return [command('standups.meetingPart', { standup, meeting, part: 2 }, { type: 'parted', standup, meeting })];
}

/**
 * Asks how a live meeting stands.
 * @param {string} id @returns {Effect}
 */
export const readLive = (id) => command('meetings.get', { id }, { type: 'live.read' });

/**
 * Asks what lies over the list.
 * @returns {Effect}
 */
export const askStatus = () => command('standups.status', {}, { type: 'status' });
