// The people connected to live meetings, from the lists of all gateways. Loaded at the start, because the lists arrive
// before the part of the meeting is loaded. presence-view.js shows them.
import { locale } from '../../Gateway/Page/language.js';
import { command } from '../../Gateway/Page/navigate.js';
import { mayChange } from '../../Gateway/Page/state.js';
import { person } from '../../Gateway/Page/words.js';
import { takeLive } from './events.js';
import { seen } from './live.js';
import { news } from './words.js';

/** Time after which the list of a gateway is out of date, in milliseconds. */
export const expiryMs = 45_000;

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
 * Marks this person as here, once per meeting, if they were away when this page first showed the meeting. If they mark
 * themselves as away again, it stays that way.
 * @param {State} state @returns {Effect[]}
 */
function arrive(state) {
  const live = seen(state);
  if (!live || live.alert || !live.startedAt || state.arrived === live.id) return [];
  state.arrived = live.id;
  /** @type {Effect[]} */
  const effects = [{ type: 'remember', name: 'arrived', value: live.id }];
  const own = state.me?.person;
  const all = [...live.standup.attendees, ...(state.standups.get(live.standup.id)?.standup.attendees ?? [])];
  const mine = all.filter((each) => own && each.person === own);
  if (!mine.length || !mayChange(state) || mine.some(({ id }) => live.people.some((each) => each.id === id))) return effects;
  return [...effects, command('meetings.present', { id: live.id, attendee: mine[0].id },
    { type: 'presence.marked', meeting: live.id, attendee: mine[0].id })];
}

/** @type {Feature} */
export const feature = {
  /** @returns {PresenceState} */
  state: () => ({ present: new Map(), arrived: '', marked: null }),
  begin(state, { arrived = '' }) { state.arrived = arrived; },
  events: {
    'meeting.presence'(state, { gateway, people, more = 0 }, { subject }) {
      const lists = state.present.get(subject) ?? new Map();
      state.present.set(subject, lists);
      if (people.length) lists.set(gateway, { people, more, until: state.now + expiryMs });
      else lists.delete(gateway);
      return [{ type: 'after', ms: expiryMs, action: { type: 'presence.expired', meeting: subject } }];
    },
  },
  handlers: {
    'presence.expired'(state, { meeting }) {
      const lists = state.present.get(meeting);
      for (const [gateway, { until }] of lists ?? []) if (until <= state.now) lists?.delete(gateway);
      if (!lists?.size) state.present.delete(meeting);
    },
    // The meeting may have ended, or another person may have marked them; both are shown anyway.
    'presence.marked'(state, { meeting, attendee, reply, after }) {
      if (!reply || !state.live.has(meeting)) return [];
      state.marked = { meeting, attendee };
      return [...takeLive(state, reply, after), { type: 'announce', text: news.marked }];
    },
  },
  settle(state) {
    if (state.stream === 'lost') state.present.clear();
    return arrive(state);
  },
};
