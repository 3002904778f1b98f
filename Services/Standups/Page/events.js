// Applies the snapshot of standups and their meetings from the stream, and then the events about them.
import { command, enter, go, tell } from '../../Gateway/Page/navigate.js';
import { parts } from '../../Gateway/Page/parts.js';
import { isOld, markTold, mayChange, standupOf, when } from '../../Gateway/Page/state.js';
import { person, title } from '../../Gateway/Page/words.js';
import { hear, live as toLive, named, seen, setClock, turns, undo as toUndo, watchedStandup } from './live.js';
import { news } from './words.js';

/**
 * Requests the state of a live meeting.
 * @param {string} id @returns {Effect}
 */
export const readLive = (id) => command('meetings.get', { id }, { type: 'live.read' });

/** @type {Handlers} */
export const handlers = {
  imported(state) {
    state.isImporting = false;
    state.pages.clear();
    return enter(state, state.place);
  },
  'live.read'(state, { reply, error, after }) {
    if (reply) return takeLive(state, reply, after);
    return error.code === 'not_found' || error.code === 'expired' ? [] : tell(error.message, true);
  },
};

/**
 * Adds a page of the snapshot.
 * @param {State} state @param {any} page @param {boolean} isFirst
 */
export function snapshot(state, page, isFirst) {
  if (isFirst) state.fresh = { standups: new Map(), live: new Map() };
  const { standups, live } = state.fresh ?? state;
  for (const meeting of page.meetings) live.set(meeting.session.id, toLive(meeting, state.now));
  for (const summary of page.standups) standups.set(summary.standup.id, summary);
}

/**
 * Replaces the state with a complete snapshot.
 * @param {State} state @param {boolean} isAgain true reloads the visible data, because some changes have no event
 * @returns {Effect[]}
 */
export function following(state, isAgain) {
  if (state.fresh) {
    Object.assign(state, { standups: state.fresh.standups, live: state.fresh.live, pages: new Map(),
      fresh: undefined });
    for (const live of state.live.values()) note(state, live.standup.id, live.id);
    for (const [key, form] of state.drafts) {
      const summary = state.standups.get(key);
      if (summary) parts.form?.meet?.(form, summary.standup);
      else if (key !== 'new') parts.form?.orphan?.(state, key);
    }
  }
  return [command('standups.status', {}, { type: 'status' }), ...(isAgain ? again(state) : [])];
}

/** @param {State} state @returns {Effect[]} */
function again(state) {
  const standup = standupOf(state.place);
  if (standup) state.pages.delete(standup);
  if (state.search) state.search.query = '';
  const live = seen(state);
  if (watchedStandup(state.place) && !live) return go(state,
    { kind: 'standup', standup: /** @type {string} */ (standup) }, 'replace');
  return [];
}

/**
 * Sets the live meeting of a standup.
 * @param {State} state @param {string} standup @param {string | undefined} live
 */
export function note(state, standup, live) {
  const summary = state.standups.get(standup);
  if (summary && summary.live !== live) state.standups.set(standup, { ...summary, live });
}

/**
 * Applies a reply that contains a live meeting. If an event about the meeting arrived after the request, the meeting is
 * read again.
 * @param {State} state @param {LiveMeeting} meeting
 * @param {number} [after] sequence of the last event at the time of the request
 * @returns {Effect[]}
 */
export function takeLive(state, meeting, after = Infinity) {
  const live = toLive(meeting, state.now);
  const before = state.live.get(live.id);
  if (isOld(state, 'meeting', live.id, after)) return [readLive(live.id)];
  // The reply contains only the end of a long transcript, so keep the beginning that is known.
  const first = live.segments[0]?.fromMs ?? Infinity;
  if (before) live.segments = [...before.segments.filter((segment) => segment.fromMs < first), ...live.segments];
  if (before) {
    const heardAt = Math.max(before.heardAt, live.heardAt);
    Object.assign(live, { partial: before.partial, signals: before.signals, heardAt, begunAt: before.begunAt, doubted: before.doubted });
  }
  if (live.alert && live.alert.name === before?.alert?.name) live.alert.by = before.alert.by;
  state.live.set(live.id, live);
  note(state, live.standup.id, live.id);
  return before && before.speaker !== live.speaker ? pass(state, live) : [];
}

/**
 * Handles a change of speaker.
 * @param {State} state @param {Live} live @returns {Effect[]}
 */
function pass(state, live) {
  live.begunAt = state.now;
  return turn(state, live);
}

/**
 * True if this person may change things, with the keyboard shortcuts.
 * @param {State} state
 */
const mayPress = (state) => mayChange(state) && !state.keys;

/** @param {State} state @param {Live} live @returns {Effect[]} */
function turn(state, live) {
  const next = live.people[live.speaker + 1];
  const text = news.turn(person(live.people[live.speaker]?.name ?? ''), next ? news.next(person(next.name)) : news.last);
  return ring(state, live, live.undo && mayPress(state) ? `${text} ${news.undo}` : text);
}

/**
 * Rings the bell, which flashes if it is muted, and announces the reason, if the meeting is visible.
 * @param {State} state @param {Live} live @param {string} text @param {boolean} [isWarning] @returns {Effect[]}
 */
export function ring(state, live, text, isWarning) {
  if (seen(state) !== live) return [];
  return [{ type: 'ding', isWarning }, { type: 'announce', text }];
}

/**
 * Says that a meeting was discarded, and if it had started, that it can be restored.
 * @param {State} state @param {string} id @param {any} [undo] the end, if it can be undone
 */
export const discarded = (state, id, undo) => (undo || state.live.get(id)?.startedAt ? news.restorable : news.discarded);

/**
 * Removes a meeting that has ended, and closes its place.
 * @param {State} state @param {string} id @param {string} text
 * @param {any} [said] the end, if it can be undone @returns {Effect[]}
 */
export function over(state, id, text, said) {
  const live = state.live.get(id);
  // The reply to the answer has no undo, and may arrive before the event.
  if (!live) return said && state.ended === id ? ended(state, id, text, said) : [];
  const wasSeen = seen(state) === live;
  if (wasSeen) state.ended = id;
  state.live.delete(id);
  const standup = live.standup.id;
  note(state, standup, undefined);
  /** @type {Effect[]} */
  const effects = [{ type: 'microphone', do: 'hold', meeting: id, until: toUndo(said)?.until }];
  if (state.mic.meeting === id) state.mic = { state: 'off', meeting: '' };
  if (!wasSeen) return effects;
  return [...effects, ...go(state, { kind: 'standup', standup }, 'replace'), ...ended(state, id, text, said)];
}

/**
 * Reports that a meeting has ended, and offers to resume it while that is possible.
 * @param {State} state @param {string} meeting @param {string} text @param {any} said @returns {Effect[]}
 */
function ended(state, meeting, text, said) {
  const undo = toUndo(said);
  const ms = (undo?.until ?? 0) - state.now;
  if (!undo || !mayChange(state) || !(ms > 0)) return tell(text);
  const offer = { label: news.resume, action: { type: 'live.reopen', meeting, change: undo.change } };
  return [{ type: 'act', action: { type: 'notice', text, offer, ms } }];
}

/** @param {State} state @param {Standup} standup @param {object} [rest] */
function put(state, standup, rest) {
  const before = state.standups.get(standup.id);
  if (before && before.standup.revision > standup.revision) return;
  state.standups.set(standup.id, { meetings: 0, ...before, ...rest, standup });
  const form = state.drafts.get(standup.id);
  if (form && !form.isSaving) parts.form?.meet?.(form, standup);
}

/**
 * Adds or replaces a past meeting.
 * @param {State} state @param {string} standup @param {Meeting} meeting
 */
export function addPast(state, standup, meeting) {
  const page = state.pages.get(standup);
  if (!page) return;
  const others = page.meetings.filter(({ id }) => id !== meeting.id);
  const older = others.findIndex(({ date }) => date < meeting.date);
  others.splice(older < 0 ? others.length : older, 0, meeting);
  page.meetings = others;
}

/**
 * Removes a past meeting.
 * @param {State} state @param {string} standup @param {string} meeting @returns {Effect[]}
 */
export function gone(state, standup, meeting) {
  markTold(state, 'pages', standup);
  const page = state.pages.get(standup);
  if (page) page.meetings = page.meetings.filter(({ id }) => id !== meeting);
  const { place } = state;
  if (place.kind !== 'meeting' || place.meeting !== meeting) return [];
  return [...go(state, { kind: 'standup', standup }, 'replace'), ...tell(news.meetingDeleted)];
}

/** Answers that end a meeting. */
const endings = ['saveAndEnd', 'discard', 'cancel'];

/**
 * Removes a standup that was deleted, or moved to a team whose standups the visitor may not see.
 * @type {EventHandler}
 */
function removed(state, data, { subject }) {
  const known = state.standups.get(subject);
  state.standups.delete(subject);
  state.pages.delete(subject);
  const isSeen = standupOf(state.place) === subject;
  const wasForm = state.place.kind === 'edit';
  const kept = parts.form?.orphan?.(state, subject);
  if (!isSeen) return;
  if (kept && wasForm) return go(state, { kind: 'new' }, 'replace');
  return [...go(state, { kind: 'list' }, 'replace'),
    ...tell(news.deleted(title(data.title ?? known?.standup.title ?? '')))];
}

/** @type {Record<string, EventHandler>} */
export const events = {
  'standup.created': (state, { standup }) => put(state, standup),
  'standup.updated'(state, { standup, deletedMeeting }) {
    put(state, standup);
    return deletedMeeting ? gone(state, standup.id, deletedMeeting) : [];
  },
  'standup.deleted': removed,
  'standup.leftTeam': removed,
  'meeting.started'(state, { standup, isRecording, lineup }, event) {
    const at = when(state, event);
    const before = state.live.get(event.subject);
    const live = before ?? /** @type {Live} */ (/** @type {unknown} */ ({ id: event.subject, speaker: 0, segments: [],
      partial: '', heardAt: -Infinity }));
    Object.assign(live, { standup, lineup, ...turns(standup), isRecording, alert: null, elapsedMs: 0, at, isRunning: true, startedAt: at });
    state.live.set(live.id, live);
    note(state, standup.id, live.id);
    return turn(state, live).filter(({ type }) => type === 'announce');
  },
  'meeting.speakerChanged'(state, { speaker, elapsedMs, undo }, event) {
    const live = state.live.get(event.subject);
    if (!live) return [];
    live.undo = toUndo(undo);
    setClock(live, elapsedMs, when(state, event));
    if (live.speaker === speaker) return [];
    live.speaker = speaker;
    return pass(state, live);
  },
  'meeting.agendaChanged'(state, { agenda, attendee, undo }, { subject }) {
    const live = state.live.get(subject);
    if (!live) return [];
    const isNew = undo && undo.change !== live.undo?.change;
    live.undo = toUndo(undo);
    const { attendees } = live.standup;
    if (attendee && attendees.every(({ id }) => id !== attendee.id)) {
      live.standup = { ...live.standup, attendees: [...attendees, attendee] };
    }
    Object.assign(live, turns(live.standup, agenda));
    // A change of speaker that follows is announced with its own event.
    return isNew && seen(state) === live && mayPress(state) ? [{ type: 'announce', text: news.undo }] : [];
  },
  'meeting.undone'(state, { speaker, elapsedMs, agenda, removed }, event) {
    const live = state.live.get(event.subject);
    if (!live) return [];
    setClock(live, elapsedMs, when(state, event));
    if (removed) live.standup = { ...live.standup, attendees: live.standup.attendees.filter(({ id }) => id !== removed) };
    Object.assign(live, turns(live.standup, agenda), { undo: null, warnedMs: undefined });
    if (live.speaker === speaker) return [];
    live.speaker = speaker;
    return pass(state, live);
  },
  'meeting.reopened'(state, data, { subject }) {
    state.notices = state.notices.filter(({ offer }) => offer?.action.meeting !== subject);
    return [readLive(subject), { type: 'microphone', do: 'reopen', meeting: subject }];
  },
  'meeting.alertPresented'(state, { alert, elapsedMs }, event) {
    const live = state.live.get(event.subject);
    // The event does not name the standup of a meeting that has not started, so read the meeting.
    if (!live) return [readLive(event.subject)];
    setClock(live, elapsedMs, when(state, event), false);
    live.alert = { ...named(alert), by: event.by };
    state.isAnswering = false;
    return [];
  },
  'meeting.alertDismissed'(state, { action, elapsedMs }, event) {
    const live = state.live.get(event.subject);
    if (!live) return [];
    setClock(live, elapsedMs, when(state, event), true);
    live.alert = null;
    state.isAnswering = false;
    // The answer may have allowed recording. A meeting that it ended cannot be read.
    return seen(state) === live && !endings.includes(action) ? [readLive(live.id)] : [];
  },
  'meeting.segment'(state, { segment }, event) {
    const live = state.live.get(event.subject);
    if (live) hear(live, segment, when(state, event));
  },
  'meeting.tick'(state, { elapsedMs, speaker }, event) {
    const live = state.live.get(event.subject);
    // The timer learns of a pause or of the next turn after everyone else.
    if (!live || live.alert || speaker < live.speaker) return [];
    setClock(live, elapsedMs, when(state, event), true);
    // The durable event rings the bell. A tick only shows that an event was missed.
    return speaker > live.speaker ? [readLive(live.id)] : [];
  },
  'meeting.speechFailed'(state, data, { subject }) {
    const live = state.live.get(subject);
    if (live) Object.assign(live, { isRecording: false, partial: '' });
    return [{ type: 'microphone', do: 'stop', meeting: subject }];
  },
  'meeting.recordingStopped'(state, data, { subject }) {
    const live = state.live.get(subject);
    if (live) Object.assign(live, { isRecording: false, partial: '' });
    if (state.mic.meeting === subject) state.mic = { state: 'off', meeting: '' };
    return [{ type: 'microphone', do: 'end', meeting: subject },
      ...(live && seen(state) === live ? tell(news.stopped) : [])];
  },
  'meeting.finished'(state, { standup, meeting, undo }, { subject }) {
    // One that is not live was held in writing, or restored.
    if (state.live.has(subject) || !state.pages.get(standup)?.meetings.some(({ id }) => id === subject)) addPast(state, standup, meeting);
    return over(state, subject, news.over, undo);
  },
  'meeting.discarded': (state, { undo }, { subject }) => over(state, subject, discarded(state, subject, undo), undo),
  // The end of the meeting may be among the erased events.
  'meeting.erased': (state, data, { subject }) => [...over(state, subject, news.over), { type: 'microphone', do: 'end', meeting: subject }],
  'meeting.imported'(state) {
    // The event does not name its standup, and is usually one of many, so reload the visible data once.
    const isFirst = !state.isImporting;
    state.isImporting = true;
    return isFirst ? [{ type: 'after', ms: 500, action: { type: 'imported' } }] : [];
  },
};
