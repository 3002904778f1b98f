// Actions of a meeting: turns and answers, which live-view.js shows.
import { command, go, tell, up } from '../../Gateway/Page/navigate.js';
import { when } from '../../Gateway/Page/state.js';
import { dismiss, question } from '../../Gateway/Page/view-rows.js';
import { left, person } from '../../Gateway/Page/words.js';
import { handlers as microphoneHandlers } from '../../Transcription/Page/control.js';
import { isOwnOn } from '../../Transcription/Page/elsewhere.js';
import { sheets as microphoneSheets } from '../../Transcription/Page/own-control.js';
import { discard } from './alerts.js';
import { handlers as arrivalHandlers, settle as arrive } from './arrival.js';
import { addPast, discarded, over, readLive, ring, takeLive } from './events.js';
import { elapsed, liveOf, seen, setClock, watchedStandup } from './live.js';
import { canExtend, live, undoOf } from './live-view.js';
import { noteEvents, noteHandlers, readNotes } from './notes.js';
import { coming } from './people.js';
import { handlers as reassignHandlers, replace, sheets as reassignSheets } from './reassign.js';
import { readUpdates, updateEvents, updateHandlers } from './updates.js';
import { news } from './words.js';
import { words } from './words-later.js';

export { alert } from './live-view.js';

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
export const view = (state, place, depth) => live(state, watchedStandup(place) ?? '', depth);

/** @param {State} state @param {Place} place @returns {Effect[]} */
export function enter(state, place) {
  const live = liveOf(state, watchedStandup(place) ?? '');
  return live ? [readLive(live.id), ...readNotes(state, live.standup.id), ...readUpdates(state, live.standup.id)] : [];
}

/** Time for which the guess of one microphone hides those of others, in milliseconds. */
const guessMs = 1500;

/**
 * Shows a guess. If several people speak, their guesses do not alternate.
 * @param {Live} live @param {string} text empty to end the guess of this microphone @param {string} person whose own microphone it is; empty for that of the room @param {number} at
 */
function guess(live, text, person, at) {
  if (!text && live.partialOf !== person) return;
  const isHidden = live.partial && live.partialOf !== person && at - (live.guessedAt ?? 0) < guessMs;
  Object.assign(live, { heardAt: at }, isHidden ? null : { partial: text, partialOf: person, guessedAt: at });
}

/** @type {Record<string, EventHandler>} */
export const events = {
  ...noteEvents,
  ...updateEvents,
  'meeting.runningOver'(state, { elapsedMs }, event) {
    const live = state.live.get(event.subject);
    if (!live) return [];
    setClock(live, elapsedMs, when(state, event));
    return ring(state, live, words.live.runsOver, true);
  },
  'meeting.partial'(state, { text, person = '', signal }, event) {
    const live = state.live.get(event.subject);
    if (!live) return;
    (live.signals ??= new Map()).set(person, { problem: signal, at: when(state, event) });
    guess(live, text, person, when(state, event));
  },
  'meeting.lineReassigned'(state, { segment }, { subject }) {
    const live = state.live.get(subject);
    if (live) replace(live, segment);
  },
  'meeting.voicesRecognised'(state, { people }, { subject }) {
    const live = state.live.get(subject);
    if (!live) return [];
    const isNew = people && !live.voices;
    live.voices = people;
    // Screen readers announce the beginning once.
    return isNew && seen(state) === live ? [{ type: 'announce', text: words.live.voices(people) }] : [];
  },
  'meeting.turnEnding'(state, { speaker, elapsedMs, leftMs }, event) {
    const live = state.live.get(event.subject);
    const end = elapsedMs + leftMs;
    if (!live || live.speaker !== speaker || live.warnedMs === end) return [];
    setClock(live, elapsedMs, when(state, event));
    live.warnedMs = end;
    return ring(state, live, words.live.turnLeft(left(leftMs)), true);
  },
};

/** @type {Handlers} */
export const handlers = {
  ...arrivalHandlers,
  ...noteHandlers,
  ...updateHandlers,
  ...microphoneHandlers,
  ...reassignHandlers,
  // Leaves the meeting. The question remains open for the other people.
  leave(state) {
    const standup = watchedStandup(state.place);
    if (!standup) return [];
    state.place = { kind: 'record', standup };
    return [...up(state), ...tell(words.live.stays)];
  },
  mute(state, { isMuted }) {
    state.isMuted = isMuted;
    return [{ type: 'remember', name: 'muted', value: isMuted ? 'yes' : '' }];
  },
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
  'live.move': (state, { id, to }) => move(state, id, to),
  'live.drag'(state, { id }) { state.dragged = id; },
  'live.drop'(state, { id }) {
    const live = seen(state);
    return live ? move(state, state.dragged ?? '', coming(live).indexOf(id)) : [];
  },
  // The buttons were disabled meanwhile, and the one that was pressed may have moved to an end.
  'live.moved'(state, { id, ...answer }) {
    const effects = [...handlers['live.done'](state, answer) ?? []];
    const live = seen(state);
    if (!answer.reply || !live) return effects;
    const order = coming(live);
    const at = order.indexOf(id);
    const name = live.people.find((each) => each.id === id)?.name ?? '';
    return [...effects, { type: 'focus', id: `${at ? 'up' : 'down'}-${id}`, ifLost: true },
      { type: 'announce', text: words.people.moved(person(name), at + 1, order.length) }];
  },
  'live.undo'(state) {
    const live = seen(state);
    const undo = live && undoOf(live, state.now);
    if (!live || !undo || state.isAnswering) return [];
    state.isAnswering = true;
    return [command('meetings.undo', { id: live.id, change: undo.change }, { type: 'live.undone', meeting: live.id })];
  },
  // The button is gone then; the focus stays among the controls.
  'live.undone': (state, reply) => [...handlers['live.done'](state, reply) ?? [], { type: 'focus', id: 'next', ifLost: true }],
  'live.pause': (state) => (seen(state)?.alert?.name === 'paused' ? reply(state, 'resume')
    : ask(state, 'meetings.pause')),
  'live.end': (state) => ask(state, 'meetings.end'),
  'live.answer'(state, { action }) {
    if (action !== 'discard' || !mayDiscard(state) || state.isAnswering) return reply(state, action);
    state.sheet = { kind: 'discard' };
    return [];
  },
  'live.discard'(state) {
    state.sheet = null;
    return reply(state, 'discard');
  },
  'live.reopen'(state, { meeting, change }) {
    state.notices = state.notices.filter(({ offer }) => offer?.action.meeting !== meeting);
    return [command('meetings.undo', { id: meeting, change }, { type: 'live.reopened' })];
  },
  'live.reopened'(state, { reply, error }) {
    if (!reply) return tell(error.message, true);
    return [...takeLive(state, reply), ...go(state, { kind: 'record', standup: reply.session.standup.id }, 'push')];
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
    if (reply.discarded) return over(state, meeting, discarded(state, meeting));
    const standup = state.live.get(meeting)?.standup.id;
    if (standup) addPast(state, standup, reply.finished);
    return over(state, meeting, news.over);
  },
};

/**
 * Sends a command unless an alert is open or a reply is outstanding.
 * @param {State} state @param {string} target @param {(live: Live) => object} [more] @returns {Effect[]}
 */
function ask(state, target, more) {
  const live = seen(state);
  if (!live || live.alert || state.isAnswering) return [];
  state.isAnswering = true;
  return [command(target, { id: live.id, ...more?.(live) }, { type: 'live.done', meeting: live.id })];
}

/**
 * Moves a speaker who is still to come to a position among those.
 * @param {State} state @param {string} id @param {number} to @returns {Effect[]}
 */
function move(state, id, to) {
  const live = seen(state);
  state.dragged = undefined;
  if (!live || live.alert || state.isAnswering) return [];
  const order = coming(live);
  const at = order.indexOf(id);
  if (at < 0 || to < 0 || to >= order.length || at === to) return [];
  order.splice(to, 0, ...order.splice(at, 1));
  state.isAnswering = true;
  return [command('meetings.reorder', { id: live.id, from: live.speaker, order }, { type: 'live.moved', meeting: live.id, id })];
}

/** Time after a change of speaker during which a press may be meant for the previous speaker, in milliseconds. */
const freshMs = 1500;
/** Maximum time between two presses that count as one, in milliseconds. */
const doubleMs = 400;

/**
 * Ends the turn of the speaker who was visible when the press began. If a turn has just begun, a second press is
 * required, because another person may have just ended the turn that was meant.
 * @param {State} state @param {string} target @param {number} [from] the visible speaker
 * @returns {Effect[]}
 */
function endTurn(state, target, from) {
  const live = seen(state);
  if (!live || live.alert || state.isAnswering) return [];
  const { speaker, begunAt = -Infinity, doubted } = live;
  // After the last speaker, no turn can be skipped by mistake, because an alert opens.
  const isFresh = state.now - begunAt < freshMs && speaker + 1 < live.people.length;
  const isAgain = doubted?.speaker === speaker && state.now - doubted.at >= doubleMs;
  if ((from ?? speaker) === speaker && (!isFresh || isAgain)) return ask(state, target, () => ({ from: speaker }));
  if (doubted?.speaker !== speaker) live.doubted = { speaker, at: state.now };
  return tell(words.live.begun(person(live.people[speaker]?.name ?? '')));
}

/** @param {State} state @param {string} action @returns {Effect[]} */
function reply(state, action) {
  const live = seen(state);
  if (!live?.alert || state.isAnswering) return [];
  state.isAnswering = true;
  return [command('meetings.answer', { id: live.id, action }, { type: 'live.answered', meeting: live.id })];
}

/**
 * Handles a rejection. It means that the page is out of date, so the meeting is read again.
 * @param {State} state @param {string} meeting @param {Problem} error @returns {Effect[]}
 */
function wrong(state, meeting, error) {
  const isStale = error.code === 'conflict' || error.code === 'not_found';
  const read = isStale && state.live.has(meeting) ? [readLive(meeting)] : [];
  return [...read, ...tell(error.message, true)];
}

/**
 * Handles the keys of a visible meeting.
 * @param {State} state @param {string} key @returns {Effect[]}
 */
export function key(state, key) {
  const live = seen(state);
  if (!live) return [];
  /** @param {string} name @param {object} [members] */
  const act = (name, members) => handlers[name](state, { type: name, ...members }) ?? [];
  if (key === 'p') return act('live.pause');
  if (key === 'b') return act('live.undo');
  if (key === 'm') {
    if (isOwnOn(state, live.id)) return act('mic.mute');
    // The own microphone of another meeting is muted by elsewhere.js.
    return isOwnOn(state, state.mic.meeting) ? [] : act('mute', { isMuted: !state.isMuted });
  }
  if (live.alert) {
    const action = live.alert.actions[Number(key) - 1];
    return action ? act('live.answer', { action }) : [];
  }
  if (key === 'n' || key === ' ') return act('live.next', { from: live.speaker });
  if (key === 'l') return act('live.postpone', { from: live.speaker });
  if (key === '+') return act('live.extend', { from: live.speaker });
  return key === 'e' ? act('live.end') : [];
}

/** @param {State} state @returns {boolean} true if the open question can be answered by discarding the meeting */
const mayDiscard = (state) => !!seen(state)?.alert?.actions.includes('discard');

/** @param {State} state @returns {Effect[]} */
export function settle(state) {
  // Another person answered the question.
  if (state.sheet?.kind === 'discard' && !mayDiscard(state)) state.sheet = null;
  return arrive(state);
}

/** @type {Part['sheets']} */
export const sheets = {
  ...microphoneSheets,
  ...reassignSheets,
  discard: () => question('discard', discard.title, discard.message, [
    { label: discard.yes, action: { type: 'live.discard' }, isDestructive: true }, { label: discard.no, action: dismiss }], dismiss),
};
