// Navigation: the current place, and the data that it needs.
import { partOf, parts } from './parts.js';
import { columns, same, under } from './places.js';
import { draftKey, pastMeeting, standupOf } from './state.js';

/** @param {string} target @param {object} body @param {{ type: string, [member: string]: any }} as @returns {Effect} */
export const command = (target, body, as) => ({ type: 'command', target, body, as });

/**
 * Navigates to a place. Navigation by a person pushes a history entry; navigation by the server replaces it.
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
 * Sets the place. The search field shows the query until the user types something else.
 * @param {State} state
 * @param {Place} place
 */
export function stand(state, place) {
  state.place = place;
  if (place.kind === 'search') state.searchText = place.query;
}

/**
 * Closes the question about a meeting when its screen closes.
 * @param {State} state
 */
function close(state) {
  if (state.sheet?.kind === 'deleteMeeting') state.sheet = null;
}

/**
 * Focuses a field of a form, or else the heading of the column.
 * @param {State} state
 * @param {Place} place
 * @param {boolean} [ifLost] true focuses only if no other element has the focus, so that a change by the server
 *   never steals it
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
 * Requests the data of a place, unless it is loaded.
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
 * Loads the parts that a place needs and that are not loaded yet.
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
 * Loads past meetings of a standup, at least up to a wanted one.
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
 * Loads the next page of past meetings.
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
 * Loads the further parts of a long meeting.
 * @param {State} state @param {string} standup @param {string} meeting @returns {Effect[]}
 */
export function loadParts(state, standup, meeting) {
  const past = pastMeeting(state, standup, meeting);
  if (!past?.parts || past.parts < 2 || past.more) return [];
  past.more = [];
  return [command('standups.meetingPart', { standup, meeting, part: 2 }, { type: 'parted', standup, meeting })];
}

/**
 * Requests the state of a live meeting.
 * @param {string} id @returns {Effect}
 */
export const readLive = (id) => command('meetings.get', { id }, { type: 'live.read' });

/**
 * Reads the schedule of a standup, with the days that it leaves out.
 * @param {string} subject @returns {Effect}
 */
export const readSchedule = (subject) => command('schedule.get', { subject }, { type: 'times.read', subject });

/**
 * Requests the alert over the list.
 * @returns {Effect}
 */
export const askStatus = () => command('standups.status', {}, { type: 'status' });
