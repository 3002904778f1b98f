// Corrections of who spoke a line of a live meeting. If voices are recognised, they also teach whose voice it is.
import { h, lazy } from '../../Gateway/Page/dom.js';
import { command, tell } from '../../Gateway/Page/navigate.js';
import { mayChange } from '../../Gateway/Page/state.js';
import { button } from '../../Gateway/Page/view-parts.js';
import { dialog, dismiss, icon } from '../../Gateway/Page/view-rows.js';
import { person, w } from '../../Gateway/Page/words.js';
import { words } from './correct-words.js';
import { isSame, seen } from './live.js';
import { short, speech, turns } from './transcript.js';

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
 * Replaces a line that belongs to another attendee than before.
 * @param {Live} live @param {Segment} segment
 */
export function replace(live, segment) {
  live.segments = live.segments.map((other) => (isSame(other, segment) ? segment : other));
}

/**
 * Shows a corrected line. It may be in another turn then, with another button.
 * @param {State} state @param {string} meeting @param {Segment} segment @returns {Effect[]}
 */
function show(state, meeting, segment) {
  const live = state.live.get(meeting);
  if (!live) return [];
  replace(live, segment);
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
    return [...show(state, meeting, segment), { type: 'act', action: { type: 'notice', text: words.saved, offer } }];
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
  if (!may) return turns(segments, lang);
  let position = -1;
  return speech(segments).map(({ head, lines }) => h('div', { class: 'turn', key: `${lines[0].attendee}${lines[0].fromMs}` }, head,
    lines.map((line) => {
      const id = idOf(position += 1);
      return lazy(id, [line, lang], () => h('div', { class: 'said' }, h('p', { class: 'grow', dir: 'auto', lang }, line.text),
        button(icon('person'), { type: 'sheet', sheet: { kind: 'speakerOf', line } },
          { id, class: 'plain', 'aria-label': words.whoOf(short(line.text)), title: words.who })));
    })));
}
