// Words about other cells, loaded together with their part.
import { inLanguage } from '../../Gateway/Page/language.js';
import { t } from '../../Gateway/Page/words.js';

export const words = inLanguage('Cells.words', {
  cell: t((name) => `Cell ${name}`),
  away: (/** @type {string} */ name, /** @type {string} */ why) => `Could not load the standups of cell ${name}: ${why}`,
  more: 'This list is incomplete. The cell’s own page shows all standups.',
  hint: t((name) => `The address of ${name}’s page is unknown. An operator can set it with`),
  moved: 'In another cell', isIn: t((name) => `This standup is in another cell: ${name}.`), go: t((name) => `Open in ${name}`),
});
