// Displayed and spoken words that features share, and functions that format numbers, times and
// names.
import { inLanguage, locale } from './language.js';

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
 * Formats the remaining time. It is rounded up so that it reaches 0 at the end; overtime has a plus sign.
 * @param {number} ms
 */
export const left = (ms) => (ms < 0 ? `+${clock(-ms)}` : clock(ms + 999));

/** @param {number} ms */
export function duration(ms) {
  const seconds = Math.round(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((count, index) => count && `${count} ${w.units[index]}`).filter(Boolean).join(' ') || `0 ${w.units[2]}`;
}

const days = /** @type {const} */ ({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const times = /** @type {const} */ ({ hour: '2-digit', minute: '2-digit' });
const [dayFormat, timeFormat, momentFormat] = [days, times, { ...days, ...times }].map((options) => new Intl.DateTimeFormat(locale, options));
/** @param {string} date RFC 3339 */
export const day = (date) => dayFormat.format(new Date(date));
/** @param {string} date */
export const time = (date) => timeFormat.format(new Date(date));
/** @param {string} date the day and the time */
export const moment = (date) => momentFormat.format(new Date(date));

/**
 * True if the text consists only of Unicode white space.
 * @param {string} text
 */
export const isBlank = (text) => /^\p{White_Space}*$/u.test(text);
/** @param {string} name */
export const person = (name) => (isBlank(name) ? w.someone : name);
/** @param {string} title */
export const title = (title) => (isBlank(title) ? w.untitled : title);
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

export const w = inLanguage('Gateway.w', {
  app: 'Daily Standups', someone: 'Someone', untitled: 'Untitled standup', units: ['h', 'min', 's'], away: 'Part of the page failed to load. Reload it.', skip: 'Skip to content', back: 'Back',
    close: 'Close', cancel: 'Cancel', more: 'Show more', loading: 'Loading…',
  select: 'Select a standup', noPlace: 'Page not found', toList: 'Go to your standups.', notFound: 'Not found',
  foot: {
    import: 'Import…', export: 'Export', logout: 'Log out', phone: 'Use on my phone', notify: 'Notifications', sound: 'Sounds', language: 'Language', keys: 'Shortcuts',
    you: (/** @type {string} */ name, /** @type {string} */ role) => `Signed in as ${name} (${role})`,
  },
  login: { ended: 'Your session has ended.', away: 'Standups is not responding. Trying again…' },
  connection: { lost: 'Connection lost. Reconnecting… The timer keeps running.' },
});
