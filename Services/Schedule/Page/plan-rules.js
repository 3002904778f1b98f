// Forms of schedules, as functions without side effects.

/** Number of times in the preview. */
export const previewed = 5;

/** Fields that show their own errors. */
export const fields = ['at', 'on', 'also', 'zone', 'remindMs', 'closesAfterMs', 'holidays', 'observe', 'ignore', 'url', 'ics'];

/** @type {ScheduleDay[]} */
export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** @returns {string} the time zone of this browser */
const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/**
 * Returns the form of a schedule, or of a new one.
 * @param {Schedule} [it] @returns {PlanForm}
 */
export const formOf = (it) => ({
  at: it?.rule.at ?? '09:30', on: it?.rule.on ?? days.slice(0, 5), zone: it?.rule.zone ?? here(), also: it?.rule.also ?? [], mode: it?.mode ?? 'ask',
  remindMs: it?.remindMs ?? 0, closesAfterMs: it?.closesAfterMs ?? 28_800_000, source: it?.holidays ? 'kept' : 'none', url: '', ics: '',
  observe: it?.holidays?.observe ?? [], ignore: it?.holidays?.ignore ?? [],
});

/** Maximum number of times. */
export const maxTimes = 8;

/** @param {ScheduleDay[]} on */
const ordered = (on) => days.filter((day) => on.includes(day));

/** @param {PlanForm} form @returns {ScheduleRule} */
export const rule = ({ at, on, zone, also }) => ({ at, on: ordered(on), zone: zone.trim(),
  ...(also.length && { also: also.map((each) => ({ at: each.at, on: ordered(each.on) })) }) });

/**
 * True if each time of a rule has a time of day and a day.
 * @param {ScheduleRule} rule
 */
export const isWhole = ({ at, on, also = [] }) => [{ at, on }, ...also].every((each) => each.at && each.on.length);

/**
 * Returns the command that saves a form. A command replaces the whole schedule, so it contains the holidays each time, or keeps them.
 * @param {string} subject @param {PlanForm} form
 */
export function body(subject, form) {
  const { source, url, ics, observe, ignore, mode, remindMs, closesAfterMs } = form;
  const place = source === 'url' ? { url: url.trim() } : source === 'file' ? { ics } : source === 'kept' ? { isKept: true } : null;
  return { subject, rule: rule(form), mode, ...(remindMs && { remindMs }), ...(mode === 'write' && { closesAfterMs }),
    ...(place && { holidays: { ...place, ...(observe.length && { observe }), ...(ignore.length && { ignore }) } }) };
}

/** @param {string} name */
const key = (name) => name.trim().toLowerCase();

/**
 * True if a list has a name, regardless of case, as the service compares names.
 * @param {string[] | undefined} names @param {string} name
 */
export const has = (names, name) => !!names?.some((each) => key(each) === key(name));
