// Building blocks that several screens share.
import { h } from './dom.js';
import { features } from './parts.js';
import { stack } from './places.js';
import { isAtLeast, mayChange, mayDelete } from './state.js';
import { w } from './words.js';

/** Path of the plus icon. */
export const plus = 'M12 5v14M5 12h14';

/** @param {string} d a path in a viewBox of 24 by 24 @returns {Node_} */
export const shape = (d) => h('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
  h('path', { d }));

/** @param {Child} label @param {Action} action @param {Props} [props] */
export const button = (label, action, props) => h('button', { type: 'button', click: action, ...props }, label);

/** @param {string} text @param {string} [hint] */
export const empty = (text, hint) => h('div', { class: 'empty' }, h('p', {}, text),
  hint && h('p', { class: 'quiet' }, hint));

/** Shown in place of a part of a column that is being read. */
export const waiting = h('p', { class: 'quiet pad' }, w.loading);

/**
 * Shows an error of the place.
 * @param {string | undefined | false} text @returns {Child}
 */
export const problem = (text) => text && h('p', { class: 'problem pad', role: 'alert' }, text);

/**
 * Returns the text of the field that caused an event.
 * @param {Event} event
 */
export const value = (event) => /** @type {HTMLInputElement} */ (event.target).value;

/** @param {number} depth */
export const loading = (depth) => h('h1', { id: `heading-${depth}`, tabindex: '-1', class: 'quiet pad' }, w.loading);

/**
 * Shows links to the places of the features, and the person who is signed in.
 * @param {State} state
 */
export function foot(state) {
  const above = stack(state.place).map(({ kind }) => kind);
  const links = features.flatMap(({ places = {} }) => Object.entries(places))
    .filter(([, { link }]) => link && isAtLeast(state, link));
  return h('div', { class: 'foot' },
    h('ul', { class: 'links' },
      links.map(([kind, { path, title }]) => h('li', {},
        h('a', { href: path, 'aria-current': above.some((each) => each === kind) ? 'page' : null }, title))),
      mayChange(state) && h('li', {}, button(w.foot.import,
        { type: 'sheet', sheet: { kind: 'import', isBusy: false, problem: '' } }, { class: 'plain' })),
      mayDelete(state) && h('li', {}, h('a', { href: '/api/export', download: true }, w.foot.export))),
    state.me && h('p', { class: 'quiet' }, w.foot.you(state.me.name, state.me.role), ' ',
      // Only a browser with a session of its own can pass it on.
      !state.me.session?.startsWith('proxy/') && button(w.foot.phone, { type: 'sheet', sheet: { kind: 'phone' } }, { class: 'plain' }),
      button(w.foot.sound, { type: 'sheet', sheet: { kind: 'sound' } }, { class: 'plain' }),
      button(w.foot.keys, { type: 'key', key: '?' }, { class: 'plain' }),
      button(w.foot.language, { type: 'sheet', sheet: { kind: 'language' } }, { class: 'plain' }),
      state.me.person && button(w.foot.notify, { type: 'sheet', sheet: { kind: 'notify', result: '' } }, { class: 'plain' }),
      button(w.foot.logout, { type: 'logout' }, { class: 'plain' })));
}
