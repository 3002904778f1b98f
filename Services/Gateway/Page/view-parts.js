// Building blocks that several screens share.
import { h } from './dom.js';
import { w } from './words.js';

/** Path of the plus icon. */
export const plus = 'M12 5v14M5 12h14';

/** @param {string} d a path in a viewBox of 24 by 24 @returns {Node_} */
export const shape = (d) => h('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
  h('path', { d }));

/** @param {Child} label @param {Action} action @param {Props} [props] */
export const button = (label, action, props) => h('button', { type: 'button', click: action, ...props }, label);

/**
 * Creates the search field.
 * @param {State} state
 * @param {string} id
 * @param {string} [label] name of the landmark; two on one screen have different names
 */
export const find = (state, id, label = w.list.search) => h('form',
  { class: 'find', role: 'search', 'aria-label': label,
  submit: (event) => { event.preventDefault(); return { type: 'search.submit' }; } }, shape('M11 18a7 7 0 100-14 7 7 0 000 14M16 16l5 5'),
  h('input', { id, type: 'search', placeholder: w.list.search, 'aria-label': w.list.search, value: state.searchText,
    maxlength: '1000',
    input: (event) => ({ type: 'search.input', text: /** @type {HTMLInputElement} */ (event.target).value }) }));

/** @param {string} text @param {string} [hint] */
export const empty = (text, hint) => h('div', { class: 'empty' }, h('p', {}, text),
  hint && h('p', { class: 'quiet' }, hint));

/** @param {number} depth */
export const loading = (depth) => h('h1', { id: `heading-${depth}`, tabindex: '-1', class: 'quiet pad' }, w.loading);

/** @param {EventTarget | null} el */
const isOpen = (el) => /** @type {Node} */ (el).isConnected;

/** @param {EventTarget | null} el */
const show = (el) => /** @type {HTMLDialogElement} */ (el).showModal();

/**
 * Creates a modal dialog, which has the focus while it is open.
 * @param {string} key
 * @param {string} title
 * @param {Child} content
 * @param {Action | null} close action of Escape; null if an answer is required
 */
export const dialog = (key, title, content, close) => h('dialog', {
  key: `dialog-${key}`, 'aria-labelledby': `title-${key}`, cancel: (event) => { event.preventDefault(); return close; },
  // Browsers close a dialog at the second Escape in any case; an open question has to stay visible.
  close: ({ target }) => { if (isOpen(target)) show(target); },
  mount: show,
// No answer has the initial focus, so that a key pressed for something else does not answer.
}, h('h2', { id: `title-${key}`, tabindex: '-1', autofocus: true }, title), content);

/**
 * @param {string} key
 * @param {string} title
 * @param {string} message
 * @param {{ label: string, action: Action, isDestructive?: boolean, isDisabled?: boolean, hint?: string }[]} choices
 * @param {Action | null} close
 */
export const question = (key, title, message, choices, close) => dialog(key, title, [
  h('p', {}, message),
  h('div', { class: 'choices' }, choices.map(({ label, action, isDestructive, isDisabled, hint }, index) =>
    button([label, hint && h('kbd', { 'aria-hidden': 'true' }, hint)], action,
      { key: label, class: isDestructive ? 'destructive' : index ? '' : 'primary', disabled: !!isDisabled }))),
], close);
