// Words of the alerts that everyone sees, and of their answers.
import { inLanguage } from '../../Gateway/Page/language.js';
import { t } from '../../Gateway/Page/words.js';

export const words = inLanguage('Standups.alerts', {
  answers: /** @type {Record<string, string>} */ ({
    allow: 'Allow', dontAllow: 'Don’t allow', continueWithoutRecording: 'Continue without recording',
    openSettings: 'Allow recording and start', cancel: 'Cancel', saveAndEnd: 'Save and end',
    discard: 'Discard meeting', resume: 'Resume', continueMeeting: 'Continue meeting',
    loadSamples: 'Load samples', startEmpty: 'Start empty',
  }),
  speechAuthorization: { title: 'Record this meeting?', message: 'Standups can write a transcript. It does not keep the audio.' },
  speechDenied: { title: 'Recording is off for this standup', message: 'You can meet without a transcript, or allow recording.' },
  speechRestricted: { title: 'Speech recognition is unavailable', message: t((reason) => `${reason} You can meet without a transcript.`) },
  speechFailed: { title: 'Speech recognition failed', message: t((reason) => `${reason} The transcript so far is saved.`) },
  paused: { title: 'Paused', message: 'The timer is paused. Resuming continues the meeting for everyone.' },
  dataFailedToLoad: {
    title: 'Data failed to load',
    message: (/** @type {string} */ reason, /** @type {string} */ path) => `${reason} The unreadable file was moved to ${path}.`,
  },
  endMeeting: { title: 'End meeting?', message: t((who) => `${who} asked to end the meeting. Resuming continues it for everyone.`) },
  discard: { title: 'Discard this meeting?', message: 'It ends for everyone and is not saved. An admin can restore it for 7 days.', yes: 'Discard', no: 'Keep the meeting' },
});
