// Sheets over the page that are not places: the keyboard shortcuts and an import. Parts of features
// have their own sheets.
import { h } from './dom.js';
import { tell } from './navigate.js';
import { button } from './view-parts.js';
import { dialog, dismiss } from './view-rows.js';
import { w } from './words.js';
import { words } from './words-later.js';

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
      ...tell(words.import.done(count(reply.created), count(reply.replaced), count(reply.kept)))];
  },
};

/** @type {Part['sheets']} */
export const sheets = {
  help: () => dialog('help', words.help.title, [
    h('dl', { class: 'keys' },
      words.help.keys.map(([key, text]) => h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, text)))),
    button(w.close, dismiss),
  ], dismiss),
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
