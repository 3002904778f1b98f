// Words of the history.
import { inLanguage } from '../../Gateway/Page/language.js';
import { n, plural, t } from '../../Gateway/Page/words.js';

export const words = inLanguage('History.words', {
  title: 'History', of: t((name) => `History of ${name}`), period: 'Period', weeks: n((weeks) => `${weeks} weeks`), save: 'Download as CSV',
  none: 'No meetings in this period', noneHint: 'Choose a longer period, or come back after the next meeting.',
  unknown: 'Unknown', table: 'Show as a table', gone: 'Person not found. They may not take part in any standup.',
  cut: n((count) => `Only the first ${plural(count, 'standup')} of this person are included.`),
  length: {
    title: 'Length and plan', text: (/** @type {number} */ meetings, /** @type {number} */ over) => `${plural(meetings, 'meeting')}, ${over} longer than planned`,
    took: 'Length', planned: 'Planned', paused: 'Paused', beyond: 'Over the plan',
  },
  speaking: {
    title: 'Speaking time', each: 'Average per meeting', total: 'Total', meetings: 'Meetings', over: 'Turns over', attendee: 'Attendee', standup: 'Standup',
    text: t((name) => `${name} spoke the longest`), nobody: 'No speaking times are known.',
  },
  weekly: { title: 'Speaking time by week', text: (/** @type {string} */ total, /** @type {number} */ weeks) => `${total} in ${plural(weeks, 'week')}` },
  turns: { title: 'Turns over their time', text: (/** @type {number} */ meetings, /** @type {number} */ over) => `${plural(over, 'turn')} over in ${plural(meetings, 'meeting')}` },
  attendance: {
    title: 'Attendance', week: 'Week of', here: 'On time', late: 'Late', absent: 'Absent', date: 'Date',
    text: (/** @type {number} */ weeks, /** @type {number} */ percent) => `${plural(weeks, 'week')}, ${percent} % present`,
    none: 'No attendance is known.',
  },
});

/** Names of the columns in the file, which are the same in every language, because programs read it. */
export const columns = {
  meetings: ['date', 'standup', 'length_s', 'planned_s', 'paused_s', 'present', 'late', 'absent', 'turns_over'],
  people: ['attendee', 'present', 'late', 'absent', 'spoke', 'speaking_s', 'planned_s', 'turns_over', 'over_s'],
};
