// Types for schedules.

interface ScheduleState {
  /** Next meeting times of standups with a schedule. */
  next: Map<string, string>;
  daysOff: Map<string, { day: string; name: string }[]>;
}
interface State extends ScheduleState {}
