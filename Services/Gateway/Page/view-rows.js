// Building blocks of screens that are loaded on demand.
import { h } from './dom.js';
import { ruleOf } from './parts.js';
import { path } from './places.js';
import { button, plus, shape } from './view-parts.js';
import { w } from './words.js';
import { words as later } from './words-later.js';

const shapes = {
  plus, back: 'M15 5l-7 7 7 7',
  clock: 'M12 7v5l3 2M12 21a9 9 0 100-18 9 9 0 000 18',
  mic: 'M12 15a3 3 0 003-3V6a3 3 0 00-6 0v6a3 3 0 003 3M6 12a6 6 0 0012 0M12 18v3',
  stop: 'M7 7h10v10H7z',
    trash: 'M5 7h14M9 7V5h6v2M7 7l1 13h8l1-13', calendar: 'M5 6h14v14H5zM5 10h14M9 4v3M15 4v3',
  go: 'M9 5l7 7-7 7', gear: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 9a2 2 0 100-4 2 2 0 000 4M8 19a2 2 0 100-4 2 2 0 000 4',
    save: 'M12 4v11M7 11l5 5 5-5M5 20h14', target: 'M12 21a9 9 0 100-18 9 9 0 000 18M12 16a4 4 0 100-8 4 4 0 000 8',
    tools: 'M4 18h4v-6H4zM10 18h4V6h-4zM16 18h4v-9h-4z',
    pin: 'M9 4h6l-1 6 3 3H7l3-3zM12 13v7',
    people: 'M9 11a3 3 0 100-6 3 3 0 000 6M3 19c0-3.300 2.700-5.500 6-5.500s6 2.200 6 5.500M16 5a3 3 0 010 5.700M17.500 13.800c2.100.7 3.500 2.500 3.500 5.200',
    person: 'M5 20c0-4 3-6 7-6s7 2 7 6M12 11a4 4 0 100-8 4 4 0 000 8', minus: 'M6 12h12',
};

/** @param {keyof typeof shapes} name */
export const icon = (name) => shape(shapes[name]);

/**
 * Creates the top of a column, with the back link, the heading and the tools.
 * @param {number} depth
 * @param {string} title
 * @param {Place} parent
 * @param {...Child} tools
 */
export const head = (depth, title, parent, ...tools) => h('div', { class: 'head' },
  h('a', { class: 'back', href: path(parent), click: back, 'aria-label': w.back }, icon('back')),
  h('h1', { id: `heading-${depth}`, tabindex: '-1' }, title), h('div', { class: 'tools' }, tools));

/**
 * Returns the title that a feature declares for a kind of place.
 * @param {string} kind
 */
export const titleOf = (kind) => ruleOf(kind)?.title ?? '';

/** @param {Event} event @returns {Action | null} */
function back(event) {
  const mouse = /** @type {MouseEvent} */ (event);
  if (mouse.ctrlKey || mouse.metaKey || mouse.shiftKey) return null;
  event.preventDefault();
  return { type: 'up' };
}

/** @param {string} title @param {Child} content @param {Props} [props] */
export const section = (title, content, props) => h('section', props ?? null, title && h('h2', {}, title),
  h('div', { class: 'group' }, content));

/** @param {keyof typeof shapes} name @param {Child} label @param {Child} value */
export const row = (name, label, value) => h('div', { class: 'row' }, icon(name), h('span', { class: 'grow' }, label),
  h('span', { class: 'quiet' }, value));

/**
 * Returns the URL of a place on the page of another cell; null if that page is unknown.
 * @param {string | undefined} web root URL of the other page, with a trailing slash
 * @param {Place} place
 */
export const there = (web, place) => (web && /^https?:\/\//.test(web) ? web + path(place).slice(1) : null);

/** @param {Place} place @param {...Child} content */
export const linkRow = (place, ...content) => h('a', { class: 'row link', href: path(place) }, content, icon('go'));

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
  // Browsers close a dialog at the second Escape in any case, but an open question has to remain
  // visible.
  close: ({ target }) => { if (isOpen(target)) show(target); },
  mount: show,
// No answer has the focus at first, so that a key that was pressed for another purpose does not
// answer the question.
}, h('h2', { id: `title-${key}`, tabindex: '-1', autofocus: true }, title), content);

/**
 * @param {string} key
 * @param {string} title
 * @param {Child} message
 * @param {{ label: string, action: Action, isDestructive?: boolean, isDisabled?: boolean, hint?: string }[]} choices
 * @param {Action | null} close
 */
export const question = (key, title, message, choices, close) => dialog(key, title, [
  typeof message === 'string' ? h('p', {}, message) : message,
  h('div', { class: 'choices' }, choices.map(({ label, action, isDestructive, isDisabled, hint }, index) =>
    button([label, hint && h('kbd', { 'aria-hidden': 'true' }, hint)], action,
      { key: label, class: isDestructive ? 'destructive' : index ? '' : 'primary', disabled: !!isDisabled }))),
], close);

/**
 * Closes the sheet.
 * @type {Action}
 */
export const dismiss = { type: 'sheet', sheet: null };

/**
 * Shows a text in a sheet, with a button that copies it.
 * @param {Sheet} sheet
 * @param {string} id
 * @param {string} label
 * @param {string} text
 */
export const secret = (sheet, id, label, text) => h('div', { class: 'secret' },
  h('label', { for: id }, label),
  h('input', { id, readonly: true, value: text, spellcheck: 'false' }),
  button(later.copy, { type: 'copy', text, field: id }),
  // It is always in the document, so that screen readers announce its text.
  h('p', { class: 'small quiet', role: 'status' }, 'copied' in sheet && sheet.copied));
