// Words of written updates.
import { inLanguage } from '../../Gateway/Page/language.js';
import { n, t } from '../../Gateway/Page/words.js';

export const words = inLanguage('Standups.updates', {
  title: 'Written updates', hint: 'For the next meeting, by those who cannot come.', write: 'Write an update',
  field: t((name) => `Update of ${name}`), who: 'Update of', placeholder: 'Done, next, blockers',
  save: 'Save', saving: 'Saving…', left: n((count) => `${count.toLocaleString('en')} characters left`),
  edit: 'Edit', editOf: t((name) => `Edit the update of ${name}`),
  remove: 'Remove', removeOf: t((name) => `Remove the update of ${name}`),
  saved: 'The update was saved.', removed: 'The update was removed.', undo: 'Undo', gone: 'The update has already been removed.',
  changed: 'Someone else changed this update while you were writing. Saving replaces it.',
  turn: t((name) => `Written update of ${name}`), away: 'Written updates of those who are away',
  none: (/** @type {string[]} */ names) => `No update: ${names.join(', ')}`,
  absent: t((name) => `${name} (absent)`),
});
