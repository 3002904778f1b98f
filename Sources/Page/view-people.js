// Who is there: before a meeting, and while it runs.
import { h } from './dom.js';
import { comes, isAbsent, lastDay, present } from './people.js';
import { button } from './view-parts.js';
import { icon, section } from './view-rows.js';
import { day, person, w, weighty } from './words.js';
import { words } from './words-people.js';

const orders = /** @type {const} */ (['listed', 'lastFirst', 'shuffled']);

/** @param {Event} event */
const field = (event) => /** @type {HTMLInputElement} */ (event.target);

/**
 * In which order people speak in the next meeting.
 * @param {State} state @param {string} standup @returns {Child}
 */
export const order = (state, standup) => h('label', { class: 'row' }, h('span', {}, words.order),
  h('select', { id: 'order', value: state.lineups.get(standup)?.order ?? 'listed',
    change: (event) => ({ type: 'lineup.order', standup, order: field(event).value }) },
  orders.map((each) => h('option', { key: each, value: each }, words.orders[each]))));

/**
 * The attendees: who takes part in the next meeting, and until when somebody is absent.
 * @param {State} state @param {Standup} standup @param {boolean} mayChoose @returns {Child}
 */
export const attendees = (state, standup, mayChoose) => section(w.detail.attendees,
  h('ul', {}, standup.attendees.map((attendee) => row(state, standup, attendee, mayChoose))));

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
      until > 0 && h('span', { class: 'quiet block' }, words.until(day(new Date(until - 1).toISOString())))),
    mayChoose && h('span', { class: 'until' },
      h('span', { class: 'small quiet', 'aria-hidden': 'true' }, words.absent),
      h('input', { type: 'date', id: `until-${id}`, value: until ? lastDay(until) : '', title: words.lastDay,
        min: lastDay(state.now + 1), 'aria-label': words.lastDayOf(name),
        change: (event) => ({ type: 'absent.set', standup: standup.id, id, day: field(event).value }) }),
      until > 0 && button(words.back, { type: 'absent.set', standup: standup.id, id, day: '' },
        { class: 'plain', 'aria-label': words.backOf(name) })));
}

/**
 * Who is still to speak in a meeting, and who is not here.
 * @param {State} state @param {Live} live @returns {Child}
 */
export function here(state, live) {
  const { due, missing } = present(live, state.standups.get(live.standup.id)?.standup);
  const isBusy = state.isAnswering || !!live.alert;
  return h('details', { class: 'here' }, h('summary', {}, words.who), h('ul', {},
    due.map((each) => h('li', { class: 'row', key: each.id }, h('span', { class: 'grow' }, person(each.name)),
      due.length > 1 && button(words.gone, { type: 'live.absent', id: each.id },
        { class: 'button', 'aria-label': words.goneOf(person(each.name)), disabled: isBusy }))),
    missing.map((each) => h('li', { class: 'row quiet', key: each.id }, h('span', { class: 'grow' }, person(each.name)),
      button(words.came, { type: 'live.present', id: each.id },
        { class: 'button', 'aria-label': words.cameOf(person(each.name)), disabled: isBusy })))));
}
