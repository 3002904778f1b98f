// A person's own microphone that is open while the page shows another place than its meeting: its state above all columns, and
// its key.
import { h } from '../../Gateway/Page/dom.js';
import { path } from '../../Gateway/Page/places.js';
import { button } from '../../Gateway/Page/view-parts.js';
import { title } from '../../Gateway/Page/words.js';
import { seen } from '../../Standups/Page/live.js';
import { words } from './own-words.js';

/** @param {State} state @param {string} meeting */
export const isOwnOn = ({ mic }, meeting) => !!mic.isOwn && mic.meeting === meeting && (mic.state === 'on' || mic.state === 'waiting');

/** @param {State} state @returns {boolean} true if an own microphone is open, and its meeting is not shown */
const isElsewhere = (state) => isOwnOn(state, state.mic.meeting) && seen(state)?.id !== state.mic.meeting;

/** @type {Handlers} */
export const handlers = {
  'mic.mute': ({ mic }) => [{ type: 'microphone', do: 'mute', meeting: mic.meeting, isMuted: !mic.isMuted }],
  'mic.close'(state) {
    const { meeting } = state.mic;
    state.mic = { state: 'off', meeting: '' };
    return [{ type: 'microphone', do: 'stop', meeting }];
  },
};

/** @param {State} state @param {string} key @returns {Effect[]} */
export const key = (state, key) => (key === 'm' && isElsewhere(state) ? handlers['mic.mute'](state, {}) ?? [] : []);

/** @param {MicrophoneState} mic */
export const muteButton = ({ isMuted }) => button(isMuted ? words.unmute : words.mute, { type: 'mic.mute' },
  { class: 'button', 'aria-keyshortcuts': 'm', 'aria-pressed': String(!!isMuted) });

/** @param {MicrophoneState} mic @returns {Child} */
export const ownState = ({ isMuted, hasNoAudio }) => [h('span', { class: isMuted || hasNoAudio ? 'dot off' : 'dot' }), ' ',
  hasNoAudio ? words.noAudio : isMuted ? words.off : words.on];

/** @param {State} state @returns {Child} */
export function banner(state) {
  if (!isElsewhere(state)) return null;
  const { mic } = state;
  const standup = state.live.get(mic.meeting)?.standup;
  return h('section', { class: 'banner microphone', key: 'microphone', 'aria-label': words.device },
    h('p', { role: 'status' }, ownState(mic)),
    standup && h('a', { href: path({ kind: 'record', standup: standup.id }) }, h('bdi', {}, title(standup.title))),
    muteButton(mic),
    button(words.stop, { type: 'mic.close' }, { class: 'button' }),
    h('p', { class: 'small', role: 'alert' }, mic.hasNoAudio ? mic.note : mic.reminds && words.reminder));
}
