// The history of a standup or a person: reads the figures.
import { command } from '../../Gateway/Page/navigate.js';
import { path } from '../../Gateway/Page/places.js';
import { add, csv, maxStandups, usualWeeks, week } from './figures.js';
import { nameIn, standupTitle, view } from './view.js';

export { view };

/** @param {State} state @param {Place} place @returns {Effect[]} */
export function enter(state, place) {
  if (place.kind !== 'history' && place.kind !== 'personHistory') return [];
  return read(state, place, state.history?.weeks ?? usualWeeks);
}

/** @param {State} state @param {Places['history'] | Places['personHistory']} place @param {number} weeks @returns {Effect[]} */
function read(state, place, weeks) {
  // The page's clock has fractions of a millisecond.
  const toMs = Math.round(state.now);
  const all = place.kind === 'history' ? [place.standup] : [...state.standups.values()]
    .filter(({ standup }) => standup.attendees.some(({ person }) => person === place.person)).map(({ standup }) => standup.id);
  const standups = all.slice(0, maxStandups);
  state.history = { key: path(place), weeks, fromMs: Math.max(0, toMs - weeks * week), toMs, waiting: standups.length, problem: '',
    isCut: all.length > standups.length, meetings: [], attendees: [], all: new Map() };
  const person = place.kind === 'personHistory' ? place.person : undefined;
  return standups.map((standup) => ask(state.history, standup, person));
}

/** @param {MeetingHistory | null} history @param {string} standup @param {string} [person] @param {string} [after] */
const ask = (history, standup, person, after) => command('meetings.stats', { standup, fromMs: history?.fromMs, toMs: history?.toMs,
  zoneMinutes: -new Date(history?.toMs ?? 0).getTimezoneOffset(), ...(person && { person }), ...(after && { after }) },
{ type: 'history.read', history, standup, person });

/** @type {Handlers} */
export const handlers = {
  'history.read'(state, { history, standup, person, reply, error }) {
    // The reply to an earlier choice.
    if (state.history !== history) return [];
    if (reply) {
      add(history, standup, reply);
      if (reply.next) return [ask(history, standup, person, reply.next)];
    } else if (error.code !== 'not_found') history.problem = error.message;
    history.waiting -= 1;
    return [];
  },
  'history.weeks': (state, { weeks }) => (state.place.kind === 'history' || state.place.kind === 'personHistory'
    ? read(state, state.place, weeks) : []),
  'history.save'(state, { name }) {
    const { history } = state;
    return history ? [{ type: 'save', path: '', name, text: csv(history, (id) => standupTitle(state, id), (each) => nameIn(state, each)) }] : [];
  },
};
