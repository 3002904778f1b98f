// Focus sessions: the places, which are loaded at the start.

/** @type {Feature} */
export const feature = {
  parts: { focus: () => import('./part.js') },
  places: {
    focus: { path: '/focus', part: 'focus', title: 'Focus', link: 'observer' },
    focusItems: { path: '/focus/items', under: 'focus', part: 'focus' },
    focusItem: { path: '/focus/items/:item', under: 'focusItems', part: 'focus' },
  },
  /** @returns {FocusState} */
  state: () => ({ focus: null, focusItems: null, focusTitle: '' }),
};
