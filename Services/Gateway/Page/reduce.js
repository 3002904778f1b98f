// The reducer: takes the state and an action, changes the state and returns effects. Nothing else changes the
// state.
import { arrive, enter, focusOn, go, missing, stand, up } from './navigate.js';
import { partOf, parts } from './parts.js';
import { columns } from './places.js';
import { listing } from '../../Standups/Page/list.js';
import { following } from './reduce-stream.js';
import { initial, liveOf, seen, watchedStandup } from './state.js';
import { w } from './words.js';

/** @type {Handlers} */
const core = {
  begin(state, { place, isMuted, hasMicrophone, code, drafts = [] }) {
    Object.assign(state, { isMuted, hasMicrophone });
    for (const [key, form] of drafts) state.drafts.set(key, { ...form, isSaving: false });
    stand(state, place);
    return [code ? { type: 'login', code } : { type: 'enter' }, ...missing(place)];
  },
  entered(state, { me }) {
    Object.assign(state, { entry: 'in', entryProblem: '', me });
    return [{ type: 'connect' }];
  },
  // Clears everything that belongs to the ended session.
  refused(state, { problem }) {
    const { meeting } = state.mic;
    const { now, place, isMuted, hasMicrophone, notices } = state;
    Object.assign(state, initial(), { now, place, isMuted, hasMicrophone, notices, entry: 'out', entryProblem: problem });
    return [{ type: 'disconnect' }, { type: 'load', name: 'entry' },
      ...(meeting ? /** @type {Effect[]} */ ([{ type: 'microphone', do: 'stop', meeting }]) : [])];
  },
  away(state) {
    if (state.entry !== 'in') Object.assign(state, { entry: 'starting', entryProblem: w.login.away });
    return [{ type: 'after', ms: 2000, action: { type: 'retry' } }];
  },
  retry: () => [{ type: 'enter' }],
  login: (state, { code }) => [{ type: 'login', code }],
  logout: () => [{ type: 'logout' }],
  go: (state, { place }) => go(state, place, 'push'),
  popped: (state, { place }) => arrive(state, place),
  up: (state) => up(state),
  // The question stays open when one of the people who were asked leaves.
  leave(state) {
    const standup = watchedStandup(state.place);
    if (!standup) return [];
    state.place = { kind: 'record', standup };
    return up(state);
  },
  sheet(state, { sheet }) {
    state.sheet = sheet;
    return [{ type: 'load', name: 'sheets' }];
  },
  loaded(state, { name }) {
    if (['times', 'cells'].includes(name)) return parts[name]?.enter(state, state.place);
    if (name === 'entry') return [{ type: 'focus', id: 'code' }];
    if (partOf(state.place) !== name) return [];
    const isForm = ['new', 'edit'].includes(state.place.kind);
    return [...enter(state, state.place), ...focusOn(state, state.place, !isForm)];
  },
  notice(state, { text, isProblem }) {
    const notice = { id: (state.notices[state.notices.length - 1]?.id ?? 0) + 1, text, isProblem: !!isProblem };
    state.notices = [...state.notices.filter((other) => other.text !== text), notice].slice(-3);
    return [{ type: 'after', ms: isProblem ? 12_000 : 5000, action: { type: 'noticed', id: notice.id } }];
  },
  noticed(state, { id }) {
    state.notices = state.notices.filter((notice) => notice.id !== id);
  },
  mute(state, { isMuted }) {
    state.isMuted = isMuted;
    return [{ type: 'remember', name: 'muted', value: isMuted ? 'yes' : '' }];
  },
  now() {},
  shown: (state) => parts.cells?.arrive?.(state, state.place),
  key(state, { key }) {
    if (key === '?') {
      return reduce(state, { type: 'sheet', sheet: state.sheet ? null : { kind: 'help' } });
    }
    if (state.sheet) return [];
    if (key === '/') return go(state, { kind: 'search', query: state.searchText }, 'push');
    const live = seen(state);
    if (!live || !parts.live) return [];
    if (key === 'p') return reduce(state, { type: 'live.pause' });
    if (key === 'm') return reduce(state, { type: 'mute', isMuted: !state.isMuted });
    if (live.alert) {
      const action = live.alert.actions[Number(key) - 1];
      return action ? reduce(state, { type: 'live.answer', action }) : [];
    }
    if (key === 'n' || key === ' ') return reduce(state, { type: 'live.next', from: live.speaker });
    if (key === 'l') return reduce(state, { type: 'live.postpone', from: live.speaker });
    if (key === '+') return reduce(state, { type: 'live.extend', from: live.speaker });
    if (key === 'e') return reduce(state, { type: 'live.end' });
    return [];
  },
};

/** @type {Handlers} */
const handlers = { ...core, ...following, ...listing };

/**
 * @param {State} state changed in place
 * @param {Action} action
 * @returns {Effect[]} effects for the shell
 */
export function reduce(state, action) {
  const all = [handlers, ...Object.values(parts).map((part) => part?.handlers)];
  const handler = all.map((each) => each?.[action.type]).find(Boolean);
  if (!handler) throw new Error(`Unknown action “${action.type}”.`);
  const effects = handler(state, action) ?? [];
  return state.isLoaded ? [...effects, ...settle(state)] : effects;
}

/**
 * Aligns the place with the server's alerts, which open and close without user action.
 * @param {State} state @returns {Effect[]}
 */
function settle(state) {
  const { place, sheet } = state;
  // Another person has answered.
  if (sheet?.kind === 'discard' && !state.live.get(sheet.meeting)?.alert?.actions.includes('discard')) state.sheet = null;
  if (place.kind === 'record' || place.kind === 'recordAlert') {
    const alert = liveOf(state, place.standup)?.alert;
    /** @type {Place} */
    const due = alert ? { kind: 'recordAlert', standup: place.standup, alert: alert.name }
      : { kind: 'record', standup: place.standup };
    return turnTo(state, due);
  }
  if (place.kind === 'list' || place.kind === 'listAlert') return turnTo(state,
    { kind: state.listAlert ? 'listAlert' : 'list' });
  if ((place.kind === 'edit') && !state.drafts.has(place.standup)
    && state.standups.has(place.standup)) return enter(state, place);
  return [];
}

/** @param {State} state @param {Place} place @returns {Effect[]} */
function turnTo(state, place) {
  if (place.kind === state.place.kind && JSON.stringify(place) === JSON.stringify(state.place)) return [];
  const isSame = columns(place).length === columns(state.place).length;
  state.place = place;
  return [{ type: 'go', how: 'replace', place }, ...(isSame ? [] : enter(state, place))];
}
