// Attendance: announced absences, and the choices for the next meeting.

/**
 * True if an attendee has announced an absence at that time.
 * @param {Attendee} attendee @param {number} now
 */
export const isAbsent = ({ absentUntilMs }, now) => absentUntilMs !== undefined && now < absentUntilMs;

/**
 * True if an attendee takes part in the next meeting, by the choice made here or else by their announced absence.
 * @param {Attendee} attendee @param {Lineup | undefined} lineup @param {number} now
 */
export const comes = (attendee, lineup, now) => lineup?.here[attendee.id] ?? !isAbsent(attendee, now);

/**
 * Returns the members of a start command for attendance and order.
 * @param {Standup} standup @param {Lineup | undefined} lineup @param {number} now
 * @returns {{ absent?: string[], present?: string[], order?: string }}
 */
export function chosen(standup, lineup, now) {
  if (!lineup) return {};
  const here = standup.attendees.filter(({ id }) => id in lineup.here);
  const absent = here.filter(({ id }) => !lineup.here[id]).map(({ id }) => id);
  const present = here.filter((each) => lineup.here[each.id] && isAbsent(each, now)).map(({ id }) => id);
  return { ...(absent.length && { absent }), ...(present.length && { present }),
    ...(lineup.order !== 'listed' && { order: lineup.order }) };
}

/**
 * Returns the end of a day in this browser's time zone, in milliseconds since 1970; NaN for an invalid day.
 * @param {string} day such as 2026-12-01
 */
export function endOf(day) {
  const [year, month, number] = day.split('-').map(Number);
  return new Date(year, month - 1, number + 1).getTime();
}

/**
 * Returns the last day of an absence in this browser's time zone, such as 2026-12-01.
 * @param {number} ms end of the absence, in milliseconds since 1970
 */
export function lastDay(ms) {
  const at = new Date(ms - 1);
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/**
 * Returns the attendees who are still to speak, including the current speaker, and those without a turn in this
 * meeting.
 * @param {Live} live @param {Standup | undefined} standup the current standup, which may have more attendees
 * @returns {{ due: Attendee[], missing: Attendee[] }}
 */
export function present({ people, speaker, standup: met }, standup) {
  const all = new Map([...(standup?.attendees ?? []), ...met.attendees].map((each) => [each.id, each]));
  const of = (/** @type {Attendee[]} */ some) => [...new Map(some.map((each) => [each.id, each])).values()];
  for (const { id } of people) all.delete(id);
  return { due: of(people.slice(speaker)), missing: [...all.values()] };
}
