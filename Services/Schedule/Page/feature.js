// Schedules: the next meeting times of standups. Their part is loaded once the page has started.

/** @type {Feature} */
export const feature = {
  parts: { schedule: () => import('./part.js') },
  background: 'schedule',
  /** @returns {ScheduleState} */
  state: () => ({ next: new Map(), daysOff: new Map() }),
};
