// Words of attendance, loaded with a standup and its meeting.
import { endOf, lastDay } from './people.js';
import { day, t, time } from './words.js';

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
 * The end of an absence: its last day, or date and time if no day ends then where this browser is, because the absence was set
 * in another time zone.
 * @param {number} ms when it ends, in milliseconds since 1970
 */
export function awayUntil(ms) {
  if (endOf(lastDay(ms)) === ms) return words.until(day(new Date(ms - 1).toISOString()));
  const moment = new Date(ms).toISOString();
  return words.untilTime(`${day(moment)}, ${time(moment)}`);
}
