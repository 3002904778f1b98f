// The choice of the language, in its sheet and in the sign-in. It applies when the page is loaded again.
import { h } from './dom.js';
import { languages } from './language.js';
import { words } from './words-later.js';

/** @type {Handlers} */
export const handlers = {
  'language.choose': (_, { language }) => [{ type: 'remember', name: 'language', value: language },
    { type: 'perform', part: 'offline', do: 'reload' }],
};

/**
 * Returns the name of a language in that language, so that people who do not read the page's can find theirs.
 * @param {string} code
 */
export function ownName(code) {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/**
 * Shows the choice with its button. A choice alone does not reload the page (WCAG 3.2.2).
 * @param {...Child} more buttons
 */
export const languageForm = (...more) => h('form', { class: 'language', submit: (event) => {
  event.preventDefault();
  return { type: 'language.choose', language: String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get('language')) };
} },
h('label', {}, words.language.label,
  h('select', { name: 'language', mount: (el) => { /** @type {HTMLSelectElement} */ (el).value = localStorage.getItem('language') ?? ''; } },
    h('option', { value: '' }, words.language.auto), languages.map((code) => h('option', { key: code, value: code, lang: code }, ownName(code))))),
h('div', { class: 'choices' }, h('button', { class: 'primary' }, words.language.use), more));
