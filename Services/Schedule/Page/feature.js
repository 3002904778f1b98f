// Schedules: the next meeting times of standups, whose part is loaded once the page has started, and the place of a schedule.

/** @type {Feature} */
export const feature = {
  parts: { schedule: () => import('./part.js'), plan: () => import('./plan.js') },
  places: { schedule: { path: '/standups/:standup/schedule', under: 'standup', part: 'plan' } },
  background: 'schedule',
  /** @returns {ScheduleState} */
  state: () => ({ next: new Map(), written: new Set(), daysOff: new Map(), plan: null }),
};
