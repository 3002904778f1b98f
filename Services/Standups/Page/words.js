// Words of the list and of announcements, loaded at the start. words-later.js contains those of the other
// places.
import { inLanguage } from '../../Gateway/Page/language.js';
import { n, plural, t } from '../../Gateway/Page/words.js';

export const words = inLanguage('Standups.words', {
  title: 'Daily Standups', add: 'Add standup', none: 'No standups yet',
    noneHint: 'Add your own, try a sample, or import a file.', addOwn: 'Add your own standup', sample: 'Add a sample standup', sampleTitle: 'Sample standup',
    sampleNames: ['Ada', 'Grace', 'Alan'], importFile: 'Import a file',
    filter: 'Filter standups', filterHint: 'Title, team:web, is:running', team: 'team:', running: 'is:running', noMatch: 'No standup matches the filter.',
  pinned: 'Pinned', archived: n((count) => `Archived: ${count}`), allArchived: 'All standups are archived.',
  live: 'Meeting now', people: n((count) => plural(count, 'attendee')), search: 'Search transcripts',
  held: 'Waiting for an answer', paused: 'Paused', unreadable: 'Could not be read: ', next: 'Next meeting',
});

export const news = inLanguage('Standups.news', {
  next: t((name) => `Next: ${name}`), last: 'No more speakers',
    turn: (/** @type {string} */ name, /** @type {string} */ next) => `${name} is speaking. ${next}.`,
  undo: 'Press b to undo.', resume: 'Resume the meeting',
  over: 'The meeting ended and was saved.', discarded: 'The meeting was discarded.',
    restorable: 'The meeting was discarded. An admin can restore it for 7 days.',
    stopped: 'Recording stopped because it is no longer allowed.',
  marked: 'You were marked as here.', yourTurn: 'Your turn', youAreNext: 'You’re next', soon: n((minutes) => `Starts in ${minutes} min`), started: 'The meeting has started', write: t((time) => `Write your update by ${time}`),
  deleted: t((title) => `“${title}” was deleted.`), meetingDeleted: 'The meeting was deleted.',
});
