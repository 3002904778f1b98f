// Forms of schedules, as functions without side effects.

/** Number of times in the preview. */
export const previewed = 5;

/** Fields that show their own errors. */
export const fields = ['at', 'on', 'also', 'everyWeeks', 'weekOf', 'zone', 'remindMs', 'closesAfterMs', 'asksLocally', 'holidays', 'observe', 'ignore', 'url', 'ics', 'breaks'];

/** @type {ScheduleDay[]} */
export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** @returns {string} the time zone of this browser */
const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/**
 * Returns the form of a schedule, or of a new one.
 * @param {Schedule} [it] @returns {PlanForm}
 */
export const formOf = (it) => ({
  at: it?.rule.at ?? '09:30', on: it?.rule.on ?? days.slice(0, 5), zone: it?.rule.zone ?? here(), also: it?.rule.also ?? [],
  everyWeeks: it?.rule.everyWeeks ?? 1, weekOf: it?.rule.weekOf ?? '', mode: it?.mode ?? 'ask',
  remindMs: it?.remindMs ?? 0, closesAfterMs: it?.closesAfterMs ?? 28_800_000, asksLocally: it?.asksLocally ?? false, source: it?.holidays ? 'kept' : 'none', url: '', ics: '',
  observe: it?.holidays?.observe ?? [], ignore: it?.holidays?.ignore ?? [], breaks: it?.breaks ?? [],
});

/** Maximum number of breaks. */
export const maxBreaks = 20;

/** Maximum number of times. */
export const maxTimes = 8;

/** @param {ScheduleDay[]} on */
const ordered = (on) => days.filter((day) => on.includes(day));

/** @param {PlanForm} form @returns {ScheduleRule} */
export const rule = ({ at, on, zone, also, everyWeeks, weekOf }) => ({ at, on: ordered(on), zone: zone.trim(),
  ...(also.length && { also: also.map((each) => ({ at: each.at, on: ordered(each.on) })) }),
  ...(everyWeeks > 1 && { everyWeeks, ...(weekOf && { weekOf }) }) });

/**
 * Returns the arguments of `schedule.next` for the preview of a form: its rule, and those of its breaks that are complete.
 * @param {PlanForm} form
 */
export function trial(form) {
  const breaks = trimmed(form.breaks).filter(({ name, from, to }) => name && from && from <= to);
  return { rule: rule(form), ...(breaks.length && { breaks }) };
}

/** @param {ScheduleBreak[]} breaks */
const trimmed = (breaks) => breaks.map(({ name, from, to }) => ({ name: name.trim(), from, to }));

/** Maximum number of weeks from one week with meetings to the next one. */
export const maxWeeks = 8;

/**
 * Returns the number of days from Monday, 1970-01-05, to a date such as 2026-11-25.
 * @param {string} date
 */
const daysOf = (date) => Date.parse(`${date}T00:00Z`) / 86_400_000 - 4;

/**
 * Returns the Monday of a week.
 * @param {number} week number of weeks from 1970-01-05
 */
const mondayOf = (week) => new Date((week * 7 + 4) * 86_400_000).toISOString().slice(0, 10);

/**
 * Returns the date of a moment in a time zone, such as 2026-11-25; that of UTC if this browser does not know the zone.
 * @param {string | number} moment @param {string} zone
 */
export function dateIn(moment, zone) {
  const date = new Date(moment);
  try {
    // Sweden writes dates like this.
    return new Intl.DateTimeFormat('sv', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(date);
  } catch {
    return date.toISOString().slice(0, 10);
  }
}

/**
 * Returns the Mondays of consecutive weeks, starting with the week of a date. There are as many as `everyWeeks`, because later
 * weeks repeat these choices.
 * @param {number} everyWeeks @param {string} date
 */
export const mondays = (everyWeeks, date) => Array.from({ length: everyWeeks }, (_each, index) => mondayOf(Math.floor(daysOf(date) / 7) + index));

/**
 * Returns the one of these Mondays that is in a week with meetings, if they are counted from a date.
 * @param {string[]} choices @param {string} weekOf
 */
export const chosen = (choices, weekOf) => choices.find((each) => (daysOf(each) - Math.floor(daysOf(weekOf) / 7) * 7) % (7 * choices.length) === 0) ?? choices[0];

/**
 * True if each time of a rule has a time of day and a day.
 * @param {ScheduleRule} rule
 */
export const isWhole = ({ at, on, also = [] }) => [{ at, on }, ...also].every((each) => each.at && each.on.length);

/**
 * Returns the command that saves a form. A command replaces the whole schedule, so it contains the holidays each time, or keeps them.
 * The service keeps the breaks that a command does not contain.
 * @param {string} subject @param {PlanForm} form @param {Schedule} [it] the present schedule
 */
export function body(subject, form, it) {
  const { source, url, ics, observe, ignore, mode, remindMs, closesAfterMs, asksLocally } = form;
  const place = source === 'url' ? { url: url.trim() } : source === 'file' ? { ics } : source === 'kept' ? { isKept: true } : null;
  const breaks = trimmed(form.breaks);
  return { subject, rule: rule(form), mode, ...(remindMs && { remindMs }), ...(mode === 'write' && { closesAfterMs, ...(asksLocally && { asksLocally }) }), ...(JSON.stringify(breaks) !== JSON.stringify(trimmed(it?.breaks ?? [])) && { breaks }),
    ...(place && { holidays: { ...place, ...(observe.length && { observe }), ...(ignore.length && { ignore }) } }) };
}

/** @param {string} name */
const key = (name) => name.trim().toLowerCase();

/**
 * True if a list has a name, regardless of case, as the service compares names.
 * @param {string[] | undefined} names @param {string} name
 */
export const has = (names, name) => !!names?.some((each) => key(each) === key(name));
