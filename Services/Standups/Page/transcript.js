// The transcript of a live or past meeting.
import { h } from '../../Gateway/Page/dom.js';
import { clock, person } from '../../Gateway/Page/words.js';
import { words } from './words-later.js';

/** Length of the words of a line in the name of its button, in characters. */
const namedLength = 60;

/**
 * Shortens the words of a line.
 * @param {string} text
 */
export const short = (text) => ([...text].length > namedLength ? `${[...text].slice(0, namedLength - 1).join('')}…` : text);

/**
 * Groups the transcript by turn.
 * @param {Segment[]} segments
 * @returns {{ head: Child, lines: Segment[] }[]} each turn with its heading
 */
export function speech(segments) {
  /** @type {Segment[][]} */
  const all = [];
  for (const segment of segments) {
    const last = all[all.length - 1];
    if (last?.[0].attendee === segment.attendee) last.push(segment);
    else all.push([segment]);
  }
  return all.map((lines) => ({ lines, head: h('p', { class: 'speaker' }, h('strong', { dir: 'auto' }, person(lines[0].speaker)), ' ',
    h('span', { class: 'quiet' }, clock(lines[0].fromMs), lines.some(({ voice }) => voice === 'doubtful') && ` · ${words.live.doubtful}`)) }));
}

/**
 * Shows the transcript.
 * @param {Segment[]} segments @param {string} [lang] language of the meeting, which may not be that of the page @returns {Child[]}
 */
export const turns = (segments, lang) => speech(segments).map(({ head, lines }) => h('div',
  { class: 'turn', key: `${lines[0].attendee}${lines[0].fromMs}` }, head, h('p', { dir: 'auto', lang }, lines.map(({ text }) => text).join(' '))));
