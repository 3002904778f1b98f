// Words of the sign-in and of the sheets, and functions that name files and days. Not part of a first visit.
import { inLanguage } from './language.js';
import { t } from './words.js';

/** @param {number} number */
export const two = (number) => String(number).padStart(2, '0');

/**
 * Returns a day in the reader's zone, such as 2026-12-01.
 * @param {Date} at
 */
export const isoDay = (at) => `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/**
 * Returns a name without the characters that systems forbid in names of files.
 * @param {string} name
 */
export const fileSafe = (name) => name.replace(/[\p{Cc}\s\\/:*?"<>|]+/gu, ' ').trim().slice(0, 80).trim();

export const words = inLanguage('Gateway.words', {
  login: {
    hint: 'You need a link to log in. Ask the person who invited you for a new link.',
      own: 'On the machine that runs Standups, this command opens the page:',
    failed: 'This link is invalid, has expired, or was already used.',
      out: 'You’re logged out.', code: 'Or paste the link or its code', go: 'Log in',
    with: t((label) => `Sign in with ${label}`), others: 'No account there?',
  },
  sessions: {
    denied: 'Only operators can see who is logged in.', browsers: 'Browsers', none: 'No one is logged in', calendars: 'Calendar links',
    noCalendars: 'No calendar links', addCalendar: 'Add calendar link', name: 'Name', create: 'Create link', link: 'Link',
    calendarHint: 'A calendar app reads the times of all standups from this link, and nothing else. Use the name of the person who gets it.',
    once: 'This link is shown only now. Add it to the calendar app as a subscription.', this: 'this browser',
    since: t((moment) => `Since ${moment}`), until: t((moment) => `Valid until ${moment}`), end: 'Log out', endOf: t((name) => `Log out ${name}`),
    endTitle: t((name) => `Log out ${name}?`), endMessage: 'This browser loses access at once. To log in again, the person needs a new link, or signs in again.',
    endOwn: 'This is your own browser. You need a new link, or have to sign in again.', revoke: 'Revoke',
    revokeOf: t((name) => `Revoke the calendar link of ${name}`), revokeTitle: t((name) => `Revoke the calendar link of ${name}?`),
    revokeMessage: 'Calendar apps with this link can no longer read the times.', ended: t((name) => `${name} was logged out.`), revoked: t((name) => `The calendar link of ${name} was revoked.`),
  },
  roles: /** @type {Record<string, string>} */ ({ observer: 'observer', member: 'member', admin: 'admin', operator: 'operator' }),
  language: { title: 'Language', label: 'Language of the page in this browser', auto: 'Language of the browser', use: 'Use this language',
    missing: t((name) => `The texts in ${name} could not be loaded, so the page is in English. Reload the page to try again.`) },
  busy: 'Saving…', copy: 'Copy', copied: 'Copied.', select: 'Press Ctrl+C to copy the selected text.',
  offline: {
    shown: t((time) => `Offline. Showing data from ${time}.`), outdated: 'Standups was updated.', reload: 'Reload',
    refused: 'You’re offline, so nothing can be changed or loaded. Try again when you’re connected.',
  },
  phone: {
    title: 'Use on my phone', hint: 'Scan this code with your phone. The link logs in as you and works once. Don’t show it to anyone else.',
      qr: 'QR code of the link', link: 'Link', until: t((time) => `Valid until ${time}.`),
  },
  notify: {
    title: 'Notifications', hint: 'Get a notification when one of your meetings is about to start or has started, when you’re next, and when it’s your turn, while this page is open in a tab.',
      on: 'Turn on', off: 'Turn off',
    results: { '': '', on: 'Notifications are on.', off: 'Notifications are off.', denied: 'Your browser blocks notifications for this page. Allow them in its site settings, and try again.',
      unavailable: 'This browser doesn’t support notifications here. They require HTTPS.' },
    offer: 'Get a notification when it’s your turn?',
    failed: t((error) => `Could not show a notification: ${error}`),
  },
  sound: {
    title: 'Sounds', legend: 'Sound of the bell on this device', names: { bell: 'Bell', wood: 'Wood block', soft: 'Soft tones', none: 'None' },
    hint: 'With each sound, the edge of the page flashes: solid when the speaker changes, dashed when a turn is about to end.',
    turn: 'Play: next speaker', warning: 'Play: turn ending', muted: 'The bell is muted. In a meeting, press m to unmute it.',
  },
  import: { title: 'Import standups', file: 'File (standups.json)', mode: 'If a standup already exists',
    refuse: 'Stop', keep: 'Skip', replace: 'Replace', go: 'Import', busy: 'Importing…',
    done: (/** @type {number} */ created, /** @type {number} */ replaced,
      /** @type {number} */ kept) => `${created} added, ${replaced} replaced, ${kept} skipped.` },
  help: {
    title: 'Keyboard shortcuts', single: 'Single-key shortcuts in this browser',
      singleHint: 'Turn them off if you use speech input, or press keys by accident. Enter, Tab and Esc still work.',
    keys: /** @type {[string, string][]} */ ([['n or Space', 'Next speaker'], ['e', 'End meeting'],
      ['p', 'Pause or resume'], ['+', 'One more minute'], ['l', 'Move the speaker to the end'], ['b', 'Undo the last change'],
      ['1, 2, 3', 'Choose an answer'], ['m', 'Mute or unmute your microphone, or the bell while it is off'], ['t (hold)', 'Talk while you are muted'], ['/', 'Search'], ['?', 'Show these shortcuts'],
      ['Esc', 'Close']]),
  },
});
