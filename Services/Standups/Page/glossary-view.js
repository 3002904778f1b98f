// Shows the glossary of a team, on the page of the team.
import { h } from '../../Gateway/Page/dom.js';
import { mayChange } from '../../Gateway/Page/state.js';
import { button, problem, value } from '../../Gateway/Page/view-parts.js';
import { icon, section } from '../../Gateway/Page/view-rows.js';
import { w } from '../../Gateway/Page/words.js';
import { maxBytes } from './glossary.js';
import { words } from './glossary-words.js';

/**
 * Shows the glossary of a team, once it was read or could not be read.
 * @param {State} state @param {string} team @returns {Child}
 */
export function glossaryOf(state, team) {
  const { glossary } = state.people;
  if (glossary?.team !== team) return null;
  const { terms, wanted } = glossary;
  const may = mayChange(state);
  return section(words.title, [
    h('p', { class: 'row quiet' }, words.hint),
    terms && (terms.length ? h('ul', {}, terms.slice(0, wanted).map((each) => row(each, may))) : h('p', { class: 'row quiet' }, words.none)),
    terms && terms.length > wanted && button(w.more, { type: 'glossary.more' }, { class: 'row plain' }),
    problem(glossary.problem),
    may && terms && form(glossary),
  ], { key: 'glossary' });
}

/** @param {GlossaryTerm} term @param {boolean} may */
const row = (term, may) => h('li', { class: 'row', key: term.term },
  h('span', { class: 'grow', dir: 'auto' }, term.term, term.soundsLike && h('span', { class: 'quiet block small' }, words.soundsLike(term.soundsLike))),
  may && button(icon('minus'), { type: 'glossary.remove', term },
    { class: 'round small destructive', 'aria-label': words.removeOf(term.term), title: words.removeOf(term.term) }));

/** @param {Glossary} glossary */
const form = ({ term, soundsLike, isSaving }) => [
  h('form', { key: 'add-term', 'aria-label': words.title, submit: (event) => {
    event.preventDefault();
    return { type: 'glossary.add' };
  } },
  h('label', { class: 'row' }, h('span', { class: 'grow' }, words.term), h('input', { id: 'glossary-term', dir: 'auto', value: term, maxlength: String(maxBytes), required: true,
    autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', input: (event) => ({ type: 'glossary.term', text: value(event) }) })),
  h('label', { class: 'row' }, h('span', { class: 'grow' }, words.sounds), h('input', { id: 'glossary-sounds', value: soundsLike, maxlength: String(maxBytes),
    autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', input: (event) => ({ type: 'glossary.sounds', text: value(event) }) })),
  h('button', { class: 'row plain', disabled: isSaving }, isSaving ? words.adding : words.add)),
  h('label', { key: 'import-terms', class: 'row' }, h('span', { class: 'grow' }, words.file, h('span', { class: 'quiet block small' }, words.fileHint)),
    h('input', { id: 'glossary-file', type: 'file', accept: '.txt,text/plain', disabled: isSaving, change: chosen })),
];

/** @param {Event} event @returns {Action | null} */
function chosen({ target }) {
  const input = /** @type {HTMLInputElement} */ (target);
  const [file] = input.files ?? [];
  // The same file can be chosen again.
  input.value = '';
  return file ? { type: 'glossary.file', file } : null;
}
