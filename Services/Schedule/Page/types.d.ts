// Types for schedules.

type ScheduleDay = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';
interface ScheduleTimes { at: string; on: ScheduleDay[] }
interface ScheduleRule extends ScheduleTimes { zone: string; /** Further times, at most 7. */ also?: ScheduleTimes[]; /** Absent for every week. */ everyWeeks?: number; /** Monday of a week with meetings. */ weekOf?: string }
/** Range of dates without meetings. Both are included. */
interface ScheduleBreak { name: string; from: string; to: string }
interface DayOff { day: string; name: string }
interface Holidays { host?: string; days: number; problem?: string; skipped: DayOff[]; observances: DayOff[]; /** Names of days that were chosen. */ observe?: string[]; ignore?: string[] }
interface Schedule {
  subject: string; rule: ScheduleRule; mode: 'ask' | 'start' | 'write'; remindMs?: number; closesAfterMs?: number; /** Absent unless people are asked at the time in their own zones. */ asksLocally?: boolean; holidays?: Holidays; /** Those that are not over, in order; in a list, only the first one. */ breaks?: ScheduleBreak[]; next: string[]; problem?: string;
}
/** Form of a schedule. `remindMs` is 0 for no reminder, and `closesAfterMs` and `asksLocally` count only in writing. The calendar of days off is that of the schedule (kept), text, or a URL. */
interface PlanForm {
  at: string; on: ScheduleDay[]; zone: string; also: ScheduleTimes[]; /** 1 for every week. */ everyWeeks: number; /** Date in a week with meetings; empty for that of the next time. */ weekOf: string; mode: 'ask' | 'start' | 'write'; remindMs: number; closesAfterMs: number; asksLocally: boolean;
  source: 'none' | 'kept' | 'file' | 'url'; url: string; ics: string; observe: string[]; ignore: string[]; breaks: ScheduleBreak[];
}
/** Schedule that is shown, with its form. */
interface Plan {
  subject: string;
  /** Absent if the standup has no schedule. */
  it?: Schedule;
  form: PlanForm; times: string[]; timesProblem: string;
  /** True if the form differs from the schedule. */
  isTouched: boolean;
  /** True if another person has changed the schedule meanwhile. */
  isChanged: boolean;
  isBusy: boolean; problem: string; field: string;
}
interface ScheduleState {
  /** Next meeting times of standups with a schedule. */
  next: Map<string, string>;
  /** Standups that are held in writing. */
  written: Set<string>;
  daysOff: Map<string, DayOff[]>;
  /** Texts about the breaks that standups have now, such as “On a break until 14 August”. Absent until they are determined. */
  pauses?: Map<string, string>;
  /** Present or next breaks of standups, with the time zones of their dates. Absent until there is one. */
  breaks?: Map<string, ScheduleBreak & { zone: string }>;
  /** Minute for which `pauses` was determined; absent if it has to be determined again. */
  pausesAt?: number;
  /** True once the schedules have been listed; absent before. */
  areTimesKnown?: boolean;
  plan: Plan | null;
}
interface State extends ScheduleState {}
interface Places { schedule: { kind: 'schedule'; standup: string } }
interface Sheets { removeSchedule: { kind: 'removeSchedule' } }
