// Features that are loaded when their place is opened. They share only the core and do not depend on each other.

/** @type {Record<string, () => Promise<Part>>} */
const loaders = {
  detail: () => import('../../Standups/Page/detail.js'),
  form: () => import('../../Standups/Page/form-part.js'),
  live: () => import('../../Standups/Page/live-part.js'),
  past: () => import('../../Standups/Page/past.js'),
  focus: () => import('../../Focus/Page/part.js'),
  tools: () => import('../../Router/Page/part.js'),
  entry: () => import('./entry.js'),
  sheets: () => import('./sheets.js'),
  times: () => import('../../Schedule/Page/part.js'),
  cells: () => import('../../Cells/Page/part.js'),
};

/**
 * Loaded parts, by name.
 * @type {Record<string, Part | undefined>}
 */
export const parts = {};

/** @type {Record<string, string | undefined>} */
const owners = {
  standup: 'detail', deleteStandup: 'detail', new: 'form', edit: 'form', record: 'live', recordAlert: 'live',
    meeting: 'past', settings: 'past', search: 'past', focus: 'focus', focusItems: 'focus', focusItem: 'focus',
  health: 'tools', services: 'tools', bindings: 'tools', 'dead-letters': 'tools', trace: 'tools',
};

/** @param {Place} place */
export const partOf = (place) => owners[place.kind];

/** @param {string} name */
export async function load(name) { parts[name] ??= await fetched(loaders[name]); }

/**
 * Loads a module on demand; retries during a short network outage.
 * @template T @param {() => Promise<T>} module @returns {Promise<T>}
 */
export async function fetched(module, tries = 5) {
  try {
    return await module();
  } catch (error) {
    if (!tries) throw error;
    await new Promise((done) => setTimeout(done, 1000));
    return fetched(module, tries - 1);
  }
}

/** Loads all parts, for tests. */
export const loadAll = () => Promise.all(Object.keys(loaders).map(load));
