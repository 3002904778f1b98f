// The transcript of a live or past meeting.
import { h } from '../../Gateway/Page/dom.js';
import { clock, person } from '../../Gateway/Page/words.js';
import { words } from './words-later.js';

/**
 * Groups the transcript by turn.
 * @param {Segment[]} segments
 * @returns {{ attendee: string, speaker: string, fromMs: number, toMs: number, text: string, voice?: string }[]}
 */
export function byTurn(segments) {
  /** @type {ReturnType<typeof byTurn>} */
  const turns = [];
  for (const segment of segments) {
    const last = turns[turns.length - 1];
    if (last && last.attendee === segment.attendee) {
      last.text += ` ${segment.text}`;
      last.toMs = segment.toMs;
      if (segment.voice === 'doubtful') last.voice = segment.voice;
    } else turns.push({ ...segment });
  }
  return turns;
}

/** @param {Segment[]} segments @returns {Child[]} */
export const turns = (segments) => byTurn(segments).map((turn) => h('div',
  { class: 'turn', key: `${turn.attendee}${turn.fromMs}` },
  h('p', { class: 'speaker' }, h('strong', {}, person(turn.speaker)), ' ',
    h('span', { class: 'quiet' }, clock(turn.fromMs), turn.voice === 'doubtful' && ` · ${words.live.doubtful}`)),
  h('p', { dir: 'auto' }, turn.text)));
