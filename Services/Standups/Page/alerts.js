// Words of the alerts that everyone sees, and of their answers.

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
 * @param {{ reason?: string, path?: string }} said
 * @returns {{ title: string, message: string }}
 */
export function alert(name, { reason = '', path = '' }) {
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
    default: return { title: 'End meeting?', message: 'Someone asked to end the meeting. Resuming continues it for everyone.' };
  }
}
