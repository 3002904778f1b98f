// Words of the glossary of a team.
import { inLanguage } from '../../Gateway/Page/language.js';
import { n, plural, t } from '../../Gateway/Page/words.js';

export const words = inLanguage('Standups.glossary', {
  title: 'Glossary', hint: 'Transcripts of this team spell these terms as they are here. The names of attendees need no entry.',
  none: 'No terms yet', term: 'Term', sounds: 'Sounds like (optional)', soundsLike: t((text) => `sounds like “${text}”`),
  add: 'Add', adding: 'Adding…', added: t((term) => `“${term}” was added.`),
  removeOf: t((term) => `Remove ${term}`),
  removed: t((term) => `“${term}” was removed.`), undo: 'Undo',
  file: 'Import a list', fileHint: 'A text file with one term per line, or “term = sounds like”.',
  imported: n((count) => `${plural(count, 'term')} imported.`), skipped: t((lines) => `Skipped lines: ${lines}.`),
  empty: 'The file contains no terms.', tooLong: 'The file is too long; a list can have at most 1 MB.',
});
