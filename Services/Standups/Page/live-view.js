// The live meeting: the current speaker and the rest of the turn, the controls, the transcript, and the speakers.
import { start } from '../../Gateway/Page/countdown.js';
import { h } from '../../Gateway/Page/dom.js';
import { arcs } from '../../Gateway/Page/ring.js';
import { mayChange, standupOf } from '../../Gateway/Page/state.js';
import { button, empty, loading, shape } from '../../Gateway/Page/view-parts.js';
import { head, icon, question } from '../../Gateway/Page/view-rows.js';
import { clock, left, person, title, w } from '../../Gateway/Page/words.js';
import { words as sheets } from '../../Gateway/Page/words-later.js';
import { microphone } from '../../Transcription/Page/control.js';
import { answers, texts } from './alerts.js';
import { elapsed, liveOf } from './live.js';
import { turnNotes } from './notes.js';
import { called, speakers } from './people.js';
import { presence } from './presence-view.js';
import { correctable } from './reassign.js';
import { turnUpdates } from './updates-view.js';
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
  const { standup, segments, isRecording } = meeting;
  const at = elapsed(meeting, state.now);
  return h('div', { class: 'live themed', 'data-theme': standup.theme },
    head(depth, title(standup.title), parent,
      button(shape(`M6 16V11a6 6 0 0112 0v5l1.5 2h-15z${state.isMuted ? 'M4 4l16 16' : 'M10 20.5h4'}`), { type: 'mute', isMuted: !state.isMuted },
      { class: 'round', 'aria-label': state.isMuted ? words.live.unmute : words.live.mute,
      'aria-pressed': String(state.isMuted) })),
    h('div', { class: isRecording || segments.length ? 'now' : 'now silent' },
      stage(state, meeting, at),
      mayChange(state) && controls(state, meeting, at),
      said(state, meeting)),
    h('div', { class: 'side' }, speakers(state, meeting), presence(state, meeting), turnUpdates(state, meeting), turnNotes(state, meeting)));
}

/**
 * Shows the current speaker and the rest of the turn in large type, then the rest of the meeting and the next speaker.
 * @param {State} state @param {Live} meeting @param {number} at the meeting's time
 */
function stage(state, meeting, at) {
  const { speaker, people, durationMs, turnsMs, warnedMs, alert } = meeting;
  const end = start(durationMs, Math.max(1, people.length), speaker + 1, turnsMs);
  const next = people[speaker + 1];
  const rest = left(end - at);
  const isOver = at > durationMs;
  const isEnding = !isOver && warnedMs === end;
  return h('section', { class: isOver ? 'stage over' : isEnding ? 'stage ending' : 'stage', 'aria-label': words.live.current },
    h('div', { class: 'who' },
      h('p', { class: 'of' }, words.live.of(Math.min(speaker + 1, people.length), people.length)),
      h('p', { class: 'name' }, people[speaker] ? called(state, people[speaker]) : person('')),
      h('p', { class: rest.length > 5 ? 'time long' : 'time', role: 'timer', 'aria-live': 'off', 'aria-label': words.live.turnTime }, rest),
      h('p', { class: 'how' }, alert ? words.live.held : isOver ? words.live.runsOver : isEnding ? words.live.ending : words.live.turn)),
    h('div', { class: 'ring' },
      ring(meeting, at),
      h('div', { class: 'inside' },
        h('p', { class: 'clock', role: 'timer', 'aria-live': 'off', 'aria-label': words.live.meetingTime },
          isOver ? clock(at - durationMs) : left(durationMs - at)),
        h('p', {}, isOver ? words.live.beyond : words.live.left))),
    h('div', { class: 'then' }, h('p', { class: 'next' }, next ? news.next(called(state, next)) : news.last), mayChange(state) && back(state, meeting)));
}

/**
 * Returns the last change of the turns while it can be undone.
 * @param {Live} meeting @param {number} now
 */
export const undoOf = ({ undo, alert }, now) => (undo && !alert && now < undo.until ? undo : null);

/**
 * Shows the button that undoes the last change, with the seconds for which that is possible.
 * @param {State} state @param {Live} meeting @returns {Child}
 */
function back(state, meeting) {
  const undo = undoOf(meeting, state.now);
  if (!undo) return null;
  const { people, speaker, standup } = meeting;
  const whose = [...people, ...standup.attendees].find(({ id }) => id === undo.attendee);
  return button([shape('M9 14l-5-5 5-5M4 9h10a6 6 0 010 12h-3'),
    h('span', { class: 'whose' }, whose && whose.id !== people[speaker]?.id ? words.live.back(person(whose.name)) : words.live.undo),
    h('span', { class: 'count', 'aria-hidden': 'true' }, String(Math.ceil((undo.until - state.now) / 1000)))],
  { type: 'live.undo' }, { class: 'button undo', disabled: state.isAnswering, 'aria-keyshortcuts': pressed(state, 'b') });
}

/**
 * Shows the controls in one row; those that are needed once in a meeting are in a menu.
 * @param {State} state @param {Live} meeting @param {number} at the meeting's time
 */
function controls(state, meeting, at) {
  const { speaker, people } = meeting;
  const isBusy = state.isAnswering || !!meeting.alert;
  return h('div', { class: 'controls', role: 'group', 'aria-label': words.live.controls },
    turnButton([shape('M6 5l8 7-8 7zM18 5v14'), words.live.skip], 'live.next', speaker,
      { id: 'next', class: 'button primary', disabled: isBusy, 'aria-keyshortcuts': pressed(state, 'n') }),
    turnButton(words.live.more, 'live.extend', speaker,
      { 'aria-label': words.live.moreLabel, disabled: isBusy || !canExtend(meeting, at), 'aria-keyshortcuts': pressed(state, '+') }),
    button([shape('M9 6v12M15 6v12'), h('span', {}, words.live.pause)], { type: 'live.pause' },
      { class: 'button pause', 'aria-label': words.live.pause, disabled: isBusy, 'aria-keyshortcuts': pressed(state, 'p') }),
    h('button', { type: 'button', class: 'button others', popovertarget: 'others', 'aria-label': words.live.others },
      shape('M6 12h.01M12 12h.01M18 12h.01')),
    h('menu', { id: 'others', popover: 'auto' },
      h('li', {}, turnButton([shape('M4 7h10M4 12h7M4 17h7M17 5v13M14 15l3 3 3-3'), words.live.laterLabel], 'live.postpone', speaker,
        { ...item, disabled: isBusy || !people[speaker + 1], 'aria-keyshortcuts': pressed(state, 'l') })),
      h('li', {}, button([icon('stop'), words.live.finish], { type: 'live.end' },
        { ...item, disabled: isBusy, 'aria-keyshortcuts': pressed(state, 'e') })),
      h('li', {}, button([shape('M4 7h16v10H4zM8 14h8M8 10h.01M12 10h.01M16 10h.01'), sheets.help.title], { type: 'key', key: '?' }, item))));
}

/**
 * Returns the keyboard shortcut of a button, unless the person turned them off.
 * @param {State} state @param {string} key
 */
const pressed = ({ keys }, key) => (keys ? undefined : key);

/** Properties of a button in a menu, which it closes. */
const item = { class: 'row', popovertarget: 'others', popovertargetaction: 'hide' };

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

/** @param {State} state @param {Live} meeting */
function said(state, meeting) {
  const { segments, partial, isRecording, voices, standup } = meeting;
  return h('section', { class: 'words', 'aria-label': words.live.words }, microphone(state, meeting),
    !!voices && isRecording && h('p', { class: 'small quiet' }, words.live.voices(voices)),
    (isRecording || segments.length > 0) && (segments.length || partial
      ? h('div', { class: 'scroll', tabindex: '0', role: 'log', 'aria-live': 'off', 'aria-label': words.live.words },
      h('div', {}, correctable(state, segments, standup.language), partial && h('p', { class: 'partial', dir: 'auto', lang: standup.language }, h('em', {}, partial))))
      : h('p', { class: 'scroll quiet' }, words.live.silence)));
}

/**
 * Shows the alert over the meeting, which is a question to all participants that is answered once.
 * @param {State} state @param {Place} place @returns {Child}
 */
export function alert(state, place) {
  const open = liveOf(state, standupOf(place) ?? '')?.alert;
  if (!open) return null;
  const { title, message } = texts(open.name, { ...open, who: asker(state, place) });
  const may = mayChange(state);
  /** @type {Action} */
  const leave = { type: 'leave' };
  return question(`meeting-${open.name}`, title, may ? message : `${message} ${words.live.waits}.`, [
    ...open.actions.map((action, index) => ({
      label: answers[action], hint: pressed(state, String(index + 1)), action: /** @type {Action} */ ({ type: 'live.answer', action }),
      isDestructive: action === 'discard', isDisabled: state.isAnswering || !may,
    })), { label: w.back, action: leave }], leave);
}

/**
 * Returns the name of the person who opened the alert, if it is known here: an attendee, or a member of the team.
 * @param {State} state @param {Place} place
 */
function asker(state, place) {
  const id = standupOf(place) ?? '';
  const by = liveOf(state, id)?.alert?.by;
  if (!by?.startsWith('person/')) return person('');
  const whose = by.slice(7);
  if (whose === state.me?.person) return words.live.you;
  const standup = state.standups.get(id)?.standup;
  const known = [...standup?.attendees ?? [], ...state.members.get(standup?.team ?? 'default') ?? []].find((each) => each.person === whose);
  return person(known?.name ?? '');
}
