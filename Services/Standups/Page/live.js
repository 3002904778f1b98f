// Live meetings as the page shows them: clock, current speaker and transcript. The module also determines which
// meeting is visible.
import { weighed } from '../../Gateway/Page/countdown.js';

/**
 * @param {LiveMeeting} meeting
 * @param {number} now the gateway's time, in milliseconds
 * @returns {Live}
 */
export function live({ session, elapsedMs }, now) {
  const { heard } = session;
  const alert = session.destination?.alert ?? null;
  const last = session.floor?.at(-1);
  const started = session.startedAt ? (last && session.clock.isRunning
    ? now - last.sinceMs - (elapsedMs - last.elapsedMs) : session.startedAt.wallMs) : null;
  return {
    id: session.id, standup: session.standup, lineup: session.lineup, ...turns(session.standup, session.agenda), elapsedMs, at: now, isRunning: session.clock.isRunning && !alert,
    speaker: session.speakerIndex, isRecording: session.isRecording, alert: alert && named(alert),
    warnedMs: session.warnedMs, undo: undo(session.undo), segments: session.segments ?? [], partial: '',
    heardAt: heard && started !== null ? started + heard.untilMs : -Infinity, startedAt: started, voices: session.voices,
  };
}

/**
 * Returns the agenda, the speaking order, the length of each turn, and their total.
 * @param {Standup} standup @param {Agenda} [agenda] the meeting's agenda, if it differs from the standup
 */
export function turns({ attendees, durationMs }, agenda) {
  return {
    agenda, people: agenda ? agenda.order.map((place) => attendees[place]) : attendees,
    turnsMs: agenda ? agenda.turnsMs : weighed(durationMs, attendees.map(({ weight }) => weight ?? 1)),
    durationMs: agenda ? agenda.turnsMs.reduce((sum, turn) => sum + turn, 0) : durationMs,
  };
}

/**
 * Returns a change that can be undone, as a session or an event has it.
 * @param {any} said its `until` is a time in milliseconds, or RFC 3339 @returns {Undo | null}
 */
export const undo = (said) => (said ? { ...said, until: typeof said.until === 'number' ? said.until : Date.parse(said.until) } : null);

/** @param {Record<string, any>} alert an object with one member, named after the alert @returns {OpenAlert} */
export function named(alert) {
  const name = Object.keys(alert)[0];
  const said = alert[name] ?? {};
  return { name, reason: said.reason, path: said.path, actions: actions(name, said) };
}

/**
 * Returns the answers of an alert in display order.
 * @param {string} name @param {any} said @returns {any[]}
 */
function actions(name, said) {
  switch (name) {
    case 'speechAuthorization': return ['allow', 'dontAllow', 'cancel'];
    case 'speechDenied': return ['continueWithoutRecording', 'openSettings', 'cancel'];
    case 'speechRestricted': return ['continueWithoutRecording', 'cancel'];
    case 'speechFailed': return ['continueMeeting', 'discard'];
    case 'paused': return ['resume', 'saveAndEnd', 'discard'];
    case 'dataFailedToLoad': return ['loadSamples', 'startEmpty'];
    default: return said.isDiscardable === false ? ['saveAndEnd', 'resume'] : ['saveAndEnd', 'discard', 'resume'];
  }
}

/**
 * Returns the meeting's elapsed time, in milliseconds.
 * @param {Live} live @param {number} now
 */
export function elapsed(live, now) {
  return Math.min(live.standup.mayRunOver ? Infinity : live.durationMs, Math.max(0, live.elapsedMs + (live.isRunning ? now - live.at : 0)));
}

/**
 * Sets the meeting's clock.
 * @param {Live} live @param {number} elapsedMs @param {number} at @param {boolean} [isRunning]
 */
export function setClock(live, elapsedMs, at, isRunning = live.isRunning) {
  Object.assign(live, { elapsedMs, at, isRunning });
}

/**
 * True if two segments are the same words, regardless of who spoke them.
 * @param {Segment} one @param {Segment} other
 */
export const isSame = (one, other) => one.fromMs === other.fromMs && one.toMs === other.toMs && one.text === other.text;

/**
 * Inserts a transcript segment in order of time; ignores duplicates.
 * @param {Live} live @param {Segment} segment @param {number} at time at which it was received
 */
export function hear(live, segment, at) {
  live.heardAt = Math.max(live.heardAt, at);
  const attendee = live.standup.attendees.find(({ id }) => id === segment.attendee);
  if (!live.partialOf || live.partialOf === attendee?.person) live.partial = '';
  if (live.segments.some((other) => isSame(other, segment))) return;
  const later = live.segments.findIndex((other) => other.fromMs > segment.fromMs);
  live.segments = later < 0 ? [...live.segments, segment]
    : [...live.segments.slice(0, later), segment, ...live.segments.slice(later)];
}

/**
 * Returns the live meeting of a standup.
 * @param {State} state @param {string} standup
 */
export const liveOf = (state, standup) => state.live.get(state.standups.get(standup)?.live ?? '');

/**
 * Returns the standup whose live meeting the place shows, if any.
 * @param {Place} place
 */
export const watchedStandup = (place) => (place.kind === 'record' || place.kind === 'recordAlert' ? place.standup
  : undefined);

/**
 * Returns the visible live meeting.
 * @param {State} state
 */
export const seen = (state) => liveOf(state, watchedStandup(state.place) ?? '');

/**
 * Returns the meetings whose ticks and partial transcripts the page needs.
 * @param {State} state @returns {string[]}
 */
export function watched(state) {
  const live = seen(state);
  return live ? [live.id] : [];
}
