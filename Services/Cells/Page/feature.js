// Standups of other cells. This part is loaded once the page has started.

/** @type {Feature} */
export const feature = { parts: { cells: () => import('./part.js') }, background: 'cells' };
