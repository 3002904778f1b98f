// Calls the person of the session: a meeting begins soon, it has started, they are next, it is their turn. Works on
// every page, because all pages follow all meetings; loaded once the page has started. call.js reaches the person outside the page.
import { tell } from '../../Gateway/Page/navigate.js';
import { title, moment } from '../../Gateway/Page/words.js';
import { seen } from './live.js';
import { news } from './words.js';

/** Time before the start of a meeting at which it is announced, in milliseconds. */
export const soonMs = 300_000;

/**
 * True if an attendee is the person of the session.
 * @param {State} state @param {Attendee | undefined} attendee
 */
export const isMe = ({ me }, attendee) => !!attendee?.person && attendee.person === me?.person;

/**
 * Returns whether it is the person's turn in a meeting, or whether they are next.
 * @param {State} state @param {Live} live @returns {'turn' | 'next' | ''}
 */
function stage(state, { people, speaker, startedAt, alert }) {
  if (!startedAt || alert) return '';
  if (isMe(state, people[speaker])) return 'turn';
  return isMe(state, people[speaker + 1]) ? 'next' : '';
}

/**
 * Returns the words that the tab's title begins with; empty if the person is neither speaking nor next.
 * @param {State} state
 */
export function mine(state) {
  const stages = [...state.live.values()].map((live) => stage(state, live));
  return stages.includes('turn') ? news.yourTurn : stages.includes('next') ? news.youAreNext : '';
}

/**
 * Calls the person. The text is also shown in the page, unless the page shows the meeting anyway.
 * @param {State} state @param {string} text @param {Standup} standup @param {string} place below the standup
 * @param {boolean} isSeen @returns {Effect[]}
 */
function call(state, text, standup, place, isSeen) {
  return [{ type: 'call', text, body: title(standup.title), path: `/standups/${standup.id}${place}` },
    ...(isSeen ? [] : [...tell(`${title(standup.title)}: ${text}`), /** @type {Effect} */ ({ type: 'ding' })])];
}

/** @param {State} state @returns {Effect[]} */
function turns(state) {
  /** @type {Effect[]} */
  const effects = [];
  for (const live of state.live.values()) {
    const now = stage(state, live);
    const key = now && `${now} ${live.speaker}`;
    const before = state.calls.get(live.id);
    if (before === key) continue;
    state.calls.set(live.id, key);
    // A state that is older than the page is only shown.
    if (before === undefined || !now) continue;
    effects.push(...call(state, now === 'turn' ? news.yourTurn : news.youAreNext, live.standup, '/record', seen(state) === live));
  }
  for (const id of state.calls.keys()) if (!id.startsWith('soon ') && !state.live.has(id)) state.calls.delete(id);
  return effects;
}

/** @param {State} state @returns {Effect[]} */
function soon(state) {
  /** @type {Effect[]} */
  const effects = [];
  for (const [id, at] of state.next) {
    const standup = state.standups.get(id)?.standup;
    const left = Date.parse(at) - state.now;
    const key = `soon ${id}`;
    // For a standup in writing, no meeting begins.
    if (!standup || state.written.has(id) || !(left > 0 && left <= soonMs) || state.calls.get(key) === at) continue;
    if (!standup.attendees.some((each) => isMe(state, each))) continue;
    state.calls.set(key, at);
    effects.push(...call(state, news.soon(Math.ceil(left / 60_000)), standup, '', false));
  }
  return effects;
}

/** @type {Record<string, EventHandler>} */
export const events = {
  // A standup in writing: everyone is asked for their update, with the closing time in their own zone. Some people may be asked
  // at another time, by an event that names them.
  'schedule.due'(state, { closesAt, people, except }, { subject }) {
    const standup = state.standups.get(subject)?.standup;
    const isAsked = people?.includes(state.me?.person) ?? !except?.includes(state.me?.person);
    if (!closesAt || !isAsked || !standup?.attendees.some((each) => isMe(state, each))) return [];
    return call(state, news.write(moment(closesAt)), standup, '', false);
  },
  'meeting.started'(state, { standup }, { subject }) {
    const live = state.live.get(subject);
    if (!live || !live.people.some((each) => isMe(state, each))) return [];
    // From here on, the first turn counts as a change.
    state.calls.set(subject, '');
    return call(state, news.started, standup, '/record', seen(state) === live);
  },
};

/**
 * Calls the person when it is time, which passes with the heartbeats of the stream, also in a hidden tab.
 * @param {State} state @returns {Effect[]}
 */
export function settle(state) {
  if (!state.me?.person) return [];
  const effects = [...turns(state), ...soon(state)];
  const badge = mine(state);
  if (badge === state.badge) return effects;
  state.badge = badge;
  return [...effects, { type: 'badge', isOn: !!badge }];
}
