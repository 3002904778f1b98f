// The history of standups and persons: figures of past meetings as pictures and tables. Its part is loaded on demand.

/** @type {Feature} */
export const feature = {
  parts: { history: () => import('./part.js') },
  places: {
    history: { path: '/standups/:standup/history', under: 'standup', part: 'history' },
    personHistory: { path: '/people/:person/history', part: 'history' },
  },
  /** @returns {HistoryState} */
  state: () => ({ history: null }),
};
