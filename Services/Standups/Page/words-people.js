// Words of attendance, loaded with a standup and its meeting.
import { endOf, lastDay } from './people.js';
import { day, t, time } from '../../Gateway/Page/words.js';

export const words = {
  order: 'Order', orders: { listed: 'As listed', lastFirst: 'Last first', shuffled: 'Shuffled' },
  comes: t((name) => `${name} takes part in the next meeting`),
  absent: 'Away through', until: t((day) => `Away through ${day}`),
  untilTime: t((moment) => `Away until ${moment}`), lastDay: 'Last day away',
  lastDayOf: t((name) => `Last day away: ${name}`),
    past: 'The last day away must be today or later.',
  back: 'Back', backOf: t((name) => `${name} is back`),
  begun: t((name) => `${name} has just begun. Press again to end this turn.`),
  who: 'Attendance', here: 'Here', away: 'Away', hereOf: t((name) => `${name} is here`),
};

/**
 * Returns the end of an absence: its last day, or its date and time if it was set in another time zone and does not
 * end at midnight in this one.
 * @param {number} ms end of the absence, in milliseconds since 1970
 */
export function awayUntil(ms) {
  if (endOf(lastDay(ms)) === ms) return words.until(day(new Date(ms - 1).toISOString()));
  const moment = new Date(ms).toISOString();
  return words.untilTime(`${day(moment)}, ${time(moment)}`);
}
