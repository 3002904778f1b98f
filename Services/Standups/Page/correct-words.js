// Words of the corrections of a transcript.
import { inLanguage } from '../../Gateway/Page/language.js';
import { n, plural, t } from '../../Gateway/Page/words.js';

export const words = inLanguage('Standups.correct', {
  begin: 'Correct', beginLabel: 'Correct the transcript', end: 'Done',
  hint: 'Correct the words of a line, or who spoke it. The recognised words stay beside it.',
  edit: 'Edit', editOf: t((text) => `Edit the line “${text}”`), speaker: 'Speaker', text: 'Words', save: 'Save', saving: 'Saving…',
  heard: t((text) => `Heard: ${text}`), heardAs: (/** @type {string} */ name, /** @type {string} */ text) => `Heard as ${name}: ${text}`,
  restore: 'Restore the recognised words', saved: 'The line was corrected.', undone: 'The correction was undone.', undo: 'Undo',
  who: 'Who said this?', whoOf: t((text) => `Change the speaker of “${text}”`),
  changed: t((text) => `Someone else changed this line: “${text}”. Saving replaces it.`),
  unsaved: t((text) => `Not saved: “${text}”`), dropped: n((count) => `${plural(count, 'line')} not saved.`), resume: 'Resume',
});
