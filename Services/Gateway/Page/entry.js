// Sign-in.
import { h } from './dom.js';
import { w } from './words.js';
import { words } from './words-later.js';

/** @type {Handlers} */
export const handlers = {
  code: (state, { code }) => [{ type: 'login', code: code.replace(/^.*login=/, '').trim() }],
};

/** @param {State} state @returns {Child} */
export function view({ entryProblem }) {
  return h('main', { class: 'entry' }, h('div', { class: 'card' },
    h('h1', { id: 'heading-1', tabindex: '-1' }, w.app),
    entryProblem && h('p', { class: 'problem', role: 'alert' }, entryProblem),
    h('p', {}, words.login.hint),
    h('p', {}, words.login.own, ' ', h('code', {}, 'standups web')),
    h('form', { submit: (event) => {
      event.preventDefault();
      const input = /** @type {HTMLInputElement} */ (document.getElementById('code'));
      return input.value.trim() ? { type: 'code', code: input.value } : null;
    } }, h('label', { for: 'code' }, words.login.code),
      h('input', { id: 'code', autocomplete: 'off', spellcheck: 'false' }),
      h('button', { class: 'primary' }, words.login.go))));
}
