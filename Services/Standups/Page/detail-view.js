// One standup: its settings, its attendees and its past meetings.
import { h } from '../../Gateway/Page/dom.js';
import { path } from '../../Gateway/Page/places.js';
import { liveOf, mayChange } from '../../Gateway/Page/state.js';
import { button, empty, question } from '../../Gateway/Page/view-parts.js';
import { standupNotes } from './notes-view.js';
import { meets } from './list.js';
import { attendees, order } from './people-view.js';
import { head, icon, linkRow, row, section } from '../../Gateway/Page/view-rows.js';
import { capital, day, duration, time, title, w } from '../../Gateway/Page/words.js';
import { words } from './words-form.js';

/** @param {State} state @param {string} id @param {number} depth @returns {Child} */
export function detail(state, id, depth) {
  const summary = state.standups.get(id);
  if (!summary) return [head(depth, w.notFound, { kind: 'list' }), empty(w.detail.isGone)];
  const { standup } = summary;
  const live = liveOf(state, id);
  const page = state.pages.get(id);
  const may = mayChange(state);
  const next = state.next.get(id);
  return [
    head(depth, title(standup.title), { kind: 'list' },
      may && h('a', { class: 'button', href: path({ kind: 'edit', standup: id }) }, w.detail.edit)),
    section('', [
      live || summary.live ? h('a', { class: 'row link action', href: path({ kind: 'record', standup: id }) },
        h('span', { class: 'dot' }), h('span', { class: 'grow' }, w.detail.join),
        h('span', { class: 'badge' }, meets(state, summary)), icon('go'))
        : may && button([icon('mic'),
          h('span', { class: 'grow' }, state.starting === id ? w.detail.starting : w.detail.start)],
          { type: 'live.start', standup: id }, { class: 'row action', disabled: state.starting === id }),
      may && !live && !summary.live && order(state, id),
      next && row('calendar', w.detail.next, `${day(next)}, ${time(next)}`),
      // A date without a time is midnight UTC, which is another day in the west.
      next && state.daysOff.get(id)?.slice(0, 3).map((off) => row('calendar', w.detail.dayOff(off.name), day(`${off.day}T12:00`))),
      row('clock', w.detail.length, duration(standup.durationMs)),
      standup.warnMs && row('clock', w.detail.warning, duration(standup.warnMs)),
      standup.mayRunOver && row('clock', words.overtime, words.allowed),
      h('div', { class: 'row' }, icon('target'), h('span', { class: 'grow' }, w.detail.theme),
        h('span', { class: 'themed pill', 'data-theme': standup.theme }, capital(standup.theme))),
      linkRow({ kind: 'settings', standup: id }, icon('gear'), h('span', { class: 'grow' }, w.detail.settings)),
    ], { 'aria-label': w.detail.info }),
    standupNotes(state, standup),
    !page || (page.isLoading && !page.meetings.length) ? h('p', { class: 'pad quiet' }, w.loading) : [
      section(w.detail.past, [
        page.meetings.length ? page.meetings.map((meeting) => h('a', {
          key: meeting.id, class: 'row link', href: path({ kind: 'meeting', standup: id, meeting: meeting.id }),
          'aria-current': state.place.kind === 'meeting' && state.place.meeting === meeting.id ? 'true' : null,
        }, icon('calendar'), h('span', { class: 'grow' }, day(meeting.date)),
          h('span', { class: 'quiet' }, time(meeting.date)), icon('go')))
          : h('p', { class: 'row quiet' }, w.detail.noPast),
        page.next && button(w.more, { type: 'more', standup: id }, { class: 'row plain', disabled: page.isLoading }),
      ]),
      attendees(state, standup, may && !live && !summary.live),
      may && h('div', { class: 'group danger' }, summary.live ? h('p', { class: 'row quiet' }, w.detail.busyHint)
        : h('a', { class: 'row destructive', href: path({ kind: 'deleteStandup', standup: id }) }, w.detail.delete)),
    ],
  ];
}

/** @param {State} state @param {string} id @returns {Child} */
export function deleteStandup(state, id) {
  const summary = state.standups.get(id);
  if (!summary || !mayChange(state)) return null;
  return question('deleteStandup', w.detail.deleteTitle, w.detail.deleteMessage(title(summary.standup.title)), [
    { label: w.detail.delete, action: { type: 'delete' }, isDestructive: true, isDisabled: state.isAnswering },
      { label: w.cancel, action: { type: 'up' } },
  ], { type: 'up' });
}
