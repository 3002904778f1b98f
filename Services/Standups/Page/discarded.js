// The discarded meetings of a standup, which an admin can restore.
import { h } from '../../Gateway/Page/dom.js';
import { command, go, tell } from '../../Gateway/Page/navigate.js';
import { mayDelete } from '../../Gateway/Page/state.js';
import { button, empty, problem, waiting } from '../../Gateway/Page/view-parts.js';
import { head, section } from '../../Gateway/Page/view-rows.js';
import { duration, moment, w } from '../../Gateway/Page/words.js';
import { words } from './discarded-words.js';

/** @param {State} state @param {Place} place @returns {Effect[]} */
export function enter(state, place) {
  return place.kind === 'discarded' ? begin(state, place.standup) : [];
}

/** @param {State} state @param {string} standup @returns {Effect[]} */
function begin(state, standup) {
  state.discarded = { standup, meetings: [], next: null, isLoading: true, problem: '', restoring: '' };
  return [read(state.discarded)];
}

/** @param {Discarded} discarded */
const read = (discarded) => command('meetings.listDiscarded', { standup: discarded.standup, ...(discarded.next && { after: discarded.next }) },
  { type: 'discarded.read', discarded });

/** @type {Record<string, EventHandler>} */
export const events = {
  // Its end is final, so that it is in the list now.
  'meeting.erased'(state, { standup, reason }) {
    const { discarded, place } = state;
    const isShown = place.kind === 'discarded' && discarded?.standup === standup && !discarded?.restoring;
    return reason === 'discarded' && isShown ? begin(state, standup) : [];
  },
};

/** @type {Handlers} */
export const handlers = {
  'discarded.read'(state, { discarded, reply, error }) {
    // The reply for a list that was left.
    if (state.discarded !== discarded) return;
    discarded.isLoading = false;
    discarded.problem = error?.message ?? '';
    if (!reply) return;
    discarded.meetings = [...discarded.meetings, ...reply.meetings];
    discarded.next = reply.next ?? null;
  },
  'discarded.more'({ discarded }) {
    if (!discarded || discarded.isLoading) return [];
    discarded.isLoading = true;
    return [read(discarded)];
  },
  'discarded.restore'({ discarded }, { meeting }) {
    if (!discarded || discarded.restoring) return [];
    discarded.restoring = meeting;
    return [command('meetings.restore', { standup: discarded.standup, meeting }, { type: 'discarded.restored', discarded, meeting })];
  },
  'discarded.restored'(state, { discarded, meeting, error }) {
    discarded.restoring = '';
    if (!error || error.code === 'not_found') discarded.meetings = discarded.meetings.filter((/** @type {DiscardedMeeting} */ each) => each.meeting !== meeting);
    if (error) return tell(error.message, true);
    const { place } = state;
    const isHere = place.kind === 'discarded' && place.standup === discarded.standup;
    return [...(isHere ? go(state, { kind: 'standup', standup: discarded.standup }, 'replace') : []), ...tell(words.restored)];
  },
};

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
export function view(state, place, depth) {
  const { discarded } = state;
  if (place.kind !== 'discarded') return null;
  const isShown = discarded?.standup === place.standup;
  return [
    head(depth, words.title, { kind: 'standup', standup: place.standup }),
    !mayDelete(state) ? empty(words.admins) : !isShown || (discarded.isLoading && !discarded.meetings.length) ? waiting
      : [
        problem(discarded.problem),
        discarded.meetings.length ? section('', [
          discarded.meetings.map((each) => meeting(discarded, each)),
          discarded.next && button(w.more, { type: 'discarded.more' }, { class: 'row plain', disabled: discarded.isLoading }),
        ], { 'aria-label': words.title }) : !discarded.problem && empty(words.none, words.hint),
      ],
  ];
}

/** @param {Discarded} discarded @param {DiscardedMeeting} meeting */
const meeting = ({ restoring }, { meeting: id, date, durationMs, lines, until }) => h('div', { key: id, class: 'row' },
  h('span', { class: 'grow' }, moment(date),
    h('span', { class: 'quiet block small' }, [duration(durationMs), words.lines(lines), words.until(moment(until))].join(' · '))),
  button(words.restore, { type: 'discarded.restore', meeting: id }, { disabled: restoring !== '', 'aria-label': words.restoreOf(moment(date)) }));
