// The page's state.
import { nothing } from './follow.js';
import { features } from './parts.js';

/** @returns {PageState} */
const own = () => ({
  now: 0, entry: 'starting', entryProblem: '', me: null, place: { kind: 'list' }, stream: 'connecting', follow: nothing(),
  beat: null, isLoaded: false, told: new Map(), sheet: null, notices: [], isMuted: false, sound: 'bell', keys: '', hasMicrophone: true,
  offline: '', isOutdated: false,
});

/** @returns {State} */
export const initial = () => Object.assign(own(), ...features.map(({ state }) => state?.()));

/** Maximum number of subjects whose last event is remembered. Only subjects that change during a request matter. */
const maxTold = 10_000;

/**
 * Records the last event about a subject.
 * @param {State} state
 * @param {string} kind first part of the event's type; `notes` and `pages` for those of a standup
 * @param {string} subject
 */
export function markTold({ told, follow }, kind, subject) {
  // Move the subject to the end, so that the least recent subject comes first.
  told.delete(kind + subject);
  told.set(kind + subject, follow.after);
  if (told.size > maxTold) told.delete(told.keys().next().value);
}

/**
 * True if an event about a subject arrived after a request, so that the reply may be older than the event. An event on
 * the stream can overtake a reply that was sent before it.
 * @param {State} state
 * @param {string} kind as passed to `markTold`
 * @param {string} subject
 * @param {number} after sequence of the last event at the time of the request
 */
export const isOld = (state, kind, subject, after) => (state.told.get(kind + subject) ?? 0) > after;

/**
 * Returns the id of the person, or of the session if it has a role of its own; empty if both are unknown.
 * @param {Me | null} me
 */
export const ownerOf = (me) => me?.person ?? me?.session ?? '';

/** Roles, each of which includes the ones before it. */
const roles = ['observer', 'member', 'admin', 'operator'];

/**
 * True if this person has the role, or one that includes it.
 * @param {State} state @param {Role} role
 */
export const isAtLeast = ({ me }, role) => me !== null && roles.indexOf(me.role) >= roles.indexOf(role);

/**
 * True if this person may change things.
 * @param {State} state
 */
export const mayChange = (state) => isAtLeast(state, 'member');

/**
 * True if this person may delete and export things.
 * @param {State} state
 */
export const mayDelete = (state) => isAtLeast(state, 'admin');

/**
 * True if this person operates the installation.
 * @param {State} state
 */
export const mayOperate = (state) => isAtLeast(state, 'operator');

/**
 * Returns the standup of a place.
 * @param {Place} place
 */
export const standupOf = (place) => ('standup' in place ? place.standup : undefined);

/**
 * Returns the time of an event, by the gateway's clock.
 * @param {State} state @param {CloudEvent} event
 */
export const when = (state, event) => Math.min(state.now, Date.parse(event.time) || state.now);
