// Corrections of who spoke a line of a live meeting. If voices are recognised, they also teach whose voice it is.
import { h } from '../../Gateway/Page/dom.js';
import { command, tell } from '../../Gateway/Page/navigate.js';
import { mayChange } from '../../Gateway/Page/state.js';
import { button } from '../../Gateway/Page/view-parts.js';
import { dialog, dismiss, icon } from '../../Gateway/Page/view-rows.js';
import { person, w } from '../../Gateway/Page/words.js';
import { words } from './correct-words.js';
import { isSame, seen } from './live.js';
import { speech } from './transcript.js';

/** Time for which a correction can be undone, in milliseconds. */
const undoMs = 10_000;

/** Length of the words of a line in the name of its button, in characters. */
const namedLength = 60;

/** @param {string} text */
const short = (text) => ([...text].length > namedLength ? `${[...text].slice(0, namedLength - 1).join('')}…` : text);

/** @param {Segment[]} segments @param {Segment} line */
const place = (segments, line) => segments.findIndex((each) => isSame(each, line));

/** @param {number} position of the line in the transcript */
const idOf = (position) => `line-${position}`;

/**
 * Sends the speaker of a line.
 * @param {Live} live @param {Segment} line as it is shown @param {string} attendee @param {string} as
 */
const send = ({ id, standup, segments }, line, attendee, as) => command('meetings.correctLine', {
  standup: standup.id, meeting: id, line: Math.max(0, place(segments, line)),
  was: { attendee: line.attendee, fromMs: line.fromMs, text: line.text }, attendee,
}, { type: as, meeting: id, from: line.attendee });

/**
 * Shows a corrected line. It may be in another turn then, with another button.
 * @param {State} state @param {string} meeting @param {Segment} segment @returns {Effect[]}
 */
function show(state, meeting, segment) {
  const live = state.live.get(meeting);
  if (!live) return [];
  live.segments = live.segments.map((other) => (isSame(other, segment) ? segment : other));
  return [{ type: 'focus', id: idOf(place(live.segments, segment)) }];
}

/** @type {Handlers} */
export const handlers = {
  'reassign.to'(state, { line, attendee }) {
    state.sheet = null;
    const live = seen(state);
    return live && mayChange(state) ? [send(live, line, attendee, 'reassign.done')] : [];
  },
  'reassign.done'(state, { meeting, from, reply, error }) {
    if (error) return tell(error.message, true);
    const { segment } = reply;
    const offer = { label: words.undo, action: { type: 'reassign.undo', meeting, line: segment, attendee: from } };
    return [...show(state, meeting, segment), { type: 'act', action: { type: 'notice', text: words.saved, offer, ms: undoMs } }];
  },
  'reassign.undo'(state, { meeting, line, attendee }) {
    const live = state.live.get(meeting);
    state.notices = state.notices.filter(({ offer }) => offer?.action.type !== 'reassign.undo' || !isSame(offer.action.line, line));
    return live && mayChange(state) ? [send(live, line, attendee, 'reassign.undone')] : [];
  },
  'reassign.undone'(state, { meeting, reply, error }) {
    if (error) return tell(error.message, true);
    return [...show(state, meeting, reply.segment), { type: 'announce', text: words.undone }];
  },
};

/** @type {NonNullable<Part['sheets']>} */
export const sheets = {
  speakerOf(state, sheet) {
    const live = seen(state);
    if (sheet.kind !== 'speakerOf' || !live) return null;
    const { line } = sheet;
    return dialog('speakerOf', words.who, [
      h('p', { dir: 'auto', lang: live.standup.language }, line.text),
      h('div', { class: 'choices' },
        live.standup.attendees.filter(({ id }) => id !== line.attendee)
          .map(({ id, name }) => button(person(name), { type: 'reassign.to', line, attendee: id }, { key: id })),
        button(w.cancel, dismiss)),
    ], dismiss);
  },
};

/**
 * Shows the lines of a live meeting, each with a button that changes its speaker.
 * @param {State} state @param {Segment[]} segments @param {string} [lang] language of the meeting @returns {Child[]}
 */
export function correctable(state, segments, lang) {
  const may = mayChange(state) && (seen(state)?.standup.attendees.length ?? 0) > 1;
  return speech(segments).map(({ head, lines }) => h('div', { class: 'turn', key: `${lines[0].attendee}${lines[0].fromMs}` }, head,
    may ? lines.map((line) => h('div', { class: 'said', key: idOf(segments.indexOf(line)) }, h('p', { class: 'grow', dir: 'auto', lang }, line.text),
      button(icon('person'), { type: 'sheet', sheet: { kind: 'speakerOf', line } },
        { id: idOf(segments.indexOf(line)), class: 'plain', 'aria-label': words.whoOf(short(line.text)), title: words.who })))
      : h('p', { dir: 'auto', lang }, lines.map(({ text }) => text).join(' '))));
}
