// Focus sessions.
import { command, tell } from '../../Gateway/Page/navigate.js';
import { isOld, when } from '../../Gateway/Page/state.js';
import { focus, focusItem, focusItems } from './view.js';

/** @param {State} state @param {Place} place @param {number} depth @returns {Child} */
export function view(state, place, depth) {
  if (place.kind === 'focusItem') return focusItem(state, place.item, depth);
  return place.kind === 'focus' ? focus(state, depth) : focusItems(state, depth);
}

/** @param {State} state @returns {Effect[]} */
const read = ({ me }) => (me ? [command('focus.get', { person: me.name }, { type: 'focus.read' })] : []);

/** @param {State} state @returns {Effect[]} */
const readItems = ({ me }) => (me ? [command('focus.items', { person: me.name, limit: 100 }, { type: 'focus.items' })] : []);

/** @param {State} state @returns {Effect[]} */
export const enter = (state) => [...read(state), ...readItems(state)];

/** @param {State} state @param {number} after */
const isOvertaken = (state, after) => isOld(state, 'focus', state.me?.name ?? '', after);

/** @type {Handlers} */
export const handlers = {
  'focus.read'(state, { reply, error, after }) {
    if (!reply) return error.code === 'not_found' ? [] : tell(error.message, true);
    if (isOvertaken(state, after)) return read(state);
    state.focus = { ...reply, at: state.now };
    if (reply.isRunning || !state.focusTitle) state.focusTitle = reply.title;
    return [];
  },
  'focus.items'(state, { reply, error, after }) {
    if (!reply) return tell(error.message, true);
    if (isOvertaken(state, after)) return readItems(state);
    state.focusItems = reply.items;
    return [];
  },
  'focus.title'(state, { text }) {
    state.focusTitle = text;
  },
  'focus.toggle'(state) {
    const person = state.me?.name;
    if (!person) return [];
    if (state.focus?.isRunning) return [command('focus.stop', { person }, { type: 'focus.stopped' })];
    return [command('focus.start', { person, title: state.focusTitle }, { type: 'focus.read' })];
  },
  'focus.stopped'(state, { reply, error }) {
    if (!reply) return tell(error.message, true);
    state.focus = { ...reply.focus, at: state.now };
    state.focusTitle = reply.focus.title;
    return [];
  },
  'focus.delete': (state, { id }) => [command('focus.delete', { id }, { type: 'done' })],
  done: (state, { error }) => (error ? tell(error.message, true) : []),
};

/** @type {Record<string, EventHandler>} */
export const events = {
  'focus.started'(state, { durationMs, title }, event) {
    if (event.subject !== state.me?.name) return;
    state.focus = { person: event.subject, title, durationMs, elapsedMs: 0, isRunning: true, at: when(state, event) };
    state.focusTitle = title;
  },
  'focus.stopped'(state, data, { subject }) {
    return subject === state.me?.name ? read(state) : [];
  },
  'focus.itemRecorded'(state, { item }) {
    if (!state.focusItems || item.person !== state.me?.name) return;
    state.focusItems = [item, ...state.focusItems.filter(({ id }) => id !== item.id)];
  },
  'focus.itemDeleted'(state, { id }) {
    if (state.focusItems) state.focusItems = state.focusItems.filter((item) => item.id !== id);
  },
};
