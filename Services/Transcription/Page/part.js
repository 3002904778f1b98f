// The recording setting of a standup.
import { h } from '../../Gateway/Page/dom.js';
import { command, tell } from '../../Gateway/Page/navigate.js';
import { isOld, mayChange, standupOf } from '../../Gateway/Page/state.js';
import { button } from '../../Gateway/Page/view-parts.js';
import { head, section } from '../../Gateway/Page/view-rows.js';
import { w } from '../../Gateway/Page/words.js';
import { readVoice, voice, voiceHandlers } from '../../People/Page/voice.js';
import { liveOf } from '../../Standups/Page/live.js';
import { words } from './words.js';

/** @param {State} state @param {string} standup */
function read(state, standup) {
  const language = state.standups.get(standup)?.standup.language;
  return command('transcription.authorization', { subject: standup, ...(language && { language }) },
    { type: 'settings.read', standup });
}

/** @param {State} state @param {Place} place @returns {Effect[]} */
export const enter = (state, place) => (place.kind === 'settings' ? [read(state, place.standup), ...readVoice(state)] : []);

/** @type {Handlers} */
export const handlers = {
  ...voiceHandlers,
  'settings.read'(state, { standup, reply, error, after }) {
    if (!reply) return tell(error.message, true);
    if (isOld(state, 'standup', standup, after)) return [read(state, standup)];
    state.settings.set(standup, reply);
    return [];
  },
  'settings.set'(state, { isGranted }) {
    if (state.place.kind !== 'settings') return [];
    const { standup } = state.place;
    return [command('transcription.authorize', { subject: standup, ...(isGranted !== null && { isGranted }) },
      { type: 'settings.read', standup })];
  },
};

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
export function view(state, place, depth) {
  const standup = standupOf(place) ?? '';
  const known = state.settings.get(standup);
  const choice = (/** @type {string} */ label, /** @type {boolean | null} */ isGranted, /** @type {string} */ status) =>
    button(label, { type: 'settings.set', isGranted },
      { class: 'row choice', 'aria-pressed': String(known?.status === status),
      disabled: known?.status === 'restricted' });
  return [
    head(depth, words.settings.title, { kind: 'standup', standup }),
    h('p', { class: 'pad', role: 'status' }, known ? words.settings.status[known.status] : w.loading, ' ', known?.reason,
      ' ', liveOf(state, standup)?.isRecording && words.settings.now),
    known && mayChange(state)
      && section('', [choice(words.settings.allow, true, 'authorized'), choice(words.settings.deny, false, 'denied'),
      choice(words.settings.ask, null, 'notDetermined')]),
    known && h('p', { class: 'quiet pad' }, words.settings.hint),
    known && voice(state),
  ];
}
