// Words of a standup's schedule, loaded with it.
import { inLanguage } from '../../Gateway/Page/language.js';
import { duration, n, plural, t } from '../../Gateway/Page/words.js';

export const words = inLanguage('Schedule.words', {
  title: 'Schedule', save: 'Save', saving: 'Saving…', saved: 'The schedule was saved.', removed: 'The schedule was removed.',
  at: 'Time', on: 'Days', atOf: n((index) => `Time ${index}`), onOf: n((index) => `Days of time ${index}`), addTime: 'Add a time', removeTime: n((index) => `Remove time ${index}`),
    repeats: 'Weeks', weeks: n((count) => (count === 1 ? 'Every week' : count === 2 ? 'Every second week' : `Every ${count} weeks`)), weekOf: 'Meets in the week of',
    zone: 'Time zone', mode: 'Start', modes: { ask: 'Ask people to start', start: 'Start automatically', write: 'Ask for written updates' },
    asked: 'Asked', askedAtOnce: 'Everyone at the same time', askedLocally: 'Everyone at this time in their own time zone',
    closes: 'Updates close', after: n((ms) => `${duration(ms)} later`),
  remind: 'Reminder', noReminder: 'None', before: n((ms) => `${duration(ms)} before`),
  next: 'Next meetings', never: 'No meeting in the next ten years.', noDays: 'Choose at least one day.', there: (/** @type {string} */ moment, /** @type {string} */ zone) => `${moment} in ${zone}`,
  preview: 'Days off are left out once the schedule is saved.',
  breaks: 'Breaks', breakHint: 'Summer break', breakName: n((index) => `Name of break ${index}`), breakFrom: n((index) => `First day of break ${index}`), breakTo: n((index) => `Last day of break ${index}`),
    addBreak: 'Add a break', removeBreak: n((index) => `Remove break ${index}`), onBreak: t((date) => `On a break until ${date}`),
  off: 'Days off', source: 'Calendar', sources: { kept: 'Keep these days', none: 'None', file: 'File', url: 'Address' }, file: 'File (.ics)', url: 'Address',
  replaced: 'Saving removes the days off.',
  current: (/** @type {number} */ count, /** @type {string | undefined} */ host) => `${plural(count, 'day')}${host ? ` from ${host}` : ' from a file'}`,
  works: 'Working day', isOff: t((name) => `${name} is a day off`), off1: 'Day off',
  chosen: 'Choose which of these days are off, and save.', tooLarge: 'The file is too large. A calendar has at most 256 KiB.',
  observer: 'View only: you can’t change the schedule.', none: 'No schedule', noneHint: 'Meetings start when someone starts them.',
  remove: 'Remove schedule', removeTitle: 'Remove this schedule?', removeMessage: 'No meeting starts automatically any more, and no one is reminded. The standup and its past meetings stay.',
  changed: 'Someone else changed this schedule. Saving replaces their change.', use: 'Use theirs',
  isGone: 'Standup not found. It may have been deleted.',
});
