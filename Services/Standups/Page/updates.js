// Written updates: reads, writes and removes those that wait for the next meeting of a standup.
import { command, tell } from '../../Gateway/Page/navigate.js';
import { isOld, markTold, mayChange, standupOf } from '../../Gateway/Page/state.js';
import { words } from './updates-words.js';

/** Maximum length of an update, in characters. */
export const longest = 4000;
/**
 * Requests the updates of a standup that wait.
 * @param {State} state @param {string} standup @returns {Effect[]}
 */
export const readUpdates = (state, standup) => (state.standups.has(standup)
  ? [command('standups.updates', { standup }, { type: 'updates.read', standup })] : []);

/**
 * Returns the update of an attendee that waits.
 * @param {State} state @param {string} standup @param {string} attendee
 */
export const updateOf = (state, standup, attendee) => state.updates.get(standup)?.find((each) => each.attendee.id === attendee);

/**
 * Returns the updates of a standup that wait, except those of attendees who have been removed meanwhile.
 * @param {State} state @param {string} standup
 */
export function waiting(state, standup) {
  const all = state.updates.get(standup) ?? [];
  const attendees = state.standups.get(standup)?.standup.attendees;
  return attendees ? all.filter(({ attendee }) => attendees.some(({ id }) => id === attendee.id)) : all;
}

/**
 * Changes the updates of a standup. If they have not been loaded yet, replies that are older than the event are ignored.
 * @param {State} state @param {string} standup @param {(all: WrittenUpdate[]) => WrittenUpdate[]} change
 */
function change(state, standup, change) {
  const all = state.updates.get(standup);
  if (all) state.updates.set(standup, change(all));
}

/** @param {WrittenUpdate[]} all @param {string} attendee */
const without = (all, attendee) => all.filter((each) => each.attendee.id !== attendee);

/** @type {Record<string, EventHandler>} */
export const updateEvents = {
  'update.written'(state, { attendee, atMs, by, text }, { subject }) {
    // Only during a meeting does the event contain the text.
    if (text === undefined) return standupOf(state.place) === subject ? readUpdates(state, subject) : [];
    change(state, subject, (all) => [...without(all, attendee.id), { attendee, atMs, by, text }]);
    return [];
  },
  'update.removed'(state, { attendee }, { subject }) {
    change(state, subject, (all) => without(all, attendee));
  },
  // The meeting has saved its updates; if its end is undone, they wait again.
  'meeting.finished'(state, { standup, meeting }) {
    if (!meeting?.updates) return;
    markTold(state, 'update', standup);
    state.updates.set(standup, []);
  },
  'meeting.reopened'(state) {
    const standup = standupOf(state.place);
    return standup ? readUpdates(state, standup) : [];
  },
};

/** @param {State} state @param {string} standup @param {string} attendee @param {string} text @param {string} as */
const write = (state, standup, attendee, text, as) => [command('standups.writeUpdate', { standup, attendee, text },
  { type: as, standup, attendee, text })];

/** @type {Handlers} */
export const updateHandlers = {
  'updates.read'(state, { standup, reply, error, after }) {
    if (!reply) return error.code === 'not_found' ? [] : tell(error.message, true);
    if (isOld(state, 'update', standup, after)) return readUpdates(state, standup);
    state.updates.set(standup, reply.updates);
    return [];
  },
  'update.open'(state, { standup, attendee }) {
    const base = updateOf(state, standup, attendee)?.text ?? '';
    state.writing.set(standup, { attendee, text: base, base, isSaving: false, problem: '' });
    return [{ type: 'focus', id: 'update' }];
  },
  'update.text'(state, { standup, text }) {
    const draft = state.writing.get(standup);
    if (draft) Object.assign(draft, { text, problem: '' });
  },
  // A text that was typed for another attendee stays.
  'update.for'(state, { standup, attendee }) {
    const draft = state.writing.get(standup);
    if (!draft) return;
    const base = updateOf(state, standup, attendee)?.text ?? '';
    Object.assign(draft, { attendee, text: draft.text === draft.base ? base : draft.text, base, problem: '' });
  },
  'update.cancel'(state, { standup }) {
    state.writing.delete(standup);
    return [{ type: 'focus', id: 'write-update' }];
  },
  'update.save'(state, { standup }) {
    const draft = state.writing.get(standup);
    const text = draft?.text.trim();
    if (!draft || !text || draft.isSaving) return [];
    Object.assign(draft, { isSaving: true, problem: '' });
    return write(state, standup, draft.attendee, text, 'update.saved');
  },
  'update.saved'(state, { standup, attendee, text, reply, error }) {
    const draft = state.writing.get(standup);
    if (draft) draft.isSaving = false;
    if (error) {
      if (!draft) return tell(error.message, true);
      draft.problem = error.message;
      return [];
    }
    change(state, standup, (all) => [...without(all, attendee), { attendee: reply.attendee, atMs: reply.atMs, by: reply.by, text }]);
    const announcement = /** @type {Effect} */ ({ type: 'announce', text: words.saved });
    // The text may have changed since the request.
    if (!draft || draft.attendee !== attendee || draft.text.trim() !== text) return [announcement];
    state.writing.delete(standup);
    return [announcement, { type: 'focus', id: 'write-update', ifLost: true }];
  },
  'update.remove'(state, { standup, attendee }) {
    const text = updateOf(state, standup, attendee)?.text;
    return text === undefined ? [] : [command('standups.removeUpdate', { standup, attendee },
      { type: 'update.removed', standup, attendee, text })];
  },
  'update.removed'(state, { standup, attendee, text, error }) {
    if (error && error.code !== 'not_found') return tell(error.message, true);
    change(state, standup, (all) => without(all, attendee));
    // Another person was faster, and their removal can be undone on their page.
    if (error) return tell(words.gone);
    const offer = { label: words.undo, action: { type: 'update.restore', standup, attendee, text } };
    return [{ type: 'act', action: { type: 'notice', text: words.removed, offer } },
      { type: 'focus', id: 'write-update', ifLost: true }];
  },
  'update.restore'(state, { standup, attendee, text }) {
    state.notices = state.notices.filter(({ offer }) => offer?.action.type !== 'update.restore' || offer.action.attendee !== attendee);
    // The attendee may have a new update since.
    if (!mayChange(state) || updateOf(state, standup, attendee)) return [];
    return write(state, standup, attendee, text, 'update.saved');
  },
};
