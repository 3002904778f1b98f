// Marks the person of the session as here, when the page shows a live meeting.
import { command } from '../../Gateway/Page/navigate.js';
import { mayChange } from '../../Gateway/Page/state.js';
import { takeLive } from './events.js';
import { seen } from './live.js';
import { news } from './words.js';

/**
 * Marks this person as here, once per meeting, if they were away when this page first showed the meeting. If they mark
 * themselves as away again, it stays that way.
 * @param {State} state @returns {Effect[]}
 */
export function settle(state) {
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

/** @type {Handlers} */
export const handlers = {
  // The meeting may have ended, or another person may have marked them; both are shown anyway.
  'presence.marked'(state, { meeting, attendee, reply, after }) {
    if (!reply || !state.live.has(meeting)) return [];
    state.marked = { meeting, attendee };
    return [...takeLive(state, reply, after), { type: 'announce', text: news.marked }];
  },
};
