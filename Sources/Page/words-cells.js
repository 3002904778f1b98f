// The words of other cells, which come with them.
import { t } from './words.js';

export const words = {
  cell: t((name) => `In the cell ${name}`),
  away: (/** @type {string} */ name, /** @type {string} */ why) => `What the cell ${name} has cannot be read: ${why}`,
  more: 'There are more; its own page has all.',
  hint: t((name) => `Where the page of ${name} is, is not known here. It is told by`),
  moved: 'In another cell', isIn: t((name) => `This standup is in another cell: ${name}.`), go: t((name) => `Open it in ${name}`),
};
