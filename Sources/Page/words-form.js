// The words of the form, which come with it.
import { n, plural, t } from './words.js';

export const words = {
  new: 'New standup', edit: 'Edit standup', title: 'Title', length: 'Length',
    minutes: n((count) => plural(count, 'minute')), theme: 'Theme', warning: 'Warning',
    before: t((time) => `${time} before a turn ends`), noWarning: 'None', ending: 'End', over: 'Allow overtime', onTime: 'On time',
  attendees: 'Attendees', attendee: n((index) => `Name of attendee ${index}`), add: 'New attendee',
    remove: n((index) => `Remove attendee ${index}`), weight: 'Share of time',
    weightOf: n((index) => `Share of time, attendee ${index}`), minutesLabel: 'Length in minutes', min: 'min',
  save: 'Save', saving: 'Saving…', conflict: 'Somebody else changed this standup while you did', mine: 'Keep mine',
    theirs: 'Take theirs',
  fields: { title: 'Title', durationMs: 'Length', theme: 'Theme', warnMs: 'Warning', mayRunOver: 'End', attendees: 'Attendees' },
    theirsIs: 'Theirs: ',
    mineIs: 'Yours: ',
  empty: 'Enter a title or the name of an attendee.',
  isGone: 'This standup was deleted meanwhile. What you wrote is here: saving adds it anew.',
};
