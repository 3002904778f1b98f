// Adds up the figures of past meetings, and writes them as a table for a spreadsheet. Figures are counts and sums, so
// those of several replies and standups can be added.
import { columns } from './words.js';

/** Length of a week, in milliseconds. */
export const week = 604_800_000;

/** Maximum number of standups that are read for a person. */
export const maxStandups = 20;

/** Number of weeks that are read first. */
export const usualWeeks = 12;

/**
 * Adds the reply for a standup.
 * @param {MeetingHistory} history @param {string} standup
 * @param {{ meetings: MeetingFigures[], attendees: AttendeeFigures[], weeks: WeekFigures[] }} reply
 */
export function add(history, standup, { meetings, attendees, weeks }) {
  history.meetings = [...history.meetings, ...meetings.map((each) => ({ ...each, standup }))]
    .sort((a, b) => Date.parse(b.date) - Date.parse(a.date));
  for (const each of attendees) {
    const known = history.attendees.find(({ id }) => id === each.id);
    if (known) sum(known, each);
    else history.attendees.push({ ...each });
  }
  for (const each of weeks) {
    const known = history.all.get(each.startMs);
    if (known) sum(known, each, 'startMs');
    else history.all.set(each.startMs, { ...each });
  }
}

/** @param {any} into @param {any} from @param {string} [key] name of the number that is not added */
function sum(into, from, key) {
  for (const name of Object.keys(from)) if (typeof from[name] === 'number' && name !== key) into[name] += from[name];
}

/**
 * Returns all weeks from the first to the last one with meetings, oldest first. Between two, the clocks may have changed by
 * an hour.
 * @param {MeetingHistory} history @returns {WeekFigures[]}
 */
export function weeksOf({ all }) {
  const known = [...all.values()].sort((a, b) => a.startMs - b.startMs);
  return known.flatMap((each, index) => {
    const gap = index ? Math.round((each.startMs - known[index - 1].startMs) / week) - 1 : 0;
    return [...Array.from({ length: Math.max(0, Math.min(gap, 60)) }, (_, i) => ({ startMs: known[index - 1].startMs + (i + 1) * week, meetings: 0,
      durationMs: 0, plannedMs: 0, spokenMs: 0, present: 0, late: 0, absent: 0 })), each];
  });
}

/** @param {string | number | undefined} value @returns {string} */
function field(value) {
  const text = String(value ?? '');
  // A spreadsheet would evaluate it as a formula (OWASP, CSV injection).
  const plain = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** @param {number | undefined} ms */
const seconds = (ms) => (ms === undefined ? undefined : Math.round(ms / 1000));

/**
 * Writes the figures as a table for a spreadsheet (RFC 4180): the meetings, and then the attendees.
 * @param {MeetingHistory} history
 * @param {(standup: string) => string} title of a standup
 * @param {(attendee: AttendeeFigures) => string} name of an attendee
 */
export function csv({ meetings, attendees }, title, name) {
  const rows = [columns.meetings, ...meetings.map((each) => [each.date, title(each.standup), seconds(each.durationMs), seconds(each.plannedMs),
    seconds(each.pausedMs), each.present, each.late, each.absent, each.over]), [], columns.people,
  ...attendees.map((each) => [name(each), each.present, each.late, each.absent, each.spoke, seconds(each.spokenMs), seconds(each.plannedMs),
    each.over, seconds(each.overMs)])];
  // Without the byte order mark, Excel assumes another encoding.
  return `\uFEFF${rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')}`;
}
