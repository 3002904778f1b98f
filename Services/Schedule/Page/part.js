// Next meeting times of standups, if there is a schedule service. Loaded after the page has
// started.
import { command } from '../../Gateway/Page/navigate.js';
import { isOld } from '../../Gateway/Page/state.js';
import { day } from '../../Gateway/Page/words.js';
import { dateIn } from './plan-rules.js';
import { words } from './words.js';

/** @param {string} [after] */
const ask = (after) => command('schedule.list', { limit: 200, ...(after && { after }) },
  { type: 'times.listed', isFirst: !after });

/** @returns {Effect[]} */
export const enter = () => [ask()];

/**
 * Reads the schedule of a standup, with the days that are left out.
 * @param {string} subject @returns {Effect}
 */
export const readSchedule = (subject) => command('schedule.get', { subject }, { type: 'times.read', subject });

/** @param {State} state @param {any} schedule */
function set(state, { subject, next, mode, rule, breaks }) {
  state.breaks ??= new Map();
  if (breaks?.[0]) state.breaks.set(subject, { ...breaks[0], zone: rule.zone });
  else state.breaks.delete(subject);
  delete state.pausesAt;
  if (mode === 'write') state.written.add(subject);
  else state.written.delete(subject);
  if (next[0]) state.next.set(subject, next[0]);
  else state.next.delete(subject);
}

/**
 * Reads the schedule of the standup that is shown, if it has one, because lists and events do not contain days off.
 * @param {State} state @param {string} [subject] only if this standup is shown @returns {Effect[]}
 */
function readShown({ place, next }, subject) {
  if (place.kind !== 'standup' || (subject && place.standup !== subject)) return [];
  return next.has(place.standup) ? [readSchedule(place.standup)] : [];
}

/**
 * Determines which standups are on a break, again in each minute, because a break begins and ends without an event.
 * @param {State} state @returns {Effect[]}
 */
export function settle(state) {
  const now = state.now || Date.now();
  const minute = Math.floor(now / 60_000);
  if (state.pausesAt === minute) return [];
  state.pausesAt = minute;
  /** @type {Map<string, string>} Dates of the time zones. */
  const dates = new Map();
  const pauses = state.pauses = new Map();
  for (const [id, { from, to, zone }] of state.breaks ?? []) {
    const today = dates.get(zone) ?? dateIn(now, zone);
    dates.set(zone, today);
    if (from <= today && today <= to) pauses.set(id, words.onBreak(day(`${to}T12:00`)));
  }
  return [];
}

/** @param {State} state @param {string} subject */
function forgetTimes(state, subject) {
  state.next.delete(subject);
  state.breaks?.delete(subject);
  delete state.pausesAt;
}

/** @param {State} state @param {string} subject */
function forget(state, subject) {
  forgetTimes(state, subject);
  state.daysOff.delete(subject);
}

/**
 * Handles a scheduled time that has come. The event precedes the update of the schedule, so the schedule is read again
 * a little later.
 * @type {EventHandler}
 */
const came = (state, { subject }) => [{ type: 'after', ms: 2000, action: { type: 'times.again', subject } }];

/** @type {Record<string, EventHandler>} */
export const events = {
  'schedule.changed'(state, { schedule }) {
    set(state, schedule);
    return readShown(state, schedule.subject);
  },
  'schedule.removed': (state, { subject }) => forget(state, subject),
  'schedule.due': came,
  'schedule.missed': came,
};

/** @type {Handlers} */
export const handlers = {
  'times.listed'(state, { reply, isFirst, after }) {
    if (!reply) return [];
    const isChangedSince = (/** @type {string} */ subject) => isOld(state, 'schedule', subject, after);
    if (isFirst) for (const subject of state.next.keys()) if (!isChangedSince(subject)) forgetTimes(state, subject);
    for (const schedule of reply.schedules) if (!isChangedSince(schedule.subject)) set(state, schedule);
    state.areTimesKnown ||= !reply.next;
    return reply.next ? [ask(reply.next)] : readShown(state);
  },
  'times.again': (state, { subject }) => [readSchedule(subject)],
  'times.read'(state, { subject, reply, error, after }) {
    if (isOld(state, 'schedule', subject, after)) return;
    if (reply) {
      set(state, reply);
      state.daysOff.set(subject, reply.holidays?.skipped ?? []);
    } else if (error.code === 'not_found') forget(state, subject);
  },
};
