// Sign-in.
import { h } from './dom.js';
import { path } from './places.js';
import { handlers as languageHandlers, languageForm } from './view-language.js';
import { w } from './words.js';
import { words } from './words-later.js';

/** @returns {Effect[]} */
export const enter = () => [{ type: 'request', path: '/api/sign-in', as: { type: 'providers' } }];

/** @type {Handlers} */
export const handlers = {
  ...languageHandlers,
  code: (state, { code }) => [{ type: 'login', code: code.replace(/^.*login=/, '').trim() }],
  providers(state, { reply }) {
    // Without the list, a link still works.
    const providers = reply?.providers ?? [];
    state.providers = providers;
    return [{ type: 'focus', id: providers.length ? 'heading-1' : 'code' }];
  },
};

/** Maximum length of the path to which a provider leads back; a long search does not fit. */
const maxPath = 1024;

/**
 * Links to the providers, each of which leads back to the place.
 * @param {State} state
 */
function accounts({ providers = [], place }) {
  const to = path(place);
  const query = to.length <= maxPath ? `?to=${encodeURIComponent(to)}` : '';
  return providers.map(({ name, label, path }) => h('p', { key: name },
    h('a', { class: providers.length === 1 ? 'button primary' : 'button', href: path + query }, words.login.with(label))));
}

/** @param {State} state @returns {Child} */
export function view(state) {
  const { entryProblem, providers, place } = state;
  // Nothing may move when the providers are known.
  if (!providers) return h('main', { class: 'entry' }, h('p', { class: 'quiet', role: 'status' }, w.loading));
  const problem = entryProblem || (place.kind === 'nowhere' && place.problem);
  return h('main', { class: 'entry' }, h('div', { class: 'card' },
    h('h1', { id: 'heading-1', tabindex: '-1' }, w.app),
    problem && h('p', { class: 'problem', role: 'alert' }, problem),
    accounts(state),
    h('p', {}, providers.length > 0 && [words.login.others, ' '], words.login.hint),
    h('p', {}, words.login.own, ' ', h('code', {}, 'standups web')),
    h('form', { submit: (event) => {
      event.preventDefault();
      const input = /** @type {HTMLInputElement} */ (document.getElementById('code'));
      return input.value.trim() ? { type: 'code', code: input.value } : null;
    } }, h('label', { for: 'code' }, words.login.code),
      h('input', { id: 'code', autocomplete: 'off', spellcheck: 'false' }),
      h('button', { class: providers.length ? '' : 'primary' }, words.login.go)),
    languageForm()));
}
