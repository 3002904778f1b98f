// Sheets over the page that are not places: the keyboard shortcuts, an import, and a link for one's own phone. Parts of features
// have their own sheets.
import { h } from './dom.js';
import { tell } from './navigate.js';
import { button } from './view-parts.js';
import { handlers as languageHandlers, languageForm } from './view-language.js';
import { dialog, dismiss, secret } from './view-rows.js';
import { time, w } from './words.js';
import { words } from './words-later.js';

/** @param {State} state @returns {Effect[]} */
export const enter = ({ sheet }) => (sheet?.kind === 'phone' && !sheet.reply
  ? [{ type: 'request', path: '/api/phone', body: {}, as: { type: 'phone.link' } }] : []);

/** @type {Handlers} */
export const handlers = {
  ...languageHandlers,
  'phone.link'(state, { reply, error }) {
    if (state.sheet?.kind === 'phone') state.sheet = { kind: 'phone', reply, problem: error?.message, copied: '' };
  },
  'notify.set': (state, { isOn }) => [{ type: 'notify', isOn }],
  'notify.done'(state, { result }) {
    if (state.sheet?.kind === 'notify') state.sheet = { kind: 'notify', result };
  },
  'keys.choose'(state, { keys }) {
    state.keys = keys;
    return [{ type: 'remember', name: 'keys', value: keys }];
  },
  'sound.choose'(state, { sound }) {
    state.sound = sound;
    return [{ type: 'remember', name: 'bell', value: sound }, { type: 'ding', isPreview: true }];
  },
  'sound.play': (_, { isWarning }) => [{ type: 'ding', isWarning, isPreview: true }],
  copy: (state, { text, field }) => [{ type: 'copy', text, field }],
  copied(state, { text }) {
    if (state.sheet && 'copied' in state.sheet) state.sheet.copied = text;
  },
  'import.begin'(state, { file, mode }) {
    if (!file || state.sheet?.kind !== 'import' || state.sheet.isBusy) return [];
    state.sheet = { kind: 'import', isBusy: true, problem: '' };
    return [{ type: 'import', file, mode }];
  },
  'import.done'(state, { reply, error }) {
    const count = (/** @type {unknown} */ value) => (Array.isArray(value) ? value.length : Number(value ?? 0));
    if (error) {
      if (state.sheet?.kind === 'import') state.sheet = { kind: 'import', isBusy: false, problem: error.message };
      return [];
    }
    state.sheet = null;
    return [{ type: 'reconnect', isFresh: true },
      ...tell(words.import.done(count(reply.created), count(reply.replaced), count(reply.kept)))];
  },
};

/** @type {Part['sheets']} */
export const sheets = {
  help: ({ keys }) => dialog('help', words.help.title, [
    h('label', { class: 'check' }, h('input', { type: 'checkbox', checked: !keys, 'aria-describedby': 'keys-hint',
      change: { type: 'keys.choose', keys: keys ? '' : 'off' } }), words.help.single),
    h('p', { id: 'keys-hint', class: 'quiet small' }, words.help.singleHint),
    h('dl', { class: 'keys' },
      words.help.keys.map(([key, text]) => h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, text)))),
    button(w.close, dismiss),
  ], dismiss),
  notify: (state, sheet) => notify(/** @type {Sheets['notify']} */ (sheet)),
  sound: (state) => sound(state),
  language: () => dialog('language', words.language.title, languageForm(button(w.cancel, dismiss)), dismiss),
  phone: (state, sheet) => phone(/** @type {Sheets['phone']} */ (sheet)),
  import: (state, sheet) => importing(/** @type {Sheets['import']} */ (sheet)),
};

/** @param {Sheets['import']} sheet @returns {Child} */
const importing = ({ isBusy, problem }) => dialog('import', words.import.title, h('form', { submit: (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const data = new FormData(form);
  return { type: 'import.begin', file: /** @type {File} */ (data.get('file')), mode: String(data.get('mode')) };
} },
h('label', {}, words.import.file,
  h('input', { type: 'file', name: 'file', accept: '.json,application/json', required: true })),
h('label', {}, words.import.mode,
  h('select', { name: 'mode' }, h('option', { value: 'refuse' }, words.import.refuse),
  h('option', { value: 'keep' }, words.import.keep), h('option', { value: 'replace' }, words.import.replace))),
problem && h('p', { class: 'problem', role: 'alert' }, problem),
h('div', { class: 'choices' },
  h('button', { class: 'primary', disabled: isBusy }, isBusy ? words.import.busy : words.import.go), button(w.cancel, dismiss))),
  dismiss);

/** @param {Sheets['notify']} sheet @returns {Child} */
const notify = ({ result }) => dialog('notify', words.notify.title, [
  h('p', {}, words.notify.hint),
  h('p', { role: 'status', class: result === 'denied' || result === 'unavailable' ? 'problem' : 'quiet' }, words.notify.results[result]),
  h('div', { class: 'choices' }, button(words.notify.on, { type: 'notify.set', isOn: true }, { class: 'primary' }),
    button(words.notify.off, { type: 'notify.set', isOn: false }), button(w.close, dismiss)),
], dismiss);

/** @param {State} state @returns {Child} */
const sound = (state) => dialog('sound', words.sound.title, [
  h('p', { class: 'quiet' }, words.sound.hint),
  h('fieldset', { class: 'options' }, h('legend', {}, words.sound.legend),
    Object.entries(words.sound.names).map(([name, label]) => h('label', { class: 'option' },
      h('input', { type: 'radio', name: 'sound', value: name, checked: state.sound === name, change: { type: 'sound.choose', sound: name } }), label))),
  state.isMuted && h('p', { class: 'quiet', role: 'status' }, words.sound.muted),
  h('div', { class: 'choices' }, button(words.sound.turn, { type: 'sound.play', isWarning: false }),
    button(words.sound.warning, { type: 'sound.play', isWarning: true }), button(w.close, dismiss, { class: 'primary' })),
], dismiss);

/** @param {Sheets['phone']} sheet @returns {Child} */
const phone = (sheet) => dialog('phone', words.phone.title, [
  h('p', {}, words.phone.hint),
  sheet.problem && h('p', { class: 'problem', role: 'alert' }, sheet.problem),
  !sheet.reply && !sheet.problem && h('p', { class: 'quiet', role: 'status' }, w.loading),
  sheet.reply && [code(sheet.reply.qr), secret(sheet, 'phone-link', words.phone.link, sheet.reply.link),
    h('p', {}, words.phone.until(time(sheet.reply.expires)))],
  h('div', { class: 'choices' }, button(w.close, dismiss)),
], dismiss);

/** Width of the light margin around a QR code, in modules (ISO/IEC 18004). */
const margin = 4;

/**
 * Draws a QR code, dark on light in every colour scheme.
 * @param {string[]} rows @returns {Child}
 */
export function code(rows) {
  const size = String(rows.length + 2 * margin);
  const dark = rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map((run) =>
    `M${(run.index ?? 0) + margin} ${y + margin}h${run[0].length}v1h-${run[0].length}z`)).join('');
  return h('svg', { class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': words.phone.qr },
    h('rect', { width: size, height: size, fill: '#fff' }), h('path', { d: dark, fill: '#000' }));
}
