// The live meeting: the ring, the current speaker, the transcript.
import { h } from '../../Gateway/Page/dom.js';
import { elapsed } from './live.js';
import { arcs } from '../../Gateway/Page/ring.js';
import { start } from '../../Gateway/Page/countdown.js';
import { liveOf, mayChange } from '../../Gateway/Page/state.js';
import { canExtend, isHeard } from './turn.js';
import { turnNotes } from './notes-view.js';
import { button, empty, loading, question, shape } from '../../Gateway/Page/view-parts.js';
import { here } from './people-view.js';
import { head, icon } from '../../Gateway/Page/view-rows.js';
import { clock, left, person, title, w } from '../../Gateway/Page/words.js';
import { alert, answers } from './alerts.js';
import { words } from '../../Transcription/Page/words.js';

/** @param {State} state @param {string} id @param {number} depth @returns {Child} */
export function live(state, id, depth) {
  const meeting = liveOf(state, id);
  const summary = state.standups.get(id);
  const parent = /** @type {Place} */ ({ kind: 'standup', standup: id });
  if (!meeting) {
    if (summary?.live) return loading(depth);
    if (!summary) return [head(depth, w.notFound, parent), empty(w.detail.isGone)];
    return [head(depth, w.live.title, parent), empty(w.live.none, w.live.noneHint),
      mayChange(state) && h('p', { class: 'center' },
        button(w.detail.start, { type: 'live.start', standup: id }, { class: 'primary' }))];
  }
  const { standup, speaker, people, durationMs, turnsMs, warnedMs } = meeting;
  const at = elapsed(meeting, state.now);
  const end = start(durationMs, Math.max(1, people.length), speaker + 1, turnsMs);
  const current = person(people[speaker]?.name ?? '');
  const next = people[speaker + 1];
  const isBusy = state.isAnswering || !!meeting.alert;
  return h('div', { class: 'live themed', 'data-theme': standup.theme },
    head(depth, title(standup.title), parent,
      button(shape(`M6 16V11a6 6 0 0112 0v5l1.5 2h-15z${state.isMuted ? 'M4 4l16 16' : 'M10 20.5h4'}`), { type: 'mute', isMuted: !state.isMuted },
      { class: 'round', 'aria-label': state.isMuted ? w.live.unmute : w.live.mute,
      'aria-pressed': String(state.isMuted) })),
    h('progress', { class: 'hidden', max: String(durationMs), value: at, 'aria-label': w.live.elapsed }),
    h('div', { class: 'times', 'aria-hidden': 'true' }, h('span', {}, h('small', {}, w.live.elapsed), clock(at)),
      h('span', {}, h('small', {}, at > durationMs ? w.live.beyond : w.live.left),
      at > durationMs ? clock(at - durationMs) : left(durationMs - at))),
    h('div', { class: 'ring' },
      ring(meeting, at),
      h('div', { class: 'inside' },
        h('p', { class: 'clock', role: 'timer', 'aria-live': 'off' }, left(durationMs - at)),
        h('p', { class: 'name' }, current), h('p', {}, meeting.alert ? w.live.held : w.live.speaks),
        at > durationMs ? h('p', { class: 'small ending' }, w.live.runsOver)
          : h('p', { class: warnedMs === end ? 'small ending' : 'small' }, w.live.turnLeft(left(end - at))))),
    h('div', { class: 'bar' },
      h('p', {}, h('strong', {}, w.live.of(Math.min(speaker + 1, people.length), people.length)), h('br', {}),
        next ? w.live.next(person(next.name)) : w.live.last),
      mayChange(state) && h('div', { class: 'tools' },
        turnButton([shape('M6 5l8 7-8 7zM18 5v14'), w.live.skip], 'live.next', speaker,
          { id: 'next', disabled: isBusy, 'aria-keyshortcuts': 'n' }),
        turnButton(w.live.more, 'live.extend', speaker,
          { 'aria-label': w.live.moreLabel, disabled: isBusy || !canExtend(meeting, at), 'aria-keyshortcuts': '+' }),
        turnButton(w.live.later, 'live.postpone', speaker,
          { 'aria-label': w.live.laterLabel, disabled: isBusy || !next, 'aria-keyshortcuts': 'l' }),
        button(w.live.pause, { type: 'live.pause' },
          { class: 'button', disabled: isBusy, 'aria-keyshortcuts': 'p' }),
        button([icon('stop'), w.live.end], { type: 'live.end' },
          { class: 'button', 'aria-label': w.live.finish, disabled: isBusy, 'aria-keyshortcuts': 'e' }))),
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
  // A press of a key has no earlier pointer event.
  click: (event) => (/** @type {UIEvent} */ (event).detail ? { type } : { type, from }) });

/**
 * Shows one arc per speaker, filled as time passes.
 * @param {Live} meeting @param {number} at
 */
const ring = ({ people, durationMs, turnsMs, speaker }, at) => h('svg', { viewBox: '0 0 200 200', 'aria-hidden': 'true' },
  arcs(durationMs, people.length,
    at, turnsMs).map(({ path, share }, index) => h('g', { class: index === speaker ? 'now' : null },
    h('path', { class: 'track', d: path, pathLength: '1' }),
    h('path', { class: 'fill', d: path, pathLength: '1',
      style: { 'stroke-dashoffset': String(1 - share), visibility: share ? 'visible' : 'hidden' } }))));

/** @param {State} state @param {Live} meeting */
function microphone(state, meeting) {
  const { mic } = state;
  if (!meeting.isRecording) return h('p', { class: 'mic quiet' }, w.live.notRecorded);
  const isHere = mic.meeting === meeting.id;
  const isOn = isHere && (mic.state === 'on' || mic.state === 'waiting');
  const isSound = isHeard(meeting, state.now);
  const label = isSound ? w.live.recording : w.live.noSound;
  return h('div', { class: 'mic' },
    h('p', {}, h('span', { class: isSound ? 'dot' : 'dot off' }), ' ', isOn ? words.on : label),
    mayChange(state) && (isOn || (isHere && mic.state === 'opening')
      ? button([icon('mic'), isOn ? words.stop : words.opening], { type: 'mic.close' }, { class: 'button on' })
      : button([icon('mic'), isHere && mic.state === 'other' ? words.take : words.start],
        { type: 'mic.open', take: isHere && mic.state === 'other' },
        { class: 'button', disabled: !state.hasMicrophone })),
    h('p', { class: 'small', role: 'status' }, !state.hasMicrophone ? words.insecure : isHere && mic.note));
}

/** @param {Live} meeting */
function said({ segments, partial, isRecording }) {
  if (!isRecording && !segments.length) return null;
  return h('section', { class: 'words' }, h('h2', {}, w.live.words),
    segments.length || partial
      ? h('div', { class: 'scroll', tabindex: '0', role: 'log', 'aria-live': 'off', 'aria-label': w.live.words },
      h('div', {}, turns(segments), partial && h('p', { class: 'partial' }, h('em', {}, partial))))
      : h('p', { class: 'quiet' }, w.live.silence));
}

/**
 * Groups the transcript by turn.
 * @param {Segment[]} segments
 * @returns {{ attendee: string, speaker: string, fromMs: number, toMs: number, text: string }[]}
 */
export function byTurn(segments) {
  /** @type {ReturnType<typeof byTurn>} */
  const turns = [];
  for (const segment of segments) {
    const last = turns[turns.length - 1];
    if (last && last.attendee === segment.attendee) {
      last.text += ` ${segment.text}`;
      last.toMs = segment.toMs;
    } else turns.push({ ...segment });
  }
  return turns;
}

/** @param {Segment[]} segments @returns {Child[]} */
export const turns = (segments) => byTurn(segments).map((turn) => h('div',
  { class: 'turn', key: `${turn.attendee}${turn.fromMs}` },
  h('p', { class: 'who' }, h('strong', {}, person(turn.speaker)), ' ',
    h('span', { class: 'quiet' }, clock(turn.fromMs))), h('p', {}, turn.text)));

/**
 * Shows the alert over the meeting: a question for all participants, answered once.
 * @param {State} state @param {string} standup @returns {Child}
 */
export function liveAlert(state, standup) {
  const open = liveOf(state, standup)?.alert;
  if (!open) return null;
  const { title, message } = alert(open.name, open);
  const may = mayChange(state);
  /** @type {Action} */
  const leave = { type: 'leave' };
  // Escape sends the answer that changes nothing for the others; without such an answer it does nothing.
  const escape = open.name === 'endMeeting' ? /** @type {Action} */ ({ type: 'live.answer', action: 'resume' }) : null;
  return question(`meeting-${open.name}`, title, may ? message : `${message} ${w.live.waits}.`, [
    ...open.actions.map((action, index) => ({
      label: answers[action], hint: String(index + 1), action: /** @type {Action} */ ({ type: 'live.answer', action }),
      isDestructive: action === 'discard', isDisabled: state.isAnswering || !may,
    })), { label: w.back, action: leave }], may ? escape : leave);
}
