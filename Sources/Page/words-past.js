// The words of past meetings, of settings and of the search, which come with them.
import { n, plural } from './words.js';

export const words = {
  past: {
    title: 'Past meeting', timeUp: 'The time was up', saved: 'Ended early', nothing: 'Nothing was recorded.',
      download: 'Download as Markdown',
    isGone: 'Meeting not found. It may have been deleted.',
    failure: 'Speech recognition failed; what was said later is missing.',
      denial: 'Recording was stopped, as it was no longer allowed.', transcript: 'Transcript', attendees: 'Attendees',
    shortened: 'This meeting is too long to be shown here; the download has all of it.',
  },
  settings: {
    title: 'Recording', status: {
      authorized: 'This standup may be recorded.', denied: 'This standup may not be recorded.',
      notDetermined: 'Whether it may be recorded is asked at its next meeting.',
        restricted: 'Nothing can be recorded here.',
    }, allow: 'Allow recording', deny: 'Don’t record', ask: 'Ask at the next meeting',
    hint: 'Standups writes a transcript; the audio itself is not kept. Denying also ends the recording of a meeting that runs now.',
      now: 'The meeting that runs now is being recorded.',
  },
  search: {
    title: 'Search', none: 'No meeting has all these words.',
      hint: 'Words in “double quotes” stay together. Case and accents do not matter.',
    found: n((count) => plural(count, 'meeting')),
    there: (/** @type {string} */ name, /** @type {number} */ count) => `${plural(count, 'meeting')} in the cell ${name}`,
    lost: (/** @type {string} */ name, /** @type {string} */ why) => `What the cell ${name} has cannot be searched: ${why}`,
  },
};
