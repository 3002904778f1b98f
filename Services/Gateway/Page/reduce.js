// The reducer: takes the state and an action, changes the state and returns effects. Nothing else changes the
// state.
import { isBehind, judge } from './follow.js';
import { arrive, arrived, enter, focusOn, go, missing, partOf, stand, up } from './navigate.js';
import { features, loaded, parts } from './parts.js';
import { rule } from './places.js';
import { initial, markTold, ownerOf } from './state.js';
import { w } from './words.js';

/** Parts of the page itself, which are shown over any place or instead of it. */
const own = ['entry', 'sheets'];

/** @type {Handlers} */
const core = {
  begin(state, action) {
    const { place, isMuted, sound, keys, hasMicrophone, code } = action;
    Object.assign(state, { isMuted, sound, keys, hasMicrophone });
    for (const each of features) each.begin?.(state, action);
    stand(state, place);
    return [code ? { type: 'login', code } : { type: 'enter' }, ...missing(place)];
  },
  entered(state, { me }) {
    const effects = greet(state, me);
    Object.assign(state, { entry: 'in', entryProblem: '' });
    return [...effects, { type: 'remember', name: 'seen', value: ownerOf(me) }, { type: 'connect' }];
  },
  refused(state, { problem }) {
    const effects = forget(state);
    Object.assign(state, { entry: 'out', entryProblem: problem });
    return [{ type: 'disconnect' }, { type: 'load', name: 'entry' }, ...effects];
  },
  away(state) {
    const isFirst = state.entry === 'starting' && !state.entryProblem;
    if (state.entry !== 'in') Object.assign(state, { entry: 'starting', entryProblem: w.login.away });
    return [...(isFirst ? [offline('show')] : []), { type: 'after', ms: 2000, action: { type: 'retry' } }];
  },
  retry: () => [{ type: 'enter' }],
  login: (state, { code }) => [{ type: 'login', code }],
  // Without a connection, the logout fails, but this browser forgets the state that it kept.
  logout: () => [...unseen, { type: 'logout' }],
  go: (state, { place }) => go(state, place, 'push'),
  popped: (state, { place }) => arrive(state, place),
  up: (state) => up(state),
  sheet(state, { sheet }) {
    state.sheet = sheet;
    return [{ type: 'load', name: 'sheets' }];
  },
  loaded(state, { name }) {
    if (own.includes(name) || features.some(({ background }) => background === name)) {
      return parts[name]?.enter?.(state, state.place);
    }
    if (partOf(state.place) !== name) return [];
    return [...enter(state, state.place), ...focusOn(state, state.place, !rule(state.place)?.isForm)];
  },
  // A problem and an offer stay until they are closed, unless the offer itself ends after `ms`; view.js ends other notices.
  notice(state, { text, isProblem, offer, ms }) {
    const notice = { id: (state.notices[state.notices.length - 1]?.id ?? 0) + 1, text, isProblem: !!isProblem, offer };
    state.notices = [...state.notices.filter((other) => other.text !== text), notice].slice(-3);
    return ms ? [{ type: 'after', ms, action: { type: 'noticed', notice } }] : [];
  },
  noticed(state, { notice }) {
    state.notices = state.notices.filter((each) => each !== notice);
  },
  now() {},
  shown: (state) => arrived(state, state.place),
  key(state, { key }) {
    if (key === '?') {
      return reduce(state, { type: 'sheet', sheet: state.sheet ? null : { kind: 'help' } });
    }
    return state.sheet ? [] : loaded().flatMap((each) => each.key?.(state, key) ?? []);
  },

  // The stream sends a snapshot first, and then every event.
  opened(state) {
    state.stream = 'open';
    state.beat = null;
  },
  lost(state, { code }) {
    state.stream = 'lost';
    if (code === 4001) return [{ type: 'act', action: { type: 'refused', problem: w.login.ended } }];
    // The person's role was removed; the gateway says what that means.
    return code === 4010 ? [{ type: 'enter' }] : [];
  },
  frame(state, { frame }) {
    if (frame.hello) return greet(state, frame.hello);
    if (frame.snapshot) return snapshot(state, frame.snapshot, !!frame.begin);
    if (frame.following) return begin(state, frame.following);
    if (frame.beat) return heartbeat(state, frame.beat);
    if (frame.event) return event(state, frame.event);
    if (frame.passed) return passed(state, frame.passed);
    return [];
  },
};

/**
 * @param {State} state changed in place
 * @param {Action} action
 * @returns {Effect[]} effects for the shell
 */
export function reduce(state, action) {
  const handler = [core, ...loaded().map(({ handlers }) => handlers)].map((each) => each?.[action.type]).find(Boolean);
  if (!handler) throw new Error(`Unknown action “${action.type}”.`);
  const effects = handler(state, action) ?? [];
  // Align the place with the server's alerts, which may open and close without user action.
  return state.isLoaded ? [...effects, ...loaded().flatMap((each) => each.settle?.(state) ?? [])] : effects;
}

/** @param {string} doing @returns {Effect} */
const offline = (doing) => ({ type: 'perform', part: 'offline', do: doing });

/** @type {Effect[]} */
const unseen = [{ type: 'remember', name: 'seen', value: '' }, offline('forget')];

/**
 * Clears everything that belongs to the session, including the state that was kept.
 * @param {State} state @returns {Effect[]}
 */
function forget(state) {
  const effects = features.flatMap((each) => each.refused?.(state) ?? []);
  const { now, place, isMuted, sound, keys, hasMicrophone, isOutdated, pins } = state;
  Object.assign(state, initial(), { now, place, isMuted, sound, keys, hasMicrophone, isOutdated, pins });
  return [...effects, ...unseen];
}

/**
 * Sets the person of the session. If it is another one, who logged in with another tab, nothing of the earlier person
 * remains, and the state is requested again.
 * @param {State} state @param {Me} me @returns {Effect[]}
 */
function greet(state, me) {
  const isOther = ![ownerOf(me), ''].includes(ownerOf(state.me));
  const effects = isOther ? forget(state) : [];
  state.me = me;
  if (!isOther) return [];
  state.entry = 'in';
  return [...effects, { type: 'remember', name: 'seen', value: ownerOf(me) }, { type: 'reconnect', isFresh: true }];
}

/** @param {State} state @param {any} page @param {boolean} isFirst */
function snapshot(state, page, isFirst) {
  if (isFirst) {
    state.told.clear();
    state.follow = { epoch: page.epoch, after: page.sequence };
  }
  for (const each of features) each.snapshot?.(state, page, isFirst);
}

/**
 * Completes the snapshot. From here on, events follow without a gap.
 * @param {State} state @param {Follow} follow @returns {Effect[]}
 */
function begin(state, follow) {
  const wasLoaded = state.isLoaded;
  // Reload the visible data after an outage, because some changes have no event.
  const isAgain = wasLoaded && (state.stream === 'lost' || state.stream === 'open');
  Object.assign(state, { stream: 'following', offline: '', follow: { epoch: follow.epoch, after: follow.after }, isLoaded: true });
  return [...features.flatMap((each) => each.following?.(state, isAgain) ?? []),
    ...features.flatMap(({ background }) => (background ? /** @type {Effect[]} */ ([{ type: 'load', name: background }]) : [])),
    ...enter(state, state.place),
    ...(!wasLoaded && rule(state.place)?.isForm ? focusOn(state, state.place) : []),
    ...(wasLoaded ? [] : /** @type {Effect[]} */ ([{ type: 'ready' }])), offline('keep')];
}

/** @param {State} state @param {{ epoch: string, head: number }} last @returns {Effect[]} */
function heartbeat(state, { epoch, head }) {
  if (state.stream !== 'following') return [];
  const missing = isBehind(state.follow, { epoch, head }, state.beat);
  state.beat = { ...state.follow, head };
  return missing ? [{ type: 'reconnect' }] : [];
}

/**
 * Notes that the stream has sent all events up to a sequence that the visitor may see.
 * @param {State} state @param {Follow} place @returns {Effect[]}
 */
function passed(state, { epoch, after }) {
  if (epoch === state.follow.epoch) state.follow.after = Math.max(state.follow.after, after);
  return [];
}

/** @param {State} state @param {CloudEvent} event @returns {Effect[]} */
function event(state, event) {
  const verdict = judge(state.follow, event);
  if (verdict === 'gap') return [{ type: 'reconnect' }];
  if (verdict === 'drop') return [];
  // Ignore erased events, because later events contain the current state, except perhaps for a discarded
  // meeting.
  if (event.data?.erased && event.type !== 'meeting.discarded') return [];
  // Use each handler once, because parts of one feature share handlers.
  const handlers = new Set(loaded().map(({ events }) => events?.[event.type]));
  const effects = [...handlers].flatMap((handler) => handler?.(state, event.data, event) ?? []);
  if (event.sequence) markTold(state, event.type.split('.')[0], event.subject);
  return effects;
}
