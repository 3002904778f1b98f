// The live meeting: the ring, the current speaker, the transcript.
import { start } from '../../Gateway/Page/countdown.js';
import { h } from '../../Gateway/Page/dom.js';
import { arcs } from '../../Gateway/Page/ring.js';
import { mayChange, standupOf } from '../../Gateway/Page/state.js';
import { button, empty, loading, shape } from '../../Gateway/Page/view-parts.js';
import { head, icon, question } from '../../Gateway/Page/view-rows.js';
import { clock, left, person, title, w } from '../../Gateway/Page/words.js';
import { microphone } from '../../Transcription/Page/control.js';
import { answers, texts } from './alerts.js';
import { elapsed, liveOf } from './live.js';
import { turnNotes } from './notes.js';
import { called, here } from './people.js';
import { turns } from './transcript.js';
import { news } from './words.js';
import { words } from './words-later.js';

/** Maximum length of a standup, in milliseconds. */
const longestMs = 86_400_000;
const extensionMs = 60_000;

/**
 * True if the turn can be extended by a minute: the time is not up, and the maximum length is not exceeded.
 * @param {Live} live @param {number} at the meeting's time
 */
export const canExtend = ({ durationMs }, at) => at < durationMs && durationMs + extensionMs <= longestMs;

/** @param {State} state @param {string} id @param {number} depth @returns {Child} */
export function live(state, id, depth) {
  const meeting = liveOf(state, id);
  const summary = state.standups.get(id);
  const parent = /** @type {Place} */ ({ kind: 'standup', standup: id });
  if (!meeting) {
    if (summary?.live) return loading(depth);
    if (!summary) return [head(depth, w.notFound, parent), empty(words.detail.isGone)];
    return [head(depth, words.live.title, parent), empty(words.live.none, words.live.noneHint),
      mayChange(state) && h('p', { class: 'center' },
        button(words.detail.start, { type: 'live.start', standup: id }, { class: 'primary' }))];
  }
  const { standup, speaker, people, durationMs, turnsMs, warnedMs } = meeting;
  const at = elapsed(meeting, state.now);
  const end = start(durationMs, Math.max(1, people.length), speaker + 1, turnsMs);
  const current = people[speaker] ? called(state, people[speaker]) : person('');
  const next = people[speaker + 1];
  const isBusy = state.isAnswering || !!meeting.alert;
  return h('div', { class: 'live themed', 'data-theme': standup.theme },
    head(depth, title(standup.title), parent,
      button(shape(`M6 16V11a6 6 0 0112 0v5l1.5 2h-15z${state.isMuted ? 'M4 4l16 16' : 'M10 20.5h4'}`), { type: 'mute', isMuted: !state.isMuted },
      { class: 'round', 'aria-label': state.isMuted ? words.live.unmute : words.live.mute,
      'aria-pressed': String(state.isMuted) })),
    h('progress', { class: 'hidden', max: String(durationMs), value: at, 'aria-label': words.live.elapsed }),
    h('div', { class: 'times', 'aria-hidden': 'true' }, h('span', {}, h('small', {}, words.live.elapsed), clock(at)),
      h('span', {}, h('small', {}, at > durationMs ? words.live.beyond : words.live.left),
      at > durationMs ? clock(at - durationMs) : left(durationMs - at))),
    h('div', { class: 'ring' },
      ring(meeting, at),
      h('div', { class: 'inside' },
        h('p', { class: 'clock', role: 'timer', 'aria-live': 'off' }, left(durationMs - at)),
        h('p', { class: 'name' }, current), h('p', {}, meeting.alert ? words.live.held : words.live.speaks),
        at > durationMs ? h('p', { class: 'small ending' }, words.live.runsOver)
          : h('p', { class: warnedMs === end ? 'small ending' : 'small' }, words.live.turnLeft(left(end - at))))),
    h('div', { class: 'bar' },
      h('p', {}, h('strong', {}, words.live.of(Math.min(speaker + 1, people.length), people.length)), h('br', {}),
        next ? news.next(called(state, next)) : news.last),
      mayChange(state) && h('div', { class: 'tools' },
        turnButton([shape('M6 5l8 7-8 7zM18 5v14'), words.live.skip], 'live.next', speaker,
          { id: 'next', disabled: isBusy, 'aria-keyshortcuts': 'n' }),
        turnButton(words.live.more, 'live.extend', speaker,
          { 'aria-label': words.live.moreLabel, disabled: isBusy || !canExtend(meeting, at), 'aria-keyshortcuts': '+' }),
        turnButton(words.live.later, 'live.postpone', speaker,
          { 'aria-label': words.live.laterLabel, disabled: isBusy || !next, 'aria-keyshortcuts': 'l' }),
        button(words.live.pause, { type: 'live.pause' },
          { class: 'button', disabled: isBusy, 'aria-keyshortcuts': 'p' }),
        button([icon('stop'), words.live.end], { type: 'live.end' },
          { class: 'button', 'aria-label': words.live.finish, disabled: isBusy, 'aria-keyshortcuts': 'e' }))),
    turnNotes(state, meeting),
    microphone(state, meeting),
    mayChange(state) && here(state, meeting),
    said(meeting));
}

/**
 * Creates a button for the turn of the speaker who was visible when the press began.
 * @param {Child} label @param {string} type @param {number} from @param {Props} props
 */
const turnButton = (label, type, from, props) => button(label, { type }, { class: 'button', ...props,
  pointerdown: { type: 'live.press', from },
  // A key press has no earlier pointer event.
  click: (event) => (/** @type {UIEvent} */ (event).detail ? { type } : { type, from }) });

/**
 * Shows one arc per speaker, which fills as time passes.
 * @param {Live} meeting @param {number} at
 */
const ring = ({ people, durationMs, turnsMs, speaker }, at) => h('svg', { viewBox: '0 0 200 200', 'aria-hidden': 'true' },
  arcs(durationMs, people.length,
    at, turnsMs).map(({ path, share }, index) => h('g', { class: index === speaker ? 'now' : null },
    h('path', { class: 'track', d: path, pathLength: '1' }),
    h('path', { class: 'fill', d: path, pathLength: '1',
      style: { 'stroke-dashoffset': String(1 - share), visibility: share ? 'visible' : 'hidden' } }))));

/** @param {Live} meeting */
function said({ segments, partial, isRecording }) {
  if (!isRecording && !segments.length) return null;
  return h('section', { class: 'words' }, h('h2', {}, words.live.words),
    segments.length || partial
      ? h('div', { class: 'scroll', tabindex: '0', role: 'log', 'aria-live': 'off', 'aria-label': words.live.words },
      h('div', {}, turns(segments), partial && h('p', { class: 'partial' }, h('em', {}, partial))))
      : h('p', { class: 'quiet' }, words.live.silence));
}

/**
 * Shows the alert over the meeting, which is a question to all participants that is answered once.
 * @param {State} state @param {Place} place @returns {Child}
 */
export function alert(state, place) {
  const open = liveOf(state, standupOf(place) ?? '')?.alert;
  if (!open) return null;
  const { title, message } = texts(open.name, open);
  const may = mayChange(state);
  /** @type {Action} */
  const leave = { type: 'leave' };
  // Escape sends the answer that changes nothing for the others. Without such an answer, Escape has no
  // effect.
  const escape = open.name === 'endMeeting' ? /** @type {Action} */ ({ type: 'live.answer', action: 'resume' }) : null;
  return question(`meeting-${open.name}`, title, may ? message : `${message} ${words.live.waits}.`, [
    ...open.actions.map((action, index) => ({
      label: answers[action], hint: String(index + 1), action: /** @type {Action} */ ({ type: 'live.answer', action }),
      isDestructive: action === 'discard', isDisabled: state.isAnswering || !may,
    })), { label: w.back, action: leave }], may ? escape : leave);
}
