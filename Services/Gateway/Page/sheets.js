// Sheets over the page that are not places: keys, questions, an import.
import { h } from './dom.js';
import { tell } from './reduce-stream.js';
import { mayChange } from './state.js';
import { button, dialog, question } from './view-parts.js';
import { w } from './words.js';
import { alert, answers } from '../../Standups/Page/alerts.js';
import { words } from './words-sheets.js';
import { words as tools } from '../../Router/Page/words.js';

/** @type {Handlers} */
export const handlers = {
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
      ...tell(state, words.import.done(count(reply.created), count(reply.replaced), count(reply.kept)))];
  },
};

/**
 * Returns the alert over the list.
 * @param {State} state @returns {Child}
 */
export function listAlert(state) {
  const open = state.listAlert;
  // An observer cannot answer, and the question does not block them.
  if (!open || !mayChange(state)) return null;
  const { title, message } = alert(open.name, open);
  return question('listAlert', title, message, open.actions.map((action) => ({
    label: answers[action], action: { type: 'list.answer', action }, isDisabled: state.isAnswering,
  })), null);
}

/** @returns {Effect[]} */
export const enter = () => [];

/** @param {State} state @returns {Child} */
export function view(state) {
  const { sheet } = state;
  if (!sheet) return null;
  /** @type {Action} */
  const close = { type: 'sheet', sheet: null };
  switch (sheet.kind) {
    case 'help': return dialog('help', words.help.title, [
      h('dl', { class: 'keys' },
        words.help.keys.map(([key, text]) => h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, text)))),
      button(w.close, close),
    ], close);
    case 'import': return importing(sheet, close);
    case 'dropAll': return question('dropAll', tools.dropTitle, tools.dropMessage, [
      { label: tools.dropAll, action: { type: 'letters.do', action: 'drop' }, isDestructive: true },
        { label: w.cancel, action: close }], close);
    case 'discard': return question('discard', words.discard, words.discardMessage, [
      { label: answers.discard, action: { type: 'live.discard' }, isDestructive: true, isDisabled: state.isAnswering },
        { label: w.cancel, action: close }], close);
    default: return question('deleteMeeting', w.past.deleteTitle, w.past.deleteMessage, [
      { label: w.past.delete, action: { type: 'deleteMeeting' }, isDestructive: true },
        { label: w.cancel, action: close }], close);
  }
}

/** @param {Extract<Sheet, { kind: 'import' }>} sheet @param {Action} close @returns {Child} */
const importing = ({ isBusy, problem }, close) => dialog('import', words.import.title, h('form', { submit: (event) => {
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
  h('button', { class: 'primary', disabled: isBusy }, isBusy ? words.import.busy : words.import.go), button(w.cancel, close))),
  close);
