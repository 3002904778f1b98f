// Alerts that everyone sees, and their answers: the alert over the list, and the texts of all alerts.
import { command, tell } from '../../Gateway/Page/navigate.js';
import { mayChange } from '../../Gateway/Page/state.js';
import { question } from '../../Gateway/Page/view-rows.js';
import { person } from '../../Gateway/Page/words.js';
import { words } from './alert-words.js';

export const { answers, discard } = words;

/**
 * Returns the title and the message of an alert.
 * @param {string} name
 * @param {{ reason?: string, path?: string, who?: string }} said the reason, the path, and the name of the person who opened it
 * @returns {{ title: string, message: string }}
 */
export function texts(name, { reason = '', path = '', who = person('') }) {
  switch (name) {
    case 'speechAuthorization': case 'speechDenied': case 'paused': return words[name];
    case 'speechRestricted': case 'speechFailed': return { title: words[name].title, message: words[name].message(reason) };
    case 'dataFailedToLoad': return { title: words[name].title, message: words[name].message(reason, path) };
    default: return { title: words.endMeeting.title, message: words.endMeeting.message(who) };
  }
}

/** @type {Handlers} */
export const handlers = {
  'list.answer'(state, { action }) {
    if (!state.listAlert || state.isAnswering) return [];
    state.isAnswering = true;
    return [command('standups.answer', { action }, { type: 'list.answered' })];
  },
  'list.answered'(state, { reply, error }) {
    state.isAnswering = false;
    if (reply || error?.code === 'conflict') state.listAlert = null;
    return [{ type: 'reconnect', isFresh: true }, ...(error ? tell(error.message, true) : [])];
  },
};

/**
 * Shows the alert over the list.
 * @param {State} state @returns {Child}
 */
export function alert(state) {
  const open = state.listAlert;
  // An observer cannot answer, so the question does not block them.
  if (!open || !mayChange(state)) return null;
  const { title, message } = texts(open.name, open);
  return question('listAlert', title, message, open.actions.map((action) => ({
    label: answers[action], action: { type: 'list.answer', action }, isDisabled: state.isAnswering,
  })), null);
}
