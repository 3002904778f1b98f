// Shows who is connected to a live meeting.
import { h } from '../../Gateway/Page/dom.js';
import { locale } from '../../Gateway/Page/language.js';
import { button } from '../../Gateway/Page/view-parts.js';
import { person } from '../../Gateway/Page/words.js';
import { elapsed } from './live.js';
import { words } from './presence-words.js';
import { news } from './words.js';
import { words as later } from './words-later.js';

/** Time from the start of a meeting during which missing attendees are named, in milliseconds. */
const startMs = 120_000;
/** Maximum number of names in the summary. */
const maxNames = 3;

/**
 * Returns the people who are connected to a meeting, by name, with all their devices. Without a list it is null.
 * @param {State} state @param {string} meeting @returns {Connected[] | null}
 */
export function connected(state, meeting) {
  const lists = [...(state.present.get(meeting)?.values() ?? [])].filter(({ until }) => until > state.now);
  if (!lists.length) return null;
  /** @type {Map<string, Connected>} */
  const people = new Map();
  for (const each of lists.flatMap((list) => list.people)) {
    const key = each.person ?? `/${each.name}`;
    const one = people.get(key) ?? { person: each.person, name: person(each.name), devices: [] };
    one.devices.push(each);
    people.set(key, one);
  }
  return [...people.values()].sort((one, other) => one.name.localeCompare(other.name, locale));
}

/**
 * @param {State} state @param {Connected} each
 */
const named = ({ me }, { person, name }) => (person && person === me?.person ? later.people.you(name) : name);

/**
 * Shows who is connected to a meeting, and which attendees are not.
 * @param {State} state @param {Live} live @returns {Child}
 */
export function presence(state, live) {
  const people = connected(state, live.id);
  const isMarked = state.marked?.meeting === live.id
    && live.people.slice(live.speaker + 1).some(({ id }) => id === state.marked?.attendee);
  if (!people && !isMarked) return null;
  return h('div', { class: 'presence' },
    isMarked && h('p', { class: 'row' }, h('span', { class: 'grow' }, news.marked),
      button(words.undo, { type: 'live.absent', id: state.marked?.attendee }, { class: 'plain', 'aria-label': words.undoLabel,
        disabled: state.isAnswering || !!live.alert })),
    people && [who(state, live.id, people), missing(state, live, people)]);
}

/** @param {State} state @param {string} meeting @param {Connected[]} people */
function who(state, meeting, people) {
  const more = [...state.present.get(meeting)?.values() ?? []].reduce((sum, list) => sum + list.more, 0);
  const names = people.map((each) => named(state, each));
  const count = people.length + more;
  return h('details', {}, h('summary', {}, count === 1 ? words.one(names[0])
    : words.many(names.slice(0, count > maxNames ? maxNames - 1 : maxNames), count)),
  h('ul', {}, people.map((each) => h('li', { class: 'row', key: each.person ?? `/${each.name}` },
    h('span', { class: 'grow' }, named(state, each)),
    h('span', { class: 'quiet' }, [...new Set(each.devices.map(device))].join('; ')))),
  more > 0 && h('li', { class: 'row quiet', key: 'more' }, words.more(more))));
}

/**
 * Returns the words for a device.
 * @param {ConnectedDevice} device
 */
const device = ({ device, microphone, poor }) => [device ?? words.unknown, microphone && words.microphone,
  poor && words.slow].filter(Boolean).join(', ');

/**
 * Names the linked attendees who have a turn and are not connected, at the start of a meeting.
 * @param {State} state @param {Live} live @param {Connected[]} people @returns {Child}
 */
function missing(state, live, people) {
  if (!live.startedAt || elapsed(live, state.now) > startMs) return null;
  const here = new Set(people.map((each) => each.person));
  const away = live.people.slice(live.speaker).filter((each) => each.person && !here.has(each.person));
  return away.length > 0 && h('p', { class: 'quiet' }, words.missing([...new Set(away.map(({ name }) => person(name)))]));
}

/**
 * Marks an attendee whose person is connected to the meeting.
 * @param {Connected[] | null} people @param {Attendee} attendee @returns {Child}
 */
export function connection(people, attendee) {
  const found = attendee.person && people?.find((each) => each.person === attendee.person);
  if (!found) return null;
  const isPoor = found.devices.every(({ poor }) => poor);
  return h('span', { class: isPoor ? 'small connected poor' : 'small connected' }, isPoor ? words.poor : words.connected);
}
