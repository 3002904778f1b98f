// Attendance, before and during a meeting: announced absences, and the choices for the next meeting.
import { h } from '../../Gateway/Page/dom.js';
import { mayChange } from '../../Gateway/Page/state.js';
import { button, shape } from '../../Gateway/Page/view-parts.js';
import { icon, section } from '../../Gateway/Page/view-rows.js';
import { day, moment, person } from '../../Gateway/Page/words.js';
import { isoDay } from '../../Gateway/Page/words-later.js';
import { connected } from './presence-view.js';
import { connection } from './presence-view.js';
import { weighty, words } from './words-later.js';

/**
 * True if an attendee has announced an absence for that time.
 * @param {Attendee} attendee @param {number} now
 */
export const isAbsent = ({ absentUntilMs }, now) => absentUntilMs !== undefined && now < absentUntilMs;

/**
 * True if an attendee takes part in the next meeting, according to the choice made here or, without one, to their
 * announced absence.
 * @param {Attendee} attendee @param {Lineup | undefined} lineup @param {number} now
 */
export const comes = (attendee, lineup, now) => lineup?.here[attendee.id] ?? !isAbsent(attendee, now);

/**
 * Returns the name of an attendee, marked if the attendee is the person who is signed in.
 * @param {State} state @param {Attendee} attendee @param {string} [name] as it is shown
 */
export const called = ({ me }, attendee, name = person(attendee.name)) => (
  attendee.person && attendee.person === me?.person ? words.people.you(name) : name);

/**
 * Returns the members of a start command for attendance and order.
 * @param {Standup} standup @param {Lineup | undefined} lineup @param {number} now
 * @returns {{ absent?: string[], present?: string[], order?: string }}
 */
export function chosen(standup, lineup, now) {
  if (!lineup) return {};
  const here = standup.attendees.filter(({ id }) => id in lineup.here);
  const absent = here.filter(({ id }) => !lineup.here[id]).map(({ id }) => id);
  const present = here.filter((each) => lineup.here[each.id] && isAbsent(each, now)).map(({ id }) => id);
  return { ...(absent.length && { absent }), ...(present.length && { present }),
    ...(lineup.order !== 'listed' && { order: lineup.order }) };
}

/**
 * Returns the end of a day in this browser's time zone, in milliseconds since 1970; NaN for an invalid day.
 * @param {string} day such as 2026-12-01
 */
export function endOf(day) {
  const [year, month, number] = day.split('-').map(Number);
  return new Date(year, month - 1, number + 1).getTime();
}

/**
 * Returns the last day of an absence in this browser's time zone, such as 2026-12-01.
 * @param {number} ms end of the absence, in milliseconds since 1970
 */
export const lastDay = (ms) => isoDay(new Date(ms - 1));

/**
 * Returns everyone in a meeting, once each: those whose turns are over, the current speaker, those whose turns are to
 * come, in their order, and those without a turn in this meeting.
 * @param {Live} live @param {Standup | undefined} standup the current standup, which may have more attendees
 * @returns {{ attendee: Attendee, is: 'done' | 'speaking' | 'next' | 'later' | 'away' }[]}
 */
export function seats({ people, speaker, standup: met }, standup) {
  const missing = new Map([...(standup?.attendees ?? []), ...met.attendees].map((each) => [each.id, each]));
  for (const { id } of people) missing.delete(id);
  const first = people.findIndex(({ id }, index) => index > speaker && id !== people[speaker]?.id);
  const turns = people.map((attendee, index) => ({ attendee,
    is: index < speaker ? 'done' : index === speaker ? 'speaking' : index === first ? 'next' : 'later' }));
  // A postponed speaker has several turns; only the one that counts now is shown.
  const counts = turns.filter(({ attendee }, index) => index === speaker || (attendee.id !== people[speaker]?.id
    && !turns.some((other, later) => later > index && other.attendee.id === attendee.id)));
  return /** @type {ReturnType<typeof seats>} */ ([...counts, ...[...missing.values()].map((attendee) => ({ attendee, is: 'away' }))]);
}

/**
 * Returns the ids of the attendees who are late: they were left out at the start, or lost their turns, and arrived later.
 * @param {Live} live
 */
export const latecomers = ({ standup, lineup, agenda }) => new Set(standup.attendees.filter(({ id }, place) => (
  !agenda?.away?.includes(place) && (lineup?.absent.includes(id) || agenda?.returned?.includes(place)))).map(({ id }) => id));

/**
 * Returns the end of an absence: its last day, or its date and time if it was set in another time zone and does not
 * end at midnight in this time zone.
 * @param {number} ms end of the absence, in milliseconds since 1970
 */
export function awayUntil(ms) {
  if (endOf(lastDay(ms)) === ms) return words.people.until(day(new Date(ms - 1).toISOString()));
  return words.people.untilTime(moment(new Date(ms).toISOString()));
}

const orders = /** @type {const} */ (['listed', 'lastFirst', 'shuffled']);

/** @param {Event} event */
const field = (event) => /** @type {HTMLInputElement} */ (event.target);

/**
 * Shows the choice of the speaking order for the next meeting.
 * @param {State} state @param {string} standup @returns {Child}
 */
export const order = (state, standup) => h('label', { class: 'row' }, h('span', {}, words.people.order),
  h('select', { id: 'order', value: state.lineups.get(standup)?.order ?? 'listed',
    change: (event) => ({ type: 'lineup.order', standup, order: field(event).value }) },
  orders.map((each) => h('option', { key: each, value: each }, words.people.orders[each]))));

/**
 * Lists the attendees, with their attendance at the next meeting and the end of an absence.
 * @param {State} state @param {Standup} standup @param {boolean} mayChoose @returns {Child}
 */
export const attendees = (state, standup, mayChoose) => section(words.detail.attendees,
  h('ul', {}, standup.attendees.map((attendee) => row(state, standup, attendee, mayChoose))));

/**
 * Handles a key in a date field. A typed date counts only when the field loses the focus or Enter is pressed, because
 * each digit results in another valid date.
 * @param {string} key @param {string} standup @param {string} id @returns {Action | null}
 */
function typing(key, standup, id) {
  if (key === 'Enter') return { type: 'absent.typed', standup, id };
  return key === 'Tab' || key === 'Shift' ? null : { type: 'absent.typing', id };
}

/** @param {State} state @param {Standup} standup @param {Attendee} attendee @param {boolean} mayChoose */
function row(state, standup, attendee, mayChoose) {
  const { id, absentUntilMs } = attendee;
  const name = person(attendee.name);
  const until = isAbsent(attendee, state.now) && absentUntilMs ? absentUntilMs : 0;
  return h('li', { class: 'row', key: id },
    !mayChoose ? icon('person') : h('input', { type: 'checkbox', id: `comes-${id}`, 'aria-label': words.people.comes(name),
      checked: comes(attendee, state.lineups.get(standup.id), state.now),
      change: (event) => ({ type: 'lineup.set', standup: standup.id, id, isHere: field(event).checked }) }),
    h('span', { class: 'grow' }, called(state, attendee, weighty(attendee)),
      until > 0 && h('span', { class: 'quiet block' }, awayUntil(until))),
    mayChoose && h('span', { class: 'until' },
      h('span', { class: 'small quiet', 'aria-hidden': 'true' }, words.people.absent),
      h('input', { type: 'date', id: `until-${id}`, title: words.people.lastDay, min: lastDay(state.now + 1),
        value: (state.absence?.id === id ? state.absence.day : undefined) ?? (until ? lastDay(until) : ''),
        'aria-label': words.people.lastDayOf(name),
        keydown: (event) => typing(/** @type {KeyboardEvent} */ (event).key, standup.id, id),
        change: (event) => ({ type: 'absent.change', standup: standup.id, id, day: field(event).value }),
        blur: { type: 'absent.typed', standup: standup.id, id } }),
      until > 0 && button(words.people.back, { type: 'absent.set', standup: standup.id, id, day: '' },
        { class: 'plain', 'aria-label': words.people.backOf(name) })));
}

/**
 * Returns the ids of the attendees who are still to speak, in their order.
 * @param {Live} live
 */
export const coming = ({ people, speaker }) => people.slice(speaker + 1).map(({ id }) => id);

/**
 * Shows the buttons that move a speaker among those who are still to come.
 * @param {Attendee} attendee @param {number} at @param {number} count @param {boolean} isBusy
 */
const movers = ({ id, name }, at, count, isBusy) => /** @type {const} */ (['up', 'down']).map((way) => {
  const to = way === 'up' ? at - 1 : at + 1;
  return button(shape(way === 'up' ? 'M6 15l6-6 6 6' : 'M6 9l6 6 6-6'), { type: 'live.move', id, to },
    { id: `${way}-${id}`, class: 'plain mover', 'aria-label': words.people[way](person(name)), disabled: isBusy || to < 0 || to >= count });
});

/**
 * Returns the properties with which a speaker is dragged to the place of another one.
 * @param {string} id
 */
const dragged = (id) => ({ draggable: 'true', dragstart: { type: 'live.drag', id },
  dragover: (/** @type {Event} */ event) => { event.preventDefault(); return null; },
  drop: (/** @type {Event} */ event) => { event.preventDefault(); return { type: 'live.drop', id }; } });

/**
 * Lists everyone in a meeting with the state of their turns, and a switch for the presence of those whose turns are not
 * over.
 * @param {State} state @param {Live} live @returns {Child}
 */
export function speakers(state, live) {
  const all = seats(live, state.standups.get(live.standup.id)?.standup);
  const people = connected(state, live.id);
  const late = latecomers(live);
  const isBusy = state.isAnswering || !!live.alert;
  const order = coming(live);
  const due = all.filter(({ is }) => is !== 'done' && is !== 'away').length;
  return section(words.people.speakers, h('ol', {}, all.map(({ attendee, is }) => {
    const isHere = is !== 'away';
    const at = is === 'speaking' ? -1 : order.indexOf(attendee.id);
    const moves = mayChange(state) && at >= 0 && order.length > 1;
    return h('li', { class: `row seat ${is}`, key: attendee.id, 'aria-current': is === 'speaking' ? 'step' : null,
      ...(moves && !isBusy && dragged(attendee.id)) },
      h('span', { class: 'grow' }, called(state, attendee), ' ',
        [words.people.is[is], late.has(attendee.id) && words.people.late].filter(Boolean).map((each) => (
          h('span', { class: 'is' }, each))), ' ', connection(people, attendee)),
      moves && movers(attendee, at, order.length, isBusy),
      mayChange(state) && is !== 'done' && button(words.people.here,
        { type: isHere ? 'live.absent' : 'live.present', id: attendee.id },
        { class: 'switch', role: 'switch', 'aria-checked': String(isHere), 'aria-label': words.people.hereOf(person(attendee.name)),
        disabled: isBusy || (isHere && due < 2) }));
  })));
}
