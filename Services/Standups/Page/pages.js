// Pages of past meetings, for a standup and its places, and the keys of all places. Loaded once the page has started.
import { command, tell } from '../../Gateway/Page/navigate.js';
import { isOld, markTold, standupOf } from '../../Gateway/Page/state.js';
import { search } from './list.js';
import { seen } from './live.js';

/** @param {State} state @param {Place} place @returns {Effect[]} */
export function enter(state, place) {
  const standup = standupOf(place);
  if (!standup || !state.standups.has(standup)) return [];
  return loadPage(state, standup, place.kind === 'meeting' ? place.meeting : undefined);
}

export { enter as arrive };

/** @param {State} state @param {string} key @returns {Effect[]} */
export function key(state, key) {
  let offer;
  for (const notice of state.notices) offer = notice.offer ?? offer;
  // In a meeting, the key undoes the last change of the turns.
  if (key === 'b' && offer && !seen(state)) return [{ type: 'act', action: offer.action }];
  return key === '/' ? search(state) : [];
}

/**
 * Returns a past meeting, if it is loaded.
 * @param {State} state @param {string} standup @param {string} meeting
 */
export const pastMeeting = (state, standup,
  meeting) => state.pages.get(standup)?.meetings.find(({ id }) => id === meeting);

/**
 * Loads past meetings of a standup, at least up to the given one.
 * @param {State} state
 * @param {string} standup
 * @param {string} [want]
 * @returns {Effect[]}
 */
function loadPage(state, standup, want) {
  const page = state.pages.get(standup);
  if (page?.isLoading) {
    if (want) page.want = want;
    return [];
  }
  if (page && (!want || !page.next)) return want ? loadParts(state, standup, want) : [];
  if (page && want && pastMeeting(state, standup, want)) return loadParts(state, standup, want);
  return more(state, standup, want);
}

/**
 * Loads the next page of past meetings.
 * @param {State} state @param {string} standup @param {string} [want] @returns {Effect[]}
 */
function more(state, standup, want) {
  const page = state.pages.get(standup) ?? { meetings: [], next: '', isLoading: false, shortened: [] };
  Object.assign(page, { isLoading: true, want });
  state.pages.set(standup, page);
  return [command('standups.get', { id: standup, limit: 20, ...(page.next ? { after: page.next } : {}) },
    { type: 'paged', standup })];
}

/**
 * Loads the remaining parts of a long meeting.
 * @param {State} state @param {string} standup @param {string} meeting @returns {Effect[]}
 */
function loadParts(state, standup, meeting) {
  const past = pastMeeting(state, standup, meeting);
  if (!past?.parts || past.parts < 2 || past.more) return [];
  past.more = [];
  return [command('standups.meetingPart', { standup, meeting, part: 2 }, { type: 'parted', standup, meeting })];
}

/**
 * Returns a line of a past meeting, if it is loaded.
 * @param {State} state @param {LinePlace} place
 */
export function lineOf(state, { standup, meeting, part, line }) {
  const past = pastMeeting(state, standup, meeting);
  return (part > 1 ? past?.more?.[part - 2] : past)?.segments[line];
}

/** @type {Record<string, EventHandler>} */
export const events = {
  'meeting.lineCorrected'(state, { part = 1, line, segment }, { subject }) {
    for (const [standup] of state.pages) {
      // Replies that are older than the event have the line as it was.
      markTold(state, 'pages', standup);
      const known = lineOf(state, { standup, meeting: subject, part, line });
      if (known) replaceLine(known, segment);
    }
  },
};

/**
 * Replaces the members of a line in place.
 * @param {Segment} line @param {Segment} segment
 */
export function replaceLine(line, segment) {
  delete line.heard;
  delete line.heardAttendee;
  delete line.heardSpeaker;
  Object.assign(line, segment);
}

/** @type {Handlers} */
export const handlers = {
  paged(state, { standup, reply, error, after }) {
    const page = state.pages.get(standup);
    if (!page) return [];
    page.isLoading = false;
    if (error) return error.code === 'not_found' ? [] : tell(error.message, true);
    // A meeting of this page may have been deleted since the request.
    if (isOld(state, 'pages', standup, after)) return more(state, standup, page.want);
    const known = new Set(page.meetings.map(({ id }) => id));
    page.meetings = [...page.meetings, ...reply.meetings.filter((/** @type {Meeting} */ { id }) => !known.has(id))];
    page.next = reply.next ?? null;
    page.shortened = [...page.shortened, ...(reply.shortened ?? [])];
    const want = page.want;
    if (!want) return [];
    if (!pastMeeting(state, standup, want) && page.next) return more(state, standup, want);
    return loadParts(state, standup, want);
  },
  more: (state, { standup }) => more(state, standup),
  parted(state, { standup, meeting, reply, after }) {
    const past = pastMeeting(state, standup, meeting);
    if (!past?.more || !reply) return [];
    if (isOld(state, 'pages', standup, after)) {
      past.more = undefined;
      return loadParts(state, standup, meeting);
    }
    past.more = [...past.more, reply];
    const part = past.more.length + 2;
    return part <= (past.parts ?? 1)
      ? [command('standups.meetingPart', { standup, meeting, part }, { type: 'parted', standup, meeting })] : [];
  },
};
