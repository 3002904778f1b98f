// This browser's microphone in a live meeting, which records the room or the person: its buttons, and its actions.
import { h } from '../../Gateway/Page/dom.js';
import { tell } from '../../Gateway/Page/navigate.js';
import { mayChange } from '../../Gateway/Page/state.js';
import { button } from '../../Gateway/Page/view-parts.js';
import { icon } from '../../Gateway/Page/view-rows.js';
import { seen } from '../../Standups/Page/live.js';
import { handlers as openHandlers, isOwnOn } from './elsewhere.js';
import { handlers as ownHandlers, ownButton, ownControls } from './own-control.js';
import { words as own } from './own-words.js';
import { words } from './words.js';

/** Time without words after which a meeting counts as silent, in milliseconds. See `LiveView` in Swift. */
const quietMs = 30_000;

/**
 * True while words are recognised in a meeting, regardless of the sender. It is not derived from this browser's audio,
 * which may be silent.
 * @param {Live} live @param {number} now
 */
export const isHeard = ({ heardAt }, now) => now - heardAt < quietMs;

/** @type {Handlers} */
export const handlers = {
  ...openHandlers,
  ...ownHandlers,
  'mic.open'(state, { take }) {
    const live = seen(state);
    if (!live) return [];
    if (!state.hasMicrophone) return tell(words.insecure, true);
    state.mic = { state: 'opening', meeting: live.id };
    return [{ type: 'microphone', do: 'open', meeting: live.id, take: !!take, startedAt: live.startedAt ?? live.at, me: state.me }];
  },
};

/**
 * Shows the problems of the signals of all microphones, for everyone alike.
 * @param {State} state @param {Live} meeting @returns {Child[]}
 */
function signals({ now }, { signals = new Map(), standup }) {
  return [...signals].map(([person, { problem, at }]) => {
    if (!problem || now - at >= quietMs) return null;
    const name = person && standup.attendees.find((each) => each.person === person)?.name;
    return h('p', { class: 'signal', key: `signal ${person}` }, name && [h('bdi', {}, name), ': '], h('strong', {}, words.signal[problem]));
  });
}

/** @param {State} state @param {Live} meeting */
export function microphone(state, meeting) {
  const { mic } = state;
  if (!meeting.isRecording) return h('p', { class: 'mic quiet' }, words.notRecorded);
  const note = h('p', { class: 'small', role: 'status' }, !state.hasMicrophone ? words.insecure : mic.meeting === meeting.id && mic.note);
  const problems = signals(state, meeting);
  if (isOwnOn(state, meeting.id)) return h('div', { class: 'mic' }, ownControls(state), problems, note);
  const isHere = mic.meeting === meeting.id && !mic.isOwn;
  const isOn = isHere && (mic.state === 'on' || mic.state === 'waiting');
  const isSound = isHeard(meeting, state.now);
  const label = isSound ? words.recording : words.noSound;
  return h('div', { class: 'mic' },
    h('p', {}, h('span', { class: isSound ? 'dot' : 'dot off' }), ' ', isOn ? (mic.hasNoAudio ? own.noAudio : words.on) : label),
    problems,
    mayChange(state) && (isOn || (isHere && mic.state === 'opening')
      ? button([icon('mic'), isOn ? words.stop : words.opening], { type: 'mic.close' }, { class: 'button on' })
      : button([icon('mic'), isHere && mic.state === 'other' ? words.take : words.start],
        { type: 'mic.open', take: isHere && mic.state === 'other' },
        { class: 'button', disabled: !state.hasMicrophone })),
    mayChange(state) && !isOn && ownButton(state, meeting),
    note);
}
