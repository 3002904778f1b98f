// Words of discarded meetings.
import { inLanguage } from '../../Gateway/Page/language.js';
import { n, plural, t } from '../../Gateway/Page/words.js';

export const words = inLanguage('Standups.discarded', {
  title: 'Discarded meetings', none: 'No discarded meetings', hint: 'A meeting appears here 10 seconds after it was discarded, and can be restored for 7 days.',
  admins: 'Only an admin of the team can restore discarded meetings.',
  restore: 'Restore', restoreOf: t((moment) => `Restore the meeting of ${moment}`), restored: 'The meeting was restored.',
  until: t((moment) => `until ${moment}`), lines: n((count) => plural(count, 'line')),
});
