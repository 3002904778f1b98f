// Words of past meetings, recording settings and the search, loaded with them.
import { n, plural } from '../../Gateway/Page/words.js';

export const words = {
  past: {
    title: 'Past meeting', timeUp: 'Time ran out', saved: 'Ended early', nothing: 'Nothing was recorded.',
      download: 'Download as Markdown',
    isGone: 'Meeting not found. It may have been deleted.',
    failure: 'Speech recognition failed; anything said after this is missing.',
      denial: 'Recording stopped because it was no longer allowed.', transcript: 'Transcript', attendees: 'Attendees',
    shortened: 'This transcript is too long to show here. Download the meeting to read all of it.',
  },
  settings: {
    title: 'Recording', status: {
      authorized: 'Recording is allowed for this standup.', denied: 'Recording is off for this standup.',
      notDetermined: 'You will be asked at the next meeting.',
        restricted: 'Recording is unavailable.',
    }, allow: 'Allow recording', deny: 'Don’t record', ask: 'Ask at the next meeting',
    hint: 'Standups writes a transcript and does not keep the audio. “Don’t record” also stops a recording in progress.',
      now: 'The current meeting is being recorded.',
  },
  search: {
    title: 'Search', none: 'No meeting contains all of these words.',
      hint: 'Use “double quotes” for an exact phrase. Case and accents are ignored.',
    found: n((count) => plural(count, 'meeting')),
    there: (/** @type {string} */ name, /** @type {number} */ count) => `${plural(count, 'meeting')} in cell ${name}`,
    lost: (/** @type {string} */ name, /** @type {string} */ why) => `Could not search cell ${name}: ${why}`,
  },
};
