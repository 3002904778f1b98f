// One standup: deleting it and starting its meeting. detail-view.js shows it.
import { command, go, readLive, readSchedule, up } from '../../Gateway/Page/navigate.js';
import { eraseNotes, noteEvents, noteHandlers, readNotes } from './notes.js';
import { chosen, endOf } from './people.js';
import { words } from './words-people.js';
import { addPast, gone, note, takeLive, tell } from '../../Gateway/Page/reduce-stream.js';
import { detail } from './detail-view.js';

export { deleteStandup } from './detail-view.js';

/** @param {State} state @param {Place} place @returns {Effect[]} */
export const enter = (state, place) => (place.kind !== 'standup' ? []
  : [...readNotes(state, place.standup), ...(state.next.has(place.standup) ? [readSchedule(place.standup)] : [])]);

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
export const view = (state, place, depth) => detail(state, 'standup' in place ? place.standup : '', depth);

/** @type {Record<string, EventHandler>} */
export const events = {
  ...noteEvents,
  'meeting.erased'(state, { standup, meeting }, { subject }) {
    if (state.search) state.search.hits = state.search.hits.filter((hit) => hit.meeting.id !== subject);
    eraseNotes(state, standup, subject, meeting?.notes ?? []);
    return meeting ? addPast(state, standup, meeting) : gone(state, standup, subject);
  },
};

/**
 * Sets the last day of an absence. An emptied field changes nothing; the button “Back” ends an absence.
 * @param {State} state @param {string} standup @param {string} id @param {string} day @returns {Effect[]}
 */
function setAbsence(state, standup, id, day) {
  if (!day) return [];
  if (!(endOf(day) > state.now)) return tell(state, words.past, true);
  return [{ type: 'act', action: { type: 'absent.set', standup, id, day } }];
}

/** @type {Handlers} */
export const handlers = {
  ...noteHandlers,
  delete(state) {
    if (state.place.kind !== 'deleteStandup' || state.isAnswering) return [];
    state.isAnswering = true;
    return [command('standups.delete', { id: state.place.standup }, { type: 'deleted' })];
  },
  deleted(state, { error }) {
    state.isAnswering = false;
    // If the standup is gone, its event closes the place.
    return error && error.code !== 'not_found' && state.place.kind === 'deleteStandup'
      ? [...up(state), ...tell(state, error.message, true)] : [];
  },

  'lineup.order'(state, { standup, order }) {
    state.lineups.set(standup, { here: {}, ...state.lineups.get(standup), order });
  },
  'lineup.set'(state, { standup, id, isHere }) {
    const lineup = state.lineups.get(standup) ?? { order: 'listed', here: {} };
    state.lineups.set(standup, { ...lineup, here: { ...lineup.here, [id]: isHere } });
  },
  'absent.set'(state, { standup, id, day }) {
    const lineup = state.lineups.get(standup);
    // The announced absence now replaces the earlier choice.
    if (lineup) delete lineup.here[id];
    const untilMs = endOf(day);
    return [Number.isNaN(untilMs) ? command('standups.present', { id: standup, attendee: id }, { type: 'absent.told' })
      : command('standups.absent', { id: standup, attendee: id, untilMs }, { type: 'absent.told' })];
  },
  'absent.typing'(state, { id }) {
    if (state.absence?.id !== id) state.absence = { id };
  },
  'absent.change'(state, { standup, id, day }) {
    const { absence } = state;
    if (!absence || absence.id !== id) return setAbsence(state, standup, id, day);
    Object.assign(absence, { day });
    return [];
  },
  'absent.typed'(state, { standup, id }) {
    const { absence } = state;
    state.absence = null;
    return absence && absence.id === id ? setAbsence(state, standup, id, absence.day ?? '') : [];
  },
  // An event brings the new state.
  'absent.told': (state, { error }) => (error ? tell(state, error.message, true) : []),

  'live.start'(state, { standup }) {
    if (state.starting) return [];
    state.starting = standup;
    const known = state.standups.get(standup)?.standup;
    const lineup = known ? chosen(known, state.lineups.get(standup), state.now) : {};
    return [command('meetings.start', { standup, ...lineup }, { type: 'live.started', standup })];
  },
  'live.started'(state, { standup, reply, error, after }) {
    state.starting = '';
    /** @type {Effect[]} */
    const effects = [];
    if (reply) {
      // The attendance was chosen for this meeting; the order stays for the next one.
      const lineup = state.lineups.get(standup);
      if (lineup) state.lineups.set(standup, { ...lineup, here: {} });
      effects.push(...takeLive(state, reply, after));
    }
    // Another person started a meeting first; that one is shown.
    else if (error.code === 'conflict' && error.detail?.meeting) {
      effects.push(readLive(error.detail.meeting));
      note(state, standup, error.detail.meeting);
    } else return tell(state, error.message, true);
    const { place } = state;
    const isHere = 'standup' in place && place.standup === standup;
    return isHere ? [...effects,
      ...go(state, { kind: 'record', standup }, place.kind === 'standup' ? 'push' : 'replace')] : effects;
  },
};
