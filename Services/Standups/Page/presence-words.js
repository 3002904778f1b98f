// Words about who is connected to a meeting.
import { inLanguage } from '../../Gateway/Page/language.js';
import { n, plural, t } from '../../Gateway/Page/words.js';

/**
 * Joins names, such as “Ann, Bob and Cy”.
 * @param {string[]} names
 */
const list = (names) => (names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`);

export const words = inLanguage('Standups.presence', {
  one: t((name) => `${name} is connected`),
  /** @param {string[]} names @param {number} count of all */
  many: (names, count) => `${list(count > names.length ? [...names, `${count - names.length} more`] : names)} are connected`,
  more: n((count) => plural(count, 'more connection')),
  missing: (/** @type {string[]} */ names) => `Not here yet: ${names.join(', ')}`,
  connected: 'Connected', poor: 'Poor connection', slow: 'poor connection', microphone: 'microphone on', unknown: 'Unknown browser',
  undo: 'Undo', undoLabel: 'Undo: mark me as away',
});
