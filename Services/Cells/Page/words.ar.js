// Arabic words about other cells.
import { isolated as i } from '../../Gateway/Page/plurals.js';

/** @type {typeof import('./words.js').words} */
export const words = {
  cell: (name) => `الخلية ${i(name)}`,
  away: (name, why) => `تعذّر تحميل وقفات الخلية ${i(name)}: ${i(why)}`,
  more: 'هذه القائمة غير كاملة. صفحة الخلية تعرض كل الوقفات.',
  hint: (name) => `عنوان صفحة ${i(name)} غير معروف. يمكن لمشغّل تحديده بالأمر`,
  moved: 'في خلية أخرى', isIn: (name) => `هذه الوقفة في خلية أخرى: ${i(name)}.`, go: (name) => `فتح في ${i(name)}`,
};
