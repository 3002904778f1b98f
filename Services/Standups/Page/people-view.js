// Attendance, before and during a meeting.
import { h } from '../../Gateway/Page/dom.js';
import { comes, isAbsent, lastDay, present } from './people.js';
import { button } from '../../Gateway/Page/view-parts.js';
import { icon, section } from '../../Gateway/Page/view-rows.js';
import { person, w, weighty } from '../../Gateway/Page/words.js';
import { awayUntil, words } from './words-people.js';

const orders = /** @type {const} */ (['listed', 'lastFirst', 'shuffled']);

/** @param {Event} event */
const field = (event) => /** @type {HTMLInputElement} */ (event.target);

/**
 * Choice of the speaking order for the next meeting.
 * @param {State} state @param {string} standup @returns {Child}
 */
export const order = (state, standup) => h('label', { class: 'row' }, h('span', {}, words.order),
  h('select', { id: 'order', value: state.lineups.get(standup)?.order ?? 'listed',
    change: (event) => ({ type: 'lineup.order', standup, order: field(event).value }) },
  orders.map((each) => h('option', { key: each, value: each }, words.orders[each]))));

/**
 * Lists the attendees, with their attendance at the next meeting and the end of an absence.
 * @param {State} state @param {Standup} standup @param {boolean} mayChoose @returns {Child}
 */
export const attendees = (state, standup, mayChoose) => section(w.detail.attendees,
  h('ul', {}, standup.attendees.map((attendee) => row(state, standup, attendee, mayChoose))));

/**
 * A typed date counts when the field loses the focus or Enter is pressed, because each digit makes another valid
 * date.
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
    !mayChoose ? icon('person') : h('input', { type: 'checkbox', id: `comes-${id}`, 'aria-label': words.comes(name),
      checked: comes(attendee, state.lineups.get(standup.id), state.now),
      change: (event) => ({ type: 'lineup.set', standup: standup.id, id, isHere: field(event).checked }) }),
    h('span', { class: 'grow' }, weighty(attendee),
      until > 0 && h('span', { class: 'quiet block' }, awayUntil(until))),
    mayChoose && h('span', { class: 'until' },
      h('span', { class: 'small quiet', 'aria-hidden': 'true' }, words.absent),
      h('input', { type: 'date', id: `until-${id}`, title: words.lastDay, min: lastDay(state.now + 1),
        value: (state.absence?.id === id ? state.absence.day : undefined) ?? (until ? lastDay(until) : ''),
        'aria-label': words.lastDayOf(name),
        keydown: (event) => typing(/** @type {KeyboardEvent} */ (event).key, standup.id, id),
        change: (event) => ({ type: 'absent.change', standup: standup.id, id, day: field(event).value }),
        blur: { type: 'absent.typed', standup: standup.id, id } }),
      until > 0 && button(words.back, { type: 'absent.set', standup: standup.id, id, day: '' },
        { class: 'plain', 'aria-label': words.backOf(name) })));
}

/**
 * Lists the attendees who are still to speak in a meeting, and those who are absent.
 * @param {State} state @param {Live} live @returns {Child}
 */
export function here(state, live) {
  const { due, missing } = present(live, state.standups.get(live.standup.id)?.standup);
  const isBusy = state.isAnswering || !!live.alert;
  return h('details', { class: 'here' }, h('summary', {}, words.who), h('ul', {},
    due.map((each) => seat(each, true, isBusy || due.length < 2)), missing.map((each) => seat(each, false, isBusy))));
}

/**
 * Creates a switch for the presence of an attendee.
 * @param {Attendee} attendee @param {boolean} isHere @param {boolean} isDisabled
 */
const seat = ({ id, name }, isHere, isDisabled) => h('li', { class: isHere ? 'row' : 'row quiet', key: id },
  h('span', { class: 'grow' }, person(name)),
  button(isHere ? words.here : words.away, { type: isHere ? 'live.absent' : 'live.present', id },
    { class: 'button switch', role: 'switch', 'aria-checked': String(isHere), 'aria-label': words.hereOf(person(name)),
    disabled: isDisabled }));
