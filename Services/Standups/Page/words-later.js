// Words of standups, forms and meetings, loaded together with the first of their places.
import { inLanguage, locale } from '../../Gateway/Page/language.js';
import { n, person, plural, t } from '../../Gateway/Page/words.js';

/**
 * Returns an attendee's name, with the weight of their turn.
 * @param {Attendee} attendee
 */
export const weighty = ({ name, weight = 1 }) => person(name) + (weight > 1 ? ` ×${weight}` : '');

/**
 * Returns the name of a language in the language of the page; the tag if the browser does not know it.
 * @param {string} tag such as pt-BR
 */
export function languageName(tag) {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

export const words = inLanguage('Standups.later', {
  themes: /** @type {Record<string, string>} */ ({
    bubblegum: 'Bubblegum', buttercup: 'Buttercup', indigo: 'Indigo', lavender: 'Lavender', magenta: 'Magenta', navy: 'Navy', orange: 'Orange',
    oxblood: 'Oxblood', periwinkle: 'Periwinkle', poppy: 'Poppy', purple: 'Purple', seafoam: 'Seafoam', sky: 'Sky', tan: 'Tan', teal: 'Teal',
    yellow: 'Yellow',
  }),
  detail: {
    info: 'Standup info', dayOff: t((name) => (name ? `Day off: ${name}` : 'Day off')), start: 'Start meeting', join: 'Join meeting', length: 'Length', theme: 'Theme',
      warning: 'Warning before a turn ends',
      history: 'History', discarded: 'Discarded meetings', past: 'Past meetings', offline: 'Not available offline', noPast: 'No meetings yet',
    attendees: 'Attendees', edit: 'Edit', delete: 'Delete', settings: 'Recording', noSchedule: 'Not scheduled', deleteTitle: 'Delete this standup?',
    deleteMessage: t((title) => `“${title}” and all its past meetings will be deleted.`),
      isGone: 'Standup not found. It may have been deleted.',
    pin: 'Pin to the top of the list', archive: 'Archive', unarchive: 'Unarchive', undo: 'Undo', suspended: 'Suspended while archived',
      archivedHint: 'This standup is archived. It is hidden from the list and can’t meet.',
      archived: t((title) => `“${title}” was archived.`), unarchived: t((title) => `“${title}” is back in the list.`),
    starting: 'Starting…', busyHint: 'End the meeting to delete this standup.',
  },
  form: {
    new: 'New standup', edit: 'Edit standup', title: 'Title', length: 'Length',
      theme: 'Theme', warning: 'Warning',
      before: t((time) => `${time} before a turn ends`), noWarning: 'None', over: 'Allow overtime',
      overtime: 'Overtime', allowed: 'Allowed', notAllowed: 'Not allowed',
    language: 'Language', usual: 'Default', usualIs: t((language) => `${language} (default)`),
      unspoken: 'No speech model for this language is installed, so meetings can’t be recorded.',
    attendees: 'Attendees', attendee: n((index) => `Name of attendee ${index}`), add: 'Add attendee',
      remove: n((index) => `Remove attendee ${index}`), weight: 'Share of time',
      weightOf: n((index) => `Share of time, attendee ${index}`), minutesLabel: 'Length in minutes', min: 'min',
    person: 'Person', personOf: n((index) => `Person, attendee ${index}`), noPerson: 'No person', formerMember: 'Former member',
    save: 'Save', saving: 'Saving…', conflict: 'Someone else changed this standup while you were editing it.', mine: 'Keep mine',
      theirs: 'Use theirs',
    fields: { title: 'Title', durationMs: 'Length', theme: 'Theme', warnMs: 'Warning', mayRunOver: 'Overtime', language: 'Language', attendees: 'Attendees' },
      theirsIs: 'Theirs: ',
      mineIs: 'Mine: ',
    empty: 'Enter a title or the name of an attendee.',
    isGone: 'This standup was deleted while you were editing it. Save to add it as a new standup.',
    observer: 'View only: you can’t edit standups.',
  },
  people: {
    order: 'Order', orders: { listed: 'As listed', lastFirst: 'Last first', shuffled: 'Shuffled' },
    comes: t((name) => `${name} takes part in the next meeting`),
    absent: 'Away through', until: t((day) => `Away through ${day}`),
    untilTime: t((moment) => `Away until ${moment}`), lastDay: 'Last day away',
    lastDayOf: t((name) => `Last day away: ${name}`),
      past: 'The last day away must be today or later.',
    back: 'Back', backOf: t((name) => `${name} is back`),
    you: t((name) => `${name} (you)`),
    up: t((name) => `Move ${name} up`), down: t((name) => `Move ${name} down`),
      moved: (/** @type {string} */ name, /** @type {number} */ at, /** @type {number} */ count) => `${name} is number ${at} of ${count} to come`,
    speakers: 'Speakers', here: 'Here', hereOf: t((name) => `${name} is here`), late: 'Joined late',
      is: { done: 'Done', speaking: 'Speaking', next: 'Next', later: '', away: 'Away' },
  },
  live: {
    title: 'Meeting', left: 'Left', beyond: 'Over', current: 'Current speaker', turn: 'left in this turn',
      turnTime: 'Time left in this turn', meetingTime: 'Time left in the meeting', ending: 'This turn ends soon',
      controls: 'Controls', others: 'More actions',
      of: (/** @type {number} */ index, /** @type {number} */ count) => `Speaker ${index} of ${count}`,
    back: t((name) => `Back to ${name}`), undo: 'Undo', you: 'You',
      stays: 'The question stays open. Anyone in the team can answer it.',
    begun: t((name) => `${name} has just begun. Press again to end this turn.`),
    more: '+1 min', moreLabel: '+1 min: one more minute for the speaker',
      laterLabel: 'Move the speaker to the end', pause: 'Pause',
    skip: 'Next speaker', finish: 'End meeting', held: 'The timer is paused.',
      waits: 'Waiting for an answer',
    words: 'Transcript', silence: 'Nothing has been said yet.',
    voices: n((count) => `Voices are recognised: ${plural(count, 'person', 'people')} agreed. Other voices in the room are compared with theirs, and nothing about them is kept.`),
      doubtful: 'speaker uncertain',
    none: 'No meeting is running', noneHint: 'When one starts, everyone with this page open joins it.',
      mute: 'Mute the bell', unmute: 'Unmute the bell',
    turnLeft: t((left) => `${left} left in this turn`),
    runsOver: 'Time is up',
  },
  notes: {
    title: 'Follow-ups', done: 'Done', doneLabel: t((text) => `Done: ${text}`), isDone: 'done',
      label: 'New follow-up', whose: 'Follow-up for', speaker: 'Current speaker', add: 'Add',
      last: 'Add the speaker’s last words',
  },
  past: {
    title: 'Past meeting', planned: t((time) => `planned ${time}`), paused: t((time) => `paused ${time}`), timeUp: 'Time ran out', saved: 'Ended early', written: 'Held in writing', nothing: 'Nothing was recorded.',
      download: 'Download as Markdown',
    isGone: 'Meeting not found. It may have been deleted.',
    failure: 'Speech recognition failed; anything said after this is missing.',
      denial: 'Recording stopped because it was no longer allowed.', transcript: 'Transcript', attendees: 'Attendees',
    shortened: 'This transcript is too long to show here. Download the meeting to read all of it.',
    delete: 'Delete meeting', deleteTitle: 'Delete this meeting?', deleteMessage: 'Its transcript will also be deleted.',
  },
  search: {
    filters: 'Filters', filtersOf: n((count) => plural(count, 'filter')), any: 'All', standup: 'Standup', person: 'Person', from: 'From', to: 'To',
      reversed: 'The first day is after the last one.', standups: n((count) => plural(count, 'standup')),
    title: 'Search', none: 'No meeting contains all of these words.',
      hint: 'Use “double quotes” for an exact phrase. Case and accents are ignored.',
    found: n((count) => plural(count, 'meeting')),
    there: (/** @type {string} */ name, /** @type {number} */ count) => `${plural(count, 'meeting')} in cell ${name}`,
    lost: (/** @type {string} */ name, /** @type {string} */ why) => `Could not search cell ${name}: ${why}`,
  },
});
