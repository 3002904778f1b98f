// Types for schedules.

type ScheduleDay = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';
interface ScheduleTimes { at: string; on: ScheduleDay[] }
interface ScheduleRule extends ScheduleTimes { zone: string; /** Further times, at most 7. */ also?: ScheduleTimes[]; /** Absent for every week. */ everyWeeks?: number; /** Monday of a week with meetings. */ weekOf?: string }
interface DayOff { day: string; name: string }
interface Holidays { host?: string; days: number; problem?: string; skipped: DayOff[]; observances: DayOff[]; /** Names of days that were chosen. */ observe?: string[]; ignore?: string[] }
interface Schedule {
  subject: string; rule: ScheduleRule; mode: 'ask' | 'start' | 'write'; remindMs?: number; closesAfterMs?: number; holidays?: Holidays; next: string[]; problem?: string;
}
/** Form of a schedule. `remindMs` is 0 for no reminder, and `closesAfterMs` counts only in writing. The calendar of days off is that of the schedule (kept), text, or a URL. */
interface PlanForm {
  at: string; on: ScheduleDay[]; zone: string; also: ScheduleTimes[]; /** 1 for every week. */ everyWeeks: number; /** Date in a week with meetings; empty for that of the next time. */ weekOf: string; mode: 'ask' | 'start' | 'write'; remindMs: number; closesAfterMs: number;
  source: 'none' | 'kept' | 'file' | 'url'; url: string; ics: string; observe: string[]; ignore: string[];
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
  /** True once the schedules have been listed. */
  areTimesKnown: boolean;
  plan: Plan | null;
}
interface State extends ScheduleState {}
interface Places { schedule: { kind: 'schedule'; standup: string } }
interface Sheets { removeSchedule: { kind: 'removeSchedule' } }
