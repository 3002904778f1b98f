// Alerts that everyone sees, and their answers: the texts of all alerts, and the alert over the list.
import { command, tell } from '../../Gateway/Page/navigate.js';
import { mayChange } from '../../Gateway/Page/state.js';
import { question } from '../../Gateway/Page/view-rows.js';

/** @type {Record<string, string>} */
export const answers = {
  allow: 'Allow', dontAllow: 'Don’t allow', continueWithoutRecording: 'Continue without recording',
  openSettings: 'Allow recording and start', cancel: 'Cancel', saveAndEnd: 'Save and end',
  discard: 'Discard meeting', resume: 'Resume', continueMeeting: 'Continue meeting',
  loadSamples: 'Load samples', startEmpty: 'Start empty',
};

/**
 * Returns the title and the message of an alert.
 * @param {string} name
 * @param {{ reason?: string, path?: string, who?: string }} said the reason, the path, and the name of the person who opened it
 * @returns {{ title: string, message: string }}
 */
export function texts(name, { reason = '', path = '', who = 'Someone' }) {
  switch (name) {
    case 'speechAuthorization': return { title: 'Record this meeting?',
      message: 'Standups can write a transcript. It does not keep the audio.' };
    case 'speechDenied': return { title: 'Recording is off for this standup',
      message: 'You can meet without a transcript, or allow recording.' };
    case 'speechRestricted': return { title: 'Speech recognition is unavailable',
      message: `${reason} You can meet without a transcript.` };
    case 'speechFailed': return { title: 'Speech recognition failed',
      message: `${reason} The transcript so far is saved.` };
    case 'paused': return { title: 'Paused',
      message: 'The timer is paused. Resuming continues the meeting for everyone.' };
    case 'dataFailedToLoad': return { title: 'Data failed to load',
      message: `${reason} The unreadable file was moved to ${path}.` };
    default: return { title: 'End meeting?', message: `${who} asked to end the meeting. Resuming continues it for everyone.` };
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
