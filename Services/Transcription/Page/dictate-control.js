// The button that dictates a written update: consent, push-to-talk, and the words that arrive.
import { h } from '../../Gateway/Page/dom.js';
import { tell } from '../../Gateway/Page/navigate.js';
import { button } from '../../Gateway/Page/view-parts.js';
import { dismiss, icon, question } from '../../Gateway/Page/view-rows.js';
import { words } from './dictate-words.js';
import { words as shared } from './words.js';

/** @type {NonNullable<Part['perform']>} */
export const perform = (effect, send, state) => import('./dictation.js').then((it) => it.perform(effect, send, state));

/**
 * @param {State} state @param {string} standup @param {boolean} isPressed true while the button is pressed
 * @returns {Effect[]}
 */
function begin(state, standup, isPressed) {
  const attendee = state.writing.get(standup)?.attendee;
  if (!attendee) return [];
  const number = (state.dictations ?? 0) + 1;
  state.dictations = number;
  state.dictating = { standup, attendee, number, isPressed, state: 'opening', partial: '' };
  return [{ type: 'perform', part: 'detail', do: 'dictate' }];
}

/**
 * Appends recognised lines to a text.
 * @param {string} text @param {string[]} lines
 */
export const joined = (text, lines) => lines.reduce((all, line) => all + (!all || /\s$/.test(all) ? '' : ' ') + line, text);

/**
 * True if the person of the session has agreed; another one may have logged in since.
 * @param {State} state
 */
const hasAgreed = ({ me, agreedToDictate }) => !!me?.person && agreedToDictate === me.person;

/** @type {Handlers} */
export const handlers = {
  // Push-to-talk: a press begins, and its release ends the dictation if it was long.
  'dictate.press'(state, { standup }) {
    if (state.dictating || !hasAgreed(state) || !state.hasMicrophone) return [];
    return begin(state, standup, true);
  },
  'dictate.released'({ dictating }, { dictation }) {
    if (dictating && dictating.number === dictation) dictating.isPressed = false;
    return [];
  },
  'dictate.click'(state, { standup, isAgreed }) {
    const { dictating } = state;
    if (state.sheet?.kind === 'dictate') state.sheet = null;
    // The click of the press that began it.
    if (dictating?.isPressed) {
      dictating.isPressed = false;
      return [];
    }
    if (dictating) return [{ type: 'perform', part: 'detail', do: 'dictate.end' }];
    if (!state.hasMicrophone) return tell(shared.insecure, true);
    if (isAgreed) state.agreedToDictate = state.me?.person;
    if (!hasAgreed(state)) {
      state.sheet = { kind: 'dictate', standup };
      return [];
    }
    return begin(state, standup, false);
  },
  dictated(state, { dictation, lines = [], partial, state: next, problem }) {
    const { dictating } = state;
    if (!dictating || dictating.number !== dictation) return [];
    const draft = state.writing.get(dictating.standup);
    const isTheirs = draft?.attendee === dictating.attendee;
    if (draft && isTheirs && lines.length) draft.text = joined(draft.text, lines);
    if (partial !== undefined) dictating.partial = partial;
    if (next !== 'over') {
      if (next) dictating.state = next;
      return [];
    }
    state.dictating = null;
    if (problem) return tell(problem, true);
    return isTheirs ? [{ type: 'announce', text: words.ended }, { type: 'focus', id: 'update', ifLost: true }] : [];
  },
};

/** @type {NonNullable<Part['sheets']>} */
export const sheets = {
  dictate: (_, sheet) => question('dictate', words.consent.title,
    h('div', {}, h('p', {}, words.consent.text), h('p', {}, words.consent.keys)), [
      { label: words.consent.start, action: { type: 'dictate.click', standup: sheet.kind === 'dictate' ? sheet.standup : '', isAgreed: true } },
      { label: words.consent.later, action: dismiss },
    ], dismiss),
};

/**
 * Shows the button that dictates the update of the person who is signed in, and the words that are being spoken.
 * @param {State} state @param {string} standup @param {Attendee | undefined} attendee whose update it is @returns {Child}
 */
export function dictation({ me, dictating }, standup, attendee) {
  if (!me?.person || attendee?.person !== me.person) return null;
  const own = dictating?.standup === standup ? dictating : null;
  const label = !own ? words.start : own.state === 'opening' ? words.opening : own.state === 'ending' ? words.ending : words.stop;
  const press = { type: 'dictate.press', standup };
  return h('div', { class: 'pad', key: 'dictate' },
    button([icon('mic'), label], { type: 'dictate.click', standup }, { id: 'dictate', class: own ? 'button on' : 'button',
      'aria-pressed': String(!!own), disabled: own?.state === 'ending', pointerdown: press,
      keydown: (event) => (/** @type {KeyboardEvent} */ (event).key === ' ' && !/** @type {KeyboardEvent} */ (event).repeat ? press : null) }),
    own && h('p', { class: 'partial', dir: 'auto' }, own.partial),
    h('p', { class: 'quiet small' }, words.hint));
}
