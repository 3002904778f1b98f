// Schedules in memory, for the test gateway.
import { Refused } from './directory.mjs';

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Offset of a zone from UTC at a time, in milliseconds. */
function offset(ms, zone) {
  const parts = Object.fromEntries(new Intl.DateTimeFormat('en', { timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' })
    .formatToParts(new Date(ms)).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second) - Math.floor(ms / 1000) * 1000;
}

/** Throws unless the rule is valid. */
export function check({ at, on, zone, also = [], everyWeeks = 1, weekOf }) {
  if (!(everyWeeks >= 1 && everyWeeks <= 8)) throw new Refused('invalid', `Invalid number of weeks ${everyWeeks}; expected 1 to 8.`, { field: 'rule.everyWeeks' });
  if (weekOf !== undefined && (everyWeeks === 1 || Number.isNaN(Date.parse(`${weekOf}T00:00Z`)))) throw new Refused('invalid', `Invalid date “${weekOf}”.`, { field: 'rule.weekOf' });
  if (also.length > 7) throw new Refused('invalid', 'A schedule can have at most 8 times.', { field: 'rule.also' });
  for (const each of also) if (!each.on.length) throw new Refused('invalid', 'A schedule needs at least one day of the week for each time.', { field: 'rule.also' });
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(at)) throw new Refused('invalid', `Invalid time of day “${at}”; expected 00:00 to 23:59, such as 09:30.`, { field: 'rule.at' });
  if (!on.length) throw new Refused('invalid', 'A schedule needs at least one day of the week.', { field: 'rule.on' });
  try {
    offset(0, zone);
  } catch {
    throw new Refused('invalid', `Unknown time zone “${zone}”; expected an IANA name such as Europe/Paris.`, { field: 'rule.zone' });
  }
}

/** Number of the week of a date, from that of 1970-01-05. */
const week = (date) => Math.floor((Date.parse(`${date}T00:00Z`) / 86_400_000 - 4) / 7);

/** The rule with the week from which its weeks are counted, which is by default that of the next time. */
export function counted(rule) {
  const { everyWeeks = 1, weekOf, ...rest } = rule;
  if (everyWeeks === 1) return rest;
  const date = weekOf ?? times(rest).next().value.day;
  return { ...rest, everyWeeks, weekOf: new Date((week(date) * 7 + 4) * 86_400_000).toISOString().slice(0, 10) };
}

/** The next days of a rule, each with its time. */
export function* times({ at, on, zone, also = [], everyWeeks = 1, weekOf = '1970-01-05' }) {
  const all = [{ at, on }, ...also].map(({ at: when, on: weekdays }) => ({ minutes: Number(when.slice(0, 2)) * 60 + Number(when.slice(3)), on: weekdays })).sort((one, other) => one.minutes - other.minutes);
  const local = new Date(Date.now() + offset(Date.now(), zone));
  for (let day = 0; day < 3653; day += 1) {
    const date = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + day));
    if ((week(date.toISOString().slice(0, 10)) - week(weekOf)) % everyWeeks) continue;
    for (const set of all) {
      if (!set.on.includes(days[date.getUTCDay()])) continue;
      const wall = date.getTime() + set.minutes * 60_000;
      const time = wall - offset(wall - offset(wall, zone), zone);
      if (time > Date.now()) yield { day: date.toISOString().slice(0, 10), time: new Date(time).toISOString() };
    }
  }
}

/** Throws unless the breaks are valid. */
export function checkBreaks(breaks) {
  for (const { name, from, to } of breaks) {
    const days = (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000;
    if (!name || !(days >= 0 && days < 366)) throw new Refused('invalid', 'Invalid break; expected a name of 1 to 100 bytes in one line, and 1 to 366 days, the first one before the last one.', { field: 'breaks' });
  }
}

export const first = (rule, count, skipped = [], breaks = []) => {
  const all = [];
  for (const { day, time } of times(rule)) {
    if (all.length >= count) break;
    if (!skipped.includes(day) && !breaks.some(({ from, to }) => from <= day && day <= to)) all.push(time);
  }
  return all;
};

/** Reads a calendar: its days off, and its observances. */
export function holidays({ isKept, observe = [], ignore = [], ...source }, known) {
  const { ics, url } = isKept ? known?.source ?? {} : source;
  if (isKept && !known) throw new Refused('invalid', 'This schedule has no holidays to keep; use “ics” or “url”.', { field: 'holidays' });
  if (!ics === !url) throw new Refused('invalid', 'Invalid holidays; expected one of “ics”, “url” and “isKept”.', { field: 'holidays' });
  if (url && !/^(https?|webcals?):\/\//.test(url)) throw new Refused('invalid', 'The URL of the holiday calendar has to begin with http:// or https://.', { field: 'holidays' });
  if (url && url.includes('unreachable')) throw new Refused('unavailable', 'The holidays of example.com could not be read.');
  const text = ics ?? 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:29991225\nSUMMARY:Christmas Day\nEND:VEVENT\nEND:VCALENDAR';
  const events = [...text.matchAll(/BEGIN:VEVENT[^]*?END:VEVENT/g)].map(([event]) => ({
    day: (/DATE:(\d{8})/.exec(event)?.[1] ?? '').replace(/(....)(..)(..)/, '$1-$2-$3'), name: /SUMMARY:(.*)/.exec(event)?.[1].trim() ?? '', isObserved: /CATEGORIES:observance/i.test(event) }));
  const isNamed = (name) => events.some((event) => event.name === name);
  for (const name of [...observe, ...ignore]) if (!isNamed(name)) throw new Refused('invalid', `The holiday calendar has no day “${name}”.`, { field: 'holidays' });
  const off = events.filter(({ name, isObserved }) => !ignore.includes(name) && (!isObserved || observe.includes(name)));
  if (!off.length) throw new Refused('invalid', 'The holiday calendar has no days off in the next ten years.', { field: 'holidays' });
  const plain = ({ day, name }) => ({ day, name });
  return { ...(url && { host: new URL(url.replace(/^webcal/, 'http')).hostname }), days: off.length, readAt: new Date().toISOString(), skipped: off.map(plain),
    observances: events.filter((event) => !off.includes(event)).map(plain), source: { ics, url }, ...(observe.length && { observe }), ...(ignore.length && { ignore }) };
}
