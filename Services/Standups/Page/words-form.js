// Words of the form, loaded with it.
import { n, t } from '../../Gateway/Page/words.js';

export const words = {
  new: 'New standup', edit: 'Edit standup', title: 'Title', length: 'Length',
    theme: 'Theme', warning: 'Warning',
    before: t((time) => `${time} before a turn ends`), noWarning: 'None', over: 'Allow overtime',
    overtime: 'Overtime', allowed: 'Allowed', notAllowed: 'Not allowed',
  attendees: 'Attendees', attendee: n((index) => `Name of attendee ${index}`), add: 'Add attendee',
    remove: n((index) => `Remove attendee ${index}`), weight: 'Share of time',
    weightOf: n((index) => `Share of time, attendee ${index}`), minutesLabel: 'Length in minutes', min: 'min',
  save: 'Save', saving: 'Saving…', conflict: 'Someone else changed this standup while you were editing it.', mine: 'Keep mine',
    theirs: 'Use theirs',
  fields: { title: 'Title', durationMs: 'Length', theme: 'Theme', warnMs: 'Warning', mayRunOver: 'Overtime', attendees: 'Attendees' },
    theirsIs: 'Theirs: ',
    mineIs: 'Mine: ',
  empty: 'Enter a title or the name of an attendee.',
  isGone: 'This standup was deleted while you were editing it. Save to add it as a new standup.',
};
