// A person's own microphone in a live meeting: consent, mute, level, and the choice of the device.
import { h } from '../../Gateway/Page/dom.js';
import { tell } from '../../Gateway/Page/navigate.js';
import { button, value } from '../../Gateway/Page/view-parts.js';
import { dismiss, icon, question } from '../../Gateway/Page/view-rows.js';
import { seen } from '../../Standups/Page/live.js';
import { muteButton, ownState } from './elsewhere.js';
import { words } from './own-words.js';
import { words as shared } from './words.js';

/** Number of steps of the level meter, as in own-microphone.js, which is loaded with the microphone. */
const steps = 8;

/** @param {State} state @param {Live} meeting @returns {boolean} true if the person of the session is an attendee */
const isAttendee = ({ me }, { standup }) => !!me?.person && standup.attendees.some(({ person }) => person === me.person);

/** @type {Handlers} */
export const handlers = {
  // Asks for consent before the microphone is opened for the first time in a meeting.
  'mic.own'(state, { take, isAgreed }) {
    const live = seen(state);
    if (state.sheet?.kind === 'ownMicrophone') state.sheet = null;
    if (!live) return [];
    if (!state.hasMicrophone) return tell(shared.insecure, true);
    if (isAgreed) state.agreedTo = live.id;
    if (state.agreedTo !== live.id) {
      state.sheet = { kind: 'ownMicrophone', take: !!take };
      return [];
    }
    state.mic = { state: 'opening', meeting: live.id, isOwn: true };
    return [{ type: 'microphone', do: 'open', meeting: live.id, take: !!take, startedAt: live.startedAt ?? live.at, isOwn: true, me: state.me }];
  },
  'mic.choose': ({ mic }, { device }) => [{ type: 'microphone', do: 'choose', meeting: mic.meeting, device }],
};

/** @type {NonNullable<Part['sheets']>} */
export const sheets = {
  ownMicrophone: (_, sheet) => question('ownMicrophone', words.consent.title,
    h('div', {}, h('p', {}, words.consent.text), h('p', {}, words.consent.keys)), [
      { label: words.consent.open, action: { type: 'mic.own', isAgreed: true, take: sheet.kind === 'ownMicrophone' && sheet.take } },
      { label: words.consent.later, action: dismiss },
    ], dismiss),
};

/**
 * Shows the button that opens the person's own microphone.
 * @param {State} state @param {Live} meeting @returns {Child}
 */
export function ownButton(state, meeting) {
  if (!isAttendee(state, meeting)) return null;
  const { mic } = state;
  const isHere = !!mic.isOwn && mic.meeting === meeting.id;
  if (isHere && mic.state === 'opening') return button([icon('mic'), words.opening], { type: 'mic.close' }, { class: 'button on' });
  const take = isHere && mic.state === 'other';
  return button([icon('mic'), take ? words.take : words.start], { type: 'mic.own', take },
    { class: 'button', disabled: !state.hasMicrophone });
}

/**
 * Shows the open microphone.
 * @param {State} state @returns {Child[]}
 */
export function ownControls({ mic }) {
  const { level = 0, devices = [], device, reminds } = mic;
  return [
    h('p', { role: 'status' }, ownState(mic)),
    h('span', { class: 'level', role: 'img', 'aria-label': words.level },
      Array.from({ length: steps }, (_, index) => h('i', { class: index < level ? 'full' : null }))),
    h('div', { class: 'own' },
      muteButton(mic),
      button([icon('mic'), words.stop], { type: 'mic.close' }, { class: 'button on' })),
    devices.length > 1 && h('select', { 'aria-label': words.device, value: device,
      change: (event) => ({ type: 'mic.choose', device: value(event) }) },
    devices.map(({ id, label }, index) => h('option', { value: id, selected: id === device }, label || words.unnamed(String(index + 1))))),
    h('p', { class: 'small', role: 'alert' }, reminds && words.reminder),
  ];
}
