// List of standups, with links to everything else.
import { h, lazy } from './dom.js';
import { parts } from './parts.js';
import { path, stack } from './places.js';
import { mayChange, standupOf } from './state.js';
import { button, empty, find, plus, shape } from './view-parts.js';
import { day, duration, time, title, w } from './words.js';

/** @param {State} state @returns {Child} */
export function list(state) {
  const chosen = standupOf(state.place);
  return [
    h('div', { class: 'head' }, h('h1', { id: 'heading-1', tabindex: '-1' }, w.list.title),
      h('div', { class: 'tools' },
        mayChange(state) && h('a',
        { class: 'round', href: '/standups/new', 'aria-label': w.list.add, title: w.list.add }, shape(plus)))),
    find(state, 'search'),
    state.unreadable[0] && h('p', { class: 'problem' }, w.list.unreadable, state.unreadable.slice(0, 9).join(', ')),
    state.standups.size ? h('ul', { class: 'cards' }, [...state.standups.values()].map((summary) =>
      lazy(summary.standup.id, [summary, chosen === summary.standup.id, state.next.get(summary.standup.id), meets(state, summary)],
        () => card(summary, chosen === summary.standup.id, state.next.get(summary.standup.id), meets(state, summary)))))
      : empty(w.list.none, mayChange(state) ? w.list.noneHint : ''),
    parts.cells?.view(state, { kind: 'list' }, 1),
    foot(state),
  ];
}

/**
 * Describes the state of a meeting, including that it is paused for everyone.
 * @param {State} state @param {Summary} summary
 */
export function meets(state, { live }) {
  const alert = state.live.get(live ?? '')?.alert;
  return alert ? (alert.name === 'paused' ? w.list.paused : w.list.held) : w.list.live;
}

/**
 * @param {Summary} summary
 * @param {boolean} isChosen
 * @param {string} [next] time of the next meeting
 * @param {string} [meeting] state of the live meeting, if there is one
 * @param {string | null} [href] link, also to another cell; null if it is unknown
 */
export const card = ({ standup, live }, isChosen, next, meeting = w.list.live, href = path({ kind: 'standup', standup: standup.id })) => h('li', {},
  h('a', { class: 'card themed', 'data-theme': standup.theme, href,
    'aria-current': isChosen ? 'true' : null },
    h('span', { class: 'title' }, title(standup.title)),
    h('span', { class: 'facts' },
      h('span', { class: 'people' }, h('span', { class: 'hidden' }, w.list.people(standup.attendees.length)),
        h('span', { 'aria-hidden': 'true' }, standup.attendees.length)),
      live ? h('span', { class: 'badge' }, meeting)
        : next && h('time', { datetime: next, title: w.detail.next }, day(next), ' ', time(next)),
      h('span', { class: 'length' }, duration(standup.durationMs)))));

/** @param {State} state */
function foot(state) {
  const { place } = state;
  const isOperator = mayChange(state);
  const to = (/** @type {'focus' | 'health' | 'services' | 'bindings' | 'dead-letters'} */ kind) => h('li', {},
    h('a', { href: path({ kind }), 'aria-current': stack(place).some((each) => each.kind === kind) ? 'page' : null },
      kind === 'focus' ? w.list.focus : w.tools[kind]));
  return h('div', { class: 'foot' },
    h('ul', { class: 'links' }, to('focus'),
      isOperator && [to('health'), to('services'), to('bindings'), to('dead-letters'),
      h('li', {}, button(w.tools.import, { type: 'sheet', sheet: { kind: 'import', isBusy: false, problem: '' } },
        { class: 'plain' })),
      h('li', {}, h('a', { href: '/api/export', download: true }, w.tools.export))]),
    state.me && h('p', { class: 'quiet' }, w.tools.you(state.me.name, state.me.role), ' ',
      button(w.tools.logout, { type: 'logout' }, { class: 'plain' })));
}
