// The words of the form, which come with it.
import { n, plural, t } from './words.js';

export const words = {
  new: 'New standup', edit: 'Edit standup', title: 'Title', length: 'Length',
    minutes: n((count) => plural(count, 'minute')), theme: 'Theme', warning: 'Warning',
    before: t((time) => `${time} before a turn ends`), noWarning: 'None', ending: 'End', over: 'It may run over', onTime: 'On time',
  attendees: 'Attendees', attendee: n((index) => `Name of attendee ${index}`), add: 'New attendee',
    remove: t((name) => `Remove ${name}`), weight: 'How long the turn is beside those of others',
    weightOf: t((name) => `How long the turn of ${name} is beside those of others`),
  save: 'Save', saving: 'Saving…', conflict: 'Somebody else changed this standup while you did', mine: 'Keep mine',
    theirs: 'Take theirs',
  fields: { title: 'Title', durationMs: 'Length', theme: 'Theme', warnMs: 'Warning', mayRunOver: 'End', attendees: 'Attendees' },
    theirsIs: 'Theirs: ',
    mineIs: 'Yours: ',
  isGone: 'This standup was deleted meanwhile. What you wrote is here: saving adds it anew.',
};
