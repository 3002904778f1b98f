// One standup: its settings, its attendees and its past meetings, and the actions that delete it or
// start its meeting.
import { h } from '../../Gateway/Page/dom.js';
import { command, go, tell, up } from '../../Gateway/Page/navigate.js';
import { path } from '../../Gateway/Page/places.js';
import { mayChange, mayDelete, standupOf } from '../../Gateway/Page/state.js';
import { button, empty, waiting } from '../../Gateway/Page/view-parts.js';
import { head, icon, linkRow, question, row, section } from '../../Gateway/Page/view-rows.js';
import { day, duration, moment, time, title, w } from '../../Gateway/Page/words.js';
import { readSchedule } from '../../Schedule/Page/part.js';
import { handlers as dictateHandlers } from '../../Transcription/Page/dictate-control.js';
import { note, readLive, takeLive } from './events.js';
import { meets, pinned, pinner } from './list.js';
import { liveOf } from './live.js';
import { noteEvents, noteHandlers, readNotes, standupNotes } from './notes.js';
import { attendees, chosen, endOf, order } from './people.js';
import { readUpdates, updateEvents, updateHandlers } from './updates.js';
import { standupUpdates } from './updates-view.js';
import { words as list } from './words.js';
import { languageName, words } from './words-later.js';

export { perform, sheets } from '../../Transcription/Page/dictate-control.js';

/** @type {Record<string, EventHandler>} */
export const events = { ...noteEvents, ...updateEvents };

/** @param {State} state @param {Place} place @returns {Effect[]} */
export const enter = (state, place) => (place.kind !== 'standup' ? []
  : [...readNotes(state, place.standup), ...readUpdates(state, place.standup), ...(state.next.has(place.standup) ? [readSchedule(place.standup)] : [])]);

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
export const view = (state, place, depth) => detail(state, 'standup' in place ? place.standup : '', depth);

/**
 * Sets the last day of an absence. Clearing the field has no effect; the button “Back” ends an absence.
 * @param {State} state @param {string} standup @param {string} id @param {string} day @returns {Effect[]}
 */
function setAbsence(state, standup, id, day) {
  if (!day) return [];
  if (!(endOf(day) > state.now)) return tell(words.people.past, true);
  return [{ type: 'act', action: { type: 'absent.set', standup, id, day } }];
}

/** Maximum number of pinned standups of a person, and of persons of one browser; the oldest ones give way. */
const maxPins = 100;
const maxPeople = 20;

/** @type {Handlers} */
export const handlers = {
  ...noteHandlers,
  ...updateHandlers,
  ...dictateHandlers,
  delete(state) {
    if (state.place.kind !== 'deleteStandup' || state.isAnswering) return [];
    state.isAnswering = true;
    return [command('standups.delete', { id: state.place.standup }, { type: 'deleted' })];
  },
  deleted(state, { error }) {
    state.isAnswering = false;
    // If the standup was deleted, the event about it closes the place.
    return error && error.code !== 'not_found' && state.place.kind === 'deleteStandup'
      ? [...up(state), ...tell(error.message, true)] : [];
  },

  pin(state, { standup, isPinned }) {
    const own = pinner(state);
    const left = pinned(state).filter((id) => id !== standup);
    const others = Object.entries(state.pins).filter(([person]) => person !== own).slice(1 - maxPeople);
    state.pins = Object.fromEntries([...others, [own, isPinned ? [...left, standup].slice(-maxPins) : left]]);
    return [{ type: 'remember', name: 'pins', value: JSON.stringify(state.pins) }];
  },
  archive: (_state, { standup, isArchived }) => [command('standups.edit', { id: standup, isArchived }, { type: 'archived', standup, isArchived })],
  archived(state, { standup, isArchived, reply, error }) {
    if (error) return tell(error.message, true);
    const offer = { label: words.detail.undo, action: { type: 'archive.undo', standup, isArchived: !isArchived } };
    const text = (isArchived ? words.detail.archived : words.detail.unarchived)(title(reply.title));
    return [{ type: 'act', action: { type: 'notice', text, offer } }];
  },
  'archive.undo'(state, { standup, isArchived }) {
    state.notices = state.notices.filter(({ offer }) => offer?.action.type !== 'archive.undo' || offer.action.standup !== standup);
    return [command('standups.edit', { id: standup, isArchived }, { type: 'archive.undone' })];
  },
  'archive.undone': (_state, { error }) => (error ? tell(error.message, true) : []),

  'lineup.order'(state, { standup, order }) {
    state.lineups.set(standup, { here: {}, ...state.lineups.get(standup), order });
  },
  'lineup.set'(state, { standup, id, isHere }) {
    const lineup = state.lineups.get(standup) ?? { order: 'listed', here: {} };
    state.lineups.set(standup, { ...lineup, here: { ...lineup.here, [id]: isHere } });
  },
  'absent.set'(state, { standup, id, day }) {
    const lineup = state.lineups.get(standup);
    // The announced absence now replaces the earlier choice.
    if (lineup) delete lineup.here[id];
    const untilMs = endOf(day);
    return [Number.isNaN(untilMs) ? command('standups.present', { id: standup, attendee: id }, { type: 'absent.saved' })
      : command('standups.absent', { id: standup, attendee: id, untilMs }, { type: 'absent.saved' })];
  },
  'absent.typing'(state, { id }) {
    if (state.absence?.id !== id) state.absence = { id };
  },
  'absent.change'(state, { standup, id, day }) {
    const { absence } = state;
    if (!absence || absence.id !== id) return setAbsence(state, standup, id, day);
    Object.assign(absence, { day });
    return [];
  },
  'absent.typed'(state, { standup, id }) {
    const { absence } = state;
    state.absence = null;
    return absence && absence.id === id ? setAbsence(state, standup, id, absence.day ?? '') : [];
  },
  // The new state arrives as an event.
  'absent.saved': (state, { error }) => (error ? tell(error.message, true) : []),

  'live.start'(state, { standup }) {
    if (state.starting) return [];
    state.starting = standup;
    const known = state.standups.get(standup)?.standup;
    const lineup = known ? chosen(known, state.lineups.get(standup), state.now) : {};
    return [command('meetings.start', { standup, ...lineup }, { type: 'live.started', standup })];
  },
  'live.started'(state, { standup, reply, error, after }) {
    state.starting = '';
    /** @type {Effect[]} */
    const effects = [];
    if (reply) {
      // The attendance was chosen only for this meeting, but the order is kept for the next one.
      const lineup = state.lineups.get(standup);
      if (lineup) state.lineups.set(standup, { ...lineup, here: {} });
      effects.push(...takeLive(state, reply, after));
    }
    // Another person started a meeting first, so show that meeting.
    else if (error.code === 'conflict' && error.detail?.meeting) {
      effects.push(readLive(error.detail.meeting));
      note(state, standup, error.detail.meeting);
    } else return tell(error.message, true);
    const { place } = state;
    const isHere = 'standup' in place && place.standup === standup;
    return isHere ? [...effects,
      ...go(state, { kind: 'record', standup }, place.kind === 'standup' ? 'push' : 'replace')] : effects;
  },
};

/** @param {State} state @param {string} id @param {number} depth @returns {Child} */
export function detail(state, id, depth) {
  const summary = state.standups.get(id);
  if (!summary) return [head(depth, w.notFound, { kind: 'list' }), empty(words.detail.isGone)];
  const { standup } = summary;
  const live = liveOf(state, id);
  const page = state.pages.get(id);
  const isUnread = !page || (page.isLoading && !page.meetings.length);
  const may = mayChange(state);
  const next = state.next.get(id);
  const isPinned = pinned(state).includes(id);
  return [
    head(depth, title(standup.title), { kind: 'list' },
      may && h('a', { class: 'button', href: path({ kind: 'edit', standup: id }) }, words.detail.edit)),
    section('', [
      live || summary.live ? h('a', { class: 'row link action', href: path({ kind: 'record', standup: id }) },
        h('span', { class: 'dot' }), h('span', { class: 'grow' }, words.detail.join),
        h('span', { class: 'badge' }, meets(state, summary)), icon('go'))
        : standup.isArchived ? h('p', { class: 'row quiet' }, words.detail.archivedHint)
          : may && button([icon('mic'),
            h('span', { class: 'grow' }, state.starting === id ? words.detail.starting : words.detail.start)],
          { type: 'live.start', standup: id }, { class: 'row action', disabled: state.starting === id }),
      standup.isArchived && may && button([icon('save'), h('span', { class: 'grow' }, words.detail.unarchive)],
        { type: 'archive', standup: id, isArchived: false }, { class: 'row action' }),
      may && !live && !summary.live && !standup.isArchived && order(state, id),
      linkRow({ kind: 'schedule', standup: id }, icon('calendar'), h('span', { class: 'grow' }, list.next,
        // It has two lines in any case, because the schedules are known a little later.
        h('span', { class: 'quiet block small' }, standup.isArchived ? words.detail.suspended : next ? [state.pauses?.get(id), moment(next)].filter(Boolean).join('. ') : state.areTimesKnown ? words.detail.noSchedule : '…'))),
      // A date without a time means midnight UTC, which is on another day in the west.
      next && !standup.isArchived && state.daysOff.get(id)?.slice(0, 3).map((off) => row('calendar', words.detail.dayOff(off.name), day(`${off.day}T12:00`))),
      row('clock', words.detail.length, duration(standup.durationMs)),
      standup.warnMs && row('clock', words.detail.warning, duration(standup.warnMs)),
      standup.mayRunOver && row('clock', words.form.overtime, words.form.allowed),
      standup.language && row('mic', words.form.language, languageName(standup.language)),
      h('div', { class: 'row' }, icon('target'), h('span', { class: 'grow' }, words.detail.theme),
        h('span', { class: 'themed pill', 'data-theme': standup.theme }, words.themes[standup.theme])),
      summary.meetings > 0 && linkRow({ kind: 'history', standup: id }, icon('tools'), h('span', { class: 'grow' }, words.detail.history)),
      mayDelete(state) && linkRow({ kind: 'discarded', standup: id }, icon('trash'), h('span', { class: 'grow' }, words.detail.discarded)),
      linkRow({ kind: 'settings', standup: id }, icon('gear'), h('span', { class: 'grow' }, words.detail.settings)),
      !standup.isArchived && h('label', { class: 'row' }, icon('pin'), h('span', { class: 'grow' }, words.detail.pin),
        h('input', { id: 'pin', type: 'checkbox', checked: isPinned, change: { type: 'pin', standup: id, isPinned: !isPinned } })),
    ], { 'aria-label': words.detail.info }),
    standupUpdates(state, standup),
    standupNotes(state, standup),
    isUnread && !state.offline ? waiting : [
      section(words.detail.past, [
        page?.meetings.length ? page.meetings.map((meeting) => h('a', {
          key: meeting.id, class: 'row link', href: path({ kind: 'meeting', standup: id, meeting: meeting.id }),
          'aria-current': state.place.kind === 'meeting' && state.place.meeting === meeting.id ? 'true' : null,
        }, icon('calendar'), h('span', { class: 'grow' }, day(meeting.date)),
          h('span', { class: 'quiet' }, [time(meeting.date), meeting.durationMs !== undefined && duration(meeting.durationMs)].filter(Boolean).join(' · ')), icon('go')))
          : h('p', { class: 'row quiet' }, isUnread ? words.detail.offline : words.detail.noPast),
        page?.next && button(w.more, { type: 'more', standup: id }, { class: 'row plain', disabled: page.isLoading }),
      ]),
      attendees(state, standup, may && !live && !summary.live),
      may && !summary.live && !standup.isArchived && h('div', { class: 'group' },
        button(words.detail.archive, { type: 'archive', standup: id, isArchived: true }, { class: 'row action', id: 'archive' })),
      mayDelete(state) && h('div', { class: 'group danger' }, summary.live ? h('p', { class: 'row quiet' }, words.detail.busyHint)
        : h('a', { class: 'row destructive', href: path({ kind: 'deleteStandup', standup: id }) }, words.detail.delete)),
    ],
  ];
}

/**
 * Asks whether to delete the standup.
 * @param {State} state @param {Place} place @returns {Child}
 */
export function alert(state, place) {
  const summary = state.standups.get(standupOf(place) ?? '');
  if (!summary || !mayDelete(state)) return null;
  return question('deleteStandup', words.detail.deleteTitle, words.detail.deleteMessage(title(summary.standup.title)), [
    { label: words.detail.delete, action: { type: 'delete' }, isDestructive: true, isDisabled: state.isAnswering },
      { label: w.cancel, action: { type: 'up' } },
  ], { type: 'up' });
}
