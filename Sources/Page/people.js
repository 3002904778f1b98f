// Who is there: absences that were told before, and what is chosen for the next start.

/**
 * Whether somebody was said to be absent at a time.
 * @param {Attendee} attendee @param {number} now
 */
export const isAbsent = ({ absentUntilMs }, now) => absentUntilMs !== undefined && now < absentUntilMs;

/**
 * Whether somebody takes part in the next meeting, as it was chosen here or told before.
 * @param {Attendee} attendee @param {Lineup | undefined} lineup @param {number} now
 */
export const comes = (attendee, lineup, now) => lineup?.here[attendee.id] ?? !isAbsent(attendee, now);

/**
 * What a start tells of who takes part, and in which order.
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
 * The end of a day where this browser is, in milliseconds since 1970; not a number for what is no day.
 * @param {string} day such as 2026-12-01
 */
export function endOf(day) {
  const [year, month, number] = day.split('-').map(Number);
  return new Date(year, month - 1, number + 1).getTime();
}

/**
 * The last day of an absence where this browser is, such as 2026-12-01.
 * @param {number} ms when it ends, in milliseconds since 1970
 */
export function lastDay(ms) {
  const at = new Date(ms - 1);
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/**
 * Those of a meeting who are still to speak, the one who has the floor included, and those who had no turn and get none.
 * @param {Live} live @param {Standup | undefined} standup as it is now, which may know more people
 * @returns {{ due: Attendee[], missing: Attendee[] }}
 */
export function present({ people, speaker, standup: met }, standup) {
  const all = new Map([...(standup?.attendees ?? []), ...met.attendees].map((each) => [each.id, each]));
  const of = (/** @type {Attendee[]} */ some) => [...new Map(some.map((each) => [each.id, each])).values()];
  for (const { id } of people) all.delete(id);
  return { due: of(people.slice(speaker)), missing: [...all.values()] };
}
