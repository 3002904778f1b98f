// Actions of the operators' tools. view.js shows them.
import { command, enter as enterPlace, tell } from '../../Gateway/Page/navigate.js';
import { dismiss, question } from '../../Gateway/Page/view-rows.js';
import { w } from '../../Gateway/Page/words.js';
import { bindings, health, letters, services, system, trace } from './view.js';
import { words } from './words.js';

/** @type {Record<string, (state: State, depth: number) => Child>} */
const views = { system, health, services, bindings, 'dead-letters': letters, trace };

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
export const view = (state, place, depth) => views[place.kind](state, depth);

/** @param {string} target @param {object} body @param {keyof Tools} name */
const read = (target, body, name) => command(target, body, { type: 'tool', name });

/** @param {State} state @param {Place} place @returns {Effect[]} */
export function enter(state, place) {
  switch (place.kind) {
    case 'health': return [read('router.health', {}, 'health'), read('router.traces', { limit: 20 }, 'traces')];
    case 'services': return [read('router.services', { limit: 200 }, 'services')];
    case 'bindings': return [read('router.bindings', {}, 'bindings')];
    case 'dead-letters': return [read('router.deadLetters', { action: 'list', limit: 100 }, 'letters')];
    case 'trace':
      delete state.tools.trace;
      return [read('router.trace', { id: place.trace, limit: 500 }, 'trace'),
        ...(state.tools.health ? [] : enter(state, { kind: 'health' }))];
    default: return [];
  }
}

/** @type {Record<string, EventHandler>} */
export const events = {};
for (const type of ['service.up', 'service.down', 'service.lost', 'bus.deadLetter']) {
  events[type] = (state) => (['health', 'services', 'dead-letters'].includes(state.place.kind)
    ? enterPlace(state, state.place) : []);
}

/** @type {Handlers} */
export const handlers = {
  tool(state, { name, reply, error }) {
    state.tools[/** @type {keyof Tools} */ (name)] = /** @type {any} */ (error ? { problem: error.message } : reply);
    return [];
  },
  'letters.do'(state, { action, id }) {
    state.sheet = null;
    return [command('router.deadLetters', id ? { action, id } : { action, limit: 100 }, { type: 'letters.done' })];
  },
  'letters.done'(state, { reply, error }) {
    return [...tell(error ? error.message : words.delivered(reply.removed.length), !!error),
      ...enterPlace(state, state.place)];
  },
};

/** @type {Part['sheets']} */
export const sheets = {
  dropAll: () => question('dropAll', words.dropTitle, words.dropMessage, [
    { label: words.dropAll, action: { type: 'letters.do', action: 'drop' }, isDestructive: true }, { label: w.cancel, action: dismiss },
  ], dismiss),
};
