// Actions of a meeting: turns, answers, and this browser's microphone. live-view.js shows it.
import { command, readLive } from '../../Gateway/Page/navigate.js';
import { elapsed, setClock } from './live.js';
import { noteEvents, noteHandlers, readNotes } from './notes.js';
import { addPast, over, ring, takeLive, tell, when } from '../../Gateway/Page/reduce-stream.js';
import { liveOf, seen, watchedStandup } from '../../Gateway/Page/state.js';
import { canExtend } from './turn.js';
import { live } from './live-view.js';
import { left, person, w } from '../../Gateway/Page/words.js';
import { words } from '../../Transcription/Page/words.js';
import { words as people } from './words-people.js';

export { liveAlert } from './live-view.js';

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
export const view = (state, place, depth) => live(state, watchedStandup(place) ?? '', depth);

/** @param {State} state @param {Place} place @returns {Effect[]} */
export function enter(state, place) {
  const live = liveOf(state, watchedStandup(place) ?? '');
  return live ? [readLive(live.id), ...readNotes(state, live.standup.id)] : [];
}

/** @type {Record<string, EventHandler>} */
export const events = {
  ...noteEvents,
  'meeting.runningOver'(state, { elapsedMs }, event) {
    const live = state.live.get(event.subject);
    if (!live) return [];
    setClock(live, elapsedMs, when(state, event));
    return ring(state, live, w.live.runsOver, true);
  },
  'meeting.turnEnding'(state, { speaker, elapsedMs, leftMs }, event) {
    const live = state.live.get(event.subject);
    const end = elapsedMs + leftMs;
    if (!live || live.speaker !== speaker || live.warnedMs === end) return [];
    setClock(live, elapsedMs, when(state, event));
    live.warnedMs = end;
    return ring(state, live, w.live.turnLeft(left(leftMs)), true);
  },
};

/** @type {Handlers} */
export const handlers = {
  ...noteHandlers,
  'live.press'(state, { from }) { state.pressed = from; },
  'live.next': (state, { from }) => endTurn(state, 'meetings.next', from ?? state.pressed),
  'live.postpone': (state, { from }) => endTurn(state, 'meetings.postpone', from ?? state.pressed),
  'live.extend'(state, { from }) {
    const live = seen(state);
    if (!live || !canExtend(live, elapsed(live, state.now))) return [];
    return ask(state, 'meetings.extend', ({ speaker }) => ({ from: from ?? state.pressed ?? speaker }));
  },
  'live.absent': (state, { id }) => ask(state, 'meetings.absent', () => ({ attendee: id })),
  'live.present': (state, { id }) => ask(state, 'meetings.present', () => ({ attendee: id })),
  'live.pause': (state) => (seen(state)?.alert?.name === 'paused' ? reply(state, 'resume')
    : ask(state, 'meetings.pause')),
  'live.end': (state) => ask(state, 'meetings.end'),
  // A single key must not delete everyone's transcript.
  'live.answer': (state, { action }) => (action === 'discard' ? doubt(state) : reply(state, action)),
  'live.discard'(state) {
    state.sheet = null;
    return reply(state, 'discard');
  },
  'live.done'(state, { meeting, reply, error, after }) {
    state.isAnswering = false;
    if (reply) return state.live.has(meeting) ? takeLive(state, reply, after) : [];
    return wrong(state, meeting, error);
  },
  'live.answered'(state, { meeting, reply, error, after }) {
    state.isAnswering = false;
    if (error) return wrong(state, meeting, error);
    if (reply.live) return state.live.has(meeting) ? takeLive(state, reply.live, after) : [];
    if (reply.discarded) return over(state, meeting, w.live.gone);
    const standup = state.live.get(meeting)?.standup.id;
    if (standup) addPast(state, standup, reply.finished);
    return over(state, meeting, w.live.over);
  },

  'mic.open'(state, { take }) {
    const live = seen(state);
    if (!live) return [];
    if (!state.hasMicrophone) return tell(state, words.insecure, true);
    state.mic = { state: 'opening', meeting: live.id };
    return [{ type: 'microphone', do: 'open', meeting: live.id, take: !!take, startedAt: live.startedAt ?? live.at }];
  },
  'mic.close'(state) {
    const { meeting } = state.mic;
    state.mic = { state: 'off', meeting: '' };
    return [{ type: 'microphone', do: 'stop', meeting }];
  },
  mic(state, { meeting, ...mic }) {
    if (state.mic.meeting && state.mic.meeting !== meeting) return;
    state.mic = { ...state.mic, meeting, ...mic };
  },
};

/**
 * Sends a command, unless an alert is open or a reply is outstanding.
 * @param {State} state @param {string} target @param {(live: Live) => object} [more] @returns {Effect[]}
 */
function ask(state, target, more) {
  const live = seen(state);
  if (!live || live.alert || state.isAnswering) return [];
  state.isAnswering = true;
  return [command(target, { id: live.id, ...more?.(live) }, { type: 'live.done', meeting: live.id })];
}

/** Time after a change during which a press may still be meant for the previous speaker, in milliseconds. */
const freshMs = 1500;
/** Maximum time between two presses that count as one, in milliseconds. */
const doubleMs = 400;

/**
 * Ends the turn of the speaker who was visible when the press began. Another person may have just ended it, so a
 * turn that has just begun requires a second press.
 * @param {State} state @param {string} target @param {number} [from] the visible speaker
 * @returns {Effect[]}
 */
function endTurn(state, target, from) {
  const live = seen(state);
  if (!live || live.alert || state.isAnswering) return [];
  const { speaker, begunAt = -Infinity, doubted } = live;
  // After the last speaker no turn can be skipped by mistake: an alert opens.
  const isFresh = state.now - begunAt < freshMs && speaker + 1 < live.people.length;
  const isAgain = doubted?.speaker === speaker && state.now - doubted.at >= doubleMs;
  if ((from ?? speaker) === speaker && (!isFresh || isAgain)) return ask(state, target, () => ({ from: speaker }));
  if (doubted?.speaker !== speaker) live.doubted = { speaker, at: state.now };
  return tell(state, people.begun(person(live.people[speaker]?.name ?? '')));
}

/**
 * Asks for confirmation before the whole transcript is deleted.
 * @param {State} state @returns {Effect[]}
 */
function doubt(state) {
  const live = seen(state);
  if (!live?.alert || state.isAnswering) return [];
  state.sheet = { kind: 'discard', meeting: live.id };
  return [{ type: 'load', name: 'sheets' }];
}

/** @param {State} state @param {string} action @returns {Effect[]} */
function reply(state, action) {
  const live = seen(state);
  if (!live?.alert || state.isAnswering) return [];
  state.isAnswering = true;
  return [command('meetings.answer', { id: live.id, action }, { type: 'live.answered', meeting: live.id })];
}

/**
 * A rejection means that the page is out of date, so the meeting is read again.
 * @param {State} state @param {string} meeting @param {Problem} error @returns {Effect[]}
 */
function wrong(state, meeting, error) {
  const isStale = error.code === 'conflict' || error.code === 'not_found';
  const read = isStale && state.live.has(meeting) ? [readLive(meeting)] : [];
  return [...read, ...tell(state, error.message, true)];
}
