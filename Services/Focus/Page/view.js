// Views of focus sessions.
import { h } from '../../Gateway/Page/dom.js';
import { path } from '../../Gateway/Page/places.js';
import { arcs } from '../../Gateway/Page/ring.js';
import { mayChange } from '../../Gateway/Page/state.js';
import { button, empty, value } from '../../Gateway/Page/view-parts.js';
import { head, icon, linkRow, row, section, titleOf } from '../../Gateway/Page/view-rows.js';
import { duration, left, moment, w } from '../../Gateway/Page/words.js';
import { words } from './words.js';

/** @param {State} state @param {number} depth @returns {Child} */
export function focus(state, depth) {
  const { focus } = state;
  const at = focus?.isRunning ? Math.min(focus.durationMs, focus.elapsedMs + state.now - focus.at) : 0;
  const may = mayChange(state);
  return [
    head(depth, titleOf('focus'), { kind: 'list' }),
    h('form', { class: 'focus',
      submit: (event) => { event.preventDefault(); return may ? { type: 'focus.toggle' } : null; } },
      h('div', { class: 'ring' },
        h('svg', { viewBox: '0 0 200 200', 'aria-hidden': 'true' },
          arcs(focus?.durationMs ?? 1, 1,
          at).map(({ path, share }) => [h('path', { class: 'track', d: path, pathLength: '1' }),
          h('path', { class: 'fill', d: path, pathLength: '1',
            style: { 'stroke-dashoffset': String(1 - share), visibility: share ? 'visible' : 'hidden' } })])),
        h('div', { class: 'inside' },
          h('p', { class: 'clock', role: 'timer', 'aria-live': 'off' },
          left((focus?.durationMs ?? 0) - at - (focus?.isRunning ? 0 : 999))),
          focus?.isRunning && h('p', {}, words.running))),
      may && [h('label', { for: 'focus-title' }, words.label),
        h('input', { id: 'focus-title', value: state.focusTitle, disabled: !!focus?.isRunning, maxlength: '200',
          autocomplete: 'off', input: (event) => ({ type: 'focus.title',
          text: value(event) }) }),
        h('button', { class: 'primary', disabled: !focus || (!focus.isRunning && !state.focusTitle.trim()) },
          focus?.isRunning ? words.stop : words.start)]),
    state.focusItems && focus
      && section(words.items,
      [items(state, 5), linkRow({ kind: 'focusItems' }, h('span', { class: 'grow' }, words.all))]),
  ];
}

/** @param {State} state @param {number} [most] @returns {Child} */
function items({ focusItems }, most = 100) {
  if (!focusItems?.length) return h('p', { class: 'row quiet' }, focusItems ? words.none : w.loading);
  return focusItems.slice(0,
    most).map((item) => h('a', { key: item.id, class: 'row link', href: path({ kind: 'focusItem', item: item.id }) },
    h('span', { class: 'grow' }, item.title), h('span', { class: 'quiet' }, duration(item.seconds * 1000)),
      icon('go')));
}

/** @param {State} state @param {number} depth @returns {Child} */
export const focusItems = (state, depth) => [head(depth, words.items, { kind: 'focus' }), section('', items(state))];

/** @param {State} state @param {string} id @param {number} depth @returns {Child} */
export function focusItem(state, id, depth) {
  const item = state.focusItems?.find((each) => each.id === id);
  if (!item) return [head(depth, words.item, { kind: 'focusItems' }),
    empty(state.focusItems ? words.isGone : w.loading)];
  return [head(depth, item.title, { kind: 'focusItems' }),
    section('', [row('clock', words.lasted, duration(item.seconds * 1000)),
      row('calendar', words.when, moment(item.date))]),
    mayChange(state) && h('div', { class: 'group danger' },
      button(words.delete, { type: 'focus.delete', id }, { class: 'row destructive' }))];
}
