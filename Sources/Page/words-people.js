// Words of attendance, loaded with a standup and its meeting.
import { t } from './words.js';

export const words = {
  order: 'Order', orders: { listed: 'As listed', lastFirst: 'Last first', shuffled: 'Shuffled' },
  comes: t((name) => `${name} takes part in the next meeting`),
  absent: 'Away through', until: t((day) => `Away through ${day}`), lastDay: 'Last day away',
  lastDayOf: t((name) => `Last day away: ${name}`),
    past: 'The last day away must be today or later.',
  back: 'Back', backOf: t((name) => `${name} is back`),
  begun: t((name) => `${name} has just begun. Press again to end this turn.`),
  who: 'Attendance', here: 'Here', away: 'Away', hereOf: t((name) => `${name} is here`),
};
