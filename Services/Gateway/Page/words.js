// All displayed and spoken words of the core.

/** @param {number} count @param {string} one @param {string} [many] */
export const plural = (count, one, many = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** @param {number} ms formatted as minutes and seconds, such as 1:05, with hours if there are any */
export function clock(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * Formats the remaining time, rounded up so that it reaches 0 at the end; overtime has a plus sign.
 * @param {number} ms
 */
export const left = (ms) => (ms < 0 ? `+${clock(-ms)}` : clock(ms + 999));

/** @param {number} ms */
export function duration(ms) {
  const seconds = Math.round(ms / 1000);
  const parts = [[Math.floor(seconds / 3600), 'h'], [Math.floor(seconds / 60) % 60, 'min'], [seconds % 60, 's']];
  return parts.filter(([count]) => count).map(([count, unit]) => `${count} ${unit}`).join(' ') || '0 s';
}

const days = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const times = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
/** @param {string} date RFC 3339 */
export const day = (date) => days.format(new Date(date));
/** @param {string} date */
export const time = (date) => times.format(new Date(date));

/**
 * True if the text consists only of Unicode white space.
 * @param {string} text
 */
export const isBlank = (text) => /^\p{White_Space}*$/u.test(text);
/** @param {string} name */
export const person = (name) => (isBlank(name) ? 'Someone' : name);
/**
 * Returns an attendee's name, with the weight of their turn.
 * @param {Attendee} attendee
 */
export const weighty = ({ name, weight = 1 }) => person(name) + (weight > 1 ? ` ×${weight}` : '');
/** @param {string} title */
export const title = (title) => (isBlank(title) ? 'Untitled standup' : title);
/** @param {string} name */
export const capital = (name) => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * Returns its argument, typed as a function from a number to words.
 * @param {(count: number) => string} words
 */
export const n = (words) => words;
/**
 * Returns its argument, typed as a function from a string to words.
 * @param {(text: string) => string} words
 */
export const t = (words) => words;

export const w = {
  app: 'Daily Standups', away: 'Part of the page failed to load. Reload it.', skip: 'Skip to content', back: 'Back',
    close: 'Close', cancel: 'Cancel', more: 'Show more', loading: 'Loading…',
  select: 'Select a standup', noPlace: 'Page not found', toList: 'Go to your standups.', notFound: 'Not found',
  list: {
    title: 'Daily Standups', add: 'Add standup', none: 'No standups yet',
      noneHint: 'Add one to get started.',
    live: 'Meeting now', people: n((count) => plural(count, 'attendee')), search: 'Search transcripts',
      focus: 'Focus',
    held: 'Waiting for an answer', paused: 'Paused', unreadable: 'Could not be read: ',
  },
  detail: {
    info: 'Standup info', next: 'Next meeting', dayOff: t((name) => (name ? `Day off: ${name}` : 'Day off')), start: 'Start meeting', join: 'Join meeting', length: 'Length', theme: 'Theme',
      warning: 'Warning before a turn ends',
      past: 'Past meetings', noPast: 'No meetings yet',
    attendees: 'Attendees', edit: 'Edit', delete: 'Delete', settings: 'Recording', deleteTitle: 'Delete this standup?',
    deleteMessage: t((title) => `“${title}” and all its past meetings will be deleted.`),
      isGone: 'Standup not found. It may have been deleted.',
    starting: 'Starting…', deleted: t((title) => `“${title}” was deleted.`),
      busyHint: 'End the meeting to delete this standup.',
  },
  live: {
    title: 'Meeting', elapsed: 'Elapsed', left: 'Left', beyond: 'Over', speaks: 'is speaking',
      of: (/** @type {number} */ index, /** @type {number} */ count) => `Speaker ${index} of ${count}`,
    next: t((name) => `Next: ${name}`), last: 'No more speakers',
      turn: (/** @type {string} */ name, /** @type {string} */ next) => `${name} is speaking. ${next}.`,
    more: '+1 min', moreLabel: 'One more minute for the speaker', later: 'Later',
      laterLabel: 'Move the speaker to the end', pause: 'Pause',
    skip: 'Next speaker', finish: 'End meeting', end: 'End', held: 'The timer is paused.',
      waits: 'Waiting for an answer',
    words: 'Transcript', silence: 'Nothing has been said yet.', notRecorded: 'This meeting is not being recorded.',
      recording: 'Recording', noSound: 'No sound',
    none: 'No meeting is running', noneHint: 'When one starts, everyone with this page open joins it.',
      mute: 'Mute the bell', unmute: 'Unmute the bell',
    over: 'The meeting ended and was saved.', gone: 'The meeting was discarded.',
      stopped: 'Recording stopped because it is no longer allowed.',
    turnLeft: t((left) => `${left} left in this turn`),
    runsOver: 'Time is up',
  },
  past: {
    delete: 'Delete meeting', deleteTitle: 'Delete this meeting?', deleteMessage: 'Its transcript will also be deleted.',
      gone: 'The meeting was deleted.',
  },
  tools: {
    health: 'Health', services: 'Services', bindings: 'Bindings', 'dead-letters': 'Dead letters', trace: 'Trace',
      import: 'Import…', export: 'Export', logout: 'Log out',
    you: (/** @type {string} */ name, /** @type {string} */ role) => `Signed in as ${name} (${role})`,
  },
  login: {
    hint: 'You need a link to log in. Ask the person who invited you for a new link.',
      own: 'On the machine that runs Standups, this command opens the page:',
    failed: 'This link is invalid, has expired, or was already used.',
      ended: 'Your session has ended.', out: 'You’re logged out.',
      away: 'Standups is not responding. Trying again…', code: 'Or paste the link or its code', go: 'Log in',
  },
  connection: { lost: 'Connection lost. Reconnecting… The timer keeps running.' },
  observer: 'View only: you can’t edit standups.',
};
