// Forms in dialogs. The document keeps the typed text of their fields, so that an error loses none of it.
import { h } from './dom.js';
import { button } from './view-parts.js';
import { dialog, dismiss } from './view-rows.js';
import { w } from './words.js';
import { words } from './words-later.js';

/**
 * Creates a dialog with a form.
 * @param {string} key
 * @param {string} title
 * @param {Child} fields
 * @param {Sheet & Busy} sheet
 * @param {string} label of the button that sends the form
 * @param {string} action type of the action, which has the values of the fields
 * @param {boolean} [isDestructive] true if the form deletes something
 */
export const form = (key, title, fields, { isBusy, problem, field }, label, action, isDestructive) => dialog(key, title, h('form', { submit: (event) => {
  event.preventDefault();
  const el = /** @type {HTMLFormElement} */ (event.target);
  /** @type {Record<string, any>} */
  const data = Object.fromEntries([...new FormData(el)].map(([name, text]) => [name, String(text).trim()]));
  // A check box that is not checked is not part of the data of a form.
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (el.querySelectorAll('[type=checkbox]'))) data[box.name] = box.checked;
  return { type: action, data };
} }, fields,
problem && !field && h('p', { class: 'problem', role: 'alert' }, problem),
h('div', { class: 'choices' }, h('button', { class: isDestructive ? 'destructive' : 'primary', disabled: !!isBusy }, isBusy ? words.busy : label),
  button(w.cancel, dismiss))), dismiss);

/**
 * Creates a field of text, which shows the error of its value.
 * @param {Sheet | Busy} sheet
 * @param {string} label
 * @param {string} name of the value
 * @param {string} [text] at first
 * @param {Props} [props]
 */
export function field(sheet, label, name, text = '', props = {}) {
  const { field, problem: any } = /** @type {Busy} */ (sheet);
  const problem = field === name && any;
  const { 'aria-describedby': hint, ...rest } = props;
  return [h('label', { key: name }, label, h('input', { name, autocomplete: 'off', ...rest,
    'aria-invalid': problem ? 'true' : null, 'aria-describedby': [hint, problem && `problem-${name}`].filter(Boolean).join(' ') || null,
    mount: (el) => { /** @type {HTMLInputElement} */ (el).value = text; } })),
  problem && h('p', { key: `problem-${name}`, id: `problem-${name}`, class: 'problem small', role: 'alert' }, problem)];
}

/**
 * Creates a choice.
 * @param {string} label
 * @param {string} name of the value
 * @param {[string | number, string][]} options
 * @param {string | number} chosen at first
 * @param {Props} [props]
 */
export const choice = (label, name, options, chosen, props) => h('label', { key: name }, label,
  h('select', { name, ...props, mount: (el) => { /** @type {HTMLSelectElement} */ (el).value = String(chosen); } },
    options.map(([value, text]) => h('option', { key: String(value), value: String(value) }, text))));

/**
 * Creates a check box.
 * @param {string} label
 * @param {string} name of the value
 * @param {boolean} isChecked at first
 * @param {Props} [props]
 */
export const check = (label, name, isChecked, props) => h('label', { key: name, class: 'check' },
  h('input', { type: 'checkbox', name, ...props, mount: (el) => { /** @type {HTMLInputElement} */ (el).checked = isChecked; } }), ' ', label);

/**
 * Begins the command of a form.
 * @param {Busy} sheet
 */
export const begin = (sheet) => Object.assign(sheet, { isBusy: true, problem: '', field: '' });

/**
 * Sets the result of a form's command. An error that names one of the form's fields is shown next to it.
 * @param {Busy} sheet
 * @param {Problem | undefined} error
 * @param {string[]} names of the fields
 * @param {string} [usual] field that caused the error if the error names none
 */
export function finish(sheet, error, names, usual = '') {
  const named = String(error?.detail?.field ?? error?.detail?.member ?? error?.detail?.path ?? '').split(/[./]/).filter(Boolean);
  Object.assign(sheet, { isBusy: false, problem: error?.message ?? '', field: names.find((name) => named.includes(name)) ?? (error ? usual : '') });
}
