// The words of who is there, which come with the standup and its meeting.
import { t } from './words.js';

export const words = {
  order: 'Order', orders: { listed: 'As listed', lastFirst: 'Last first', shuffled: 'Shuffled' },
  comes: t((name) => `${name} takes part in the next meeting`),
  absent: 'Absent until', until: t((day) => `Absent until ${day}`), lastDay: 'Last day of absence',
  lastDayOf: t((name) => `Last day on which ${name} is absent`),
  back: 'Is back', backOf: t((name) => `${name} is back`),
  who: 'Who is here', gone: 'Not here', goneOf: t((name) => `${name} is not here`),
  came: 'Has come', cameOf: t((name) => `${name} has come, and speaks last`),
};
