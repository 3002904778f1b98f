// Arcs of a ring, one per speaker, and the speaker at a given time.
import { start } from './countdown.js';

const radius = 88;

/**
 * @param {number} durationMs
 * @param {number} speakers
 * @param {number} elapsedMs
 * @param {number[]} [turnsMs]
 * @returns {{ path: string, share: number }[]} arcs clockwise from the top, each with the elapsed fraction of its
 *   turn
 */
export function arcs(durationMs, speakers, elapsedMs, turnsMs) {
  const count = Math.max(1, speakers);
  // If there are many arcs, the gap shrinks in proportion to an arc.
  const gap = count === 1 ? 0 : Math.min(0.05, (Math.PI / count) * 0.2);
  const point = (/** @type {number} */ angle) => `${(100 + radius * Math.sin(angle)).toFixed(2)} ${(100 - radius * Math.cos(angle)).toFixed(2)}`;
  return Array.from({ length: count }, (_, index) => {
    const from = (2 * Math.PI * index) / count + gap;
    const to = (2 * Math.PI * (index + 1)) / count - gap - (count === 1 ? 0.0001 : 0);
    const path = `M${point(from)}A${radius} ${radius} 0 ${to - from > Math.PI ? 1 : 0} 1 ${point(to)}`;
    return { path, share: share(durationMs, count, index, elapsedMs, turnsMs) };
  });
}

/**
 * Returns the speaker at a time. A boundary belongs to the turn that begins there.
 * @param {number} durationMs
 * @param {number} speakers
 * @param {number} elapsedMs clamped to the meeting
 * @param {number[]} [turnsMs]
 */
export function speakerAt(durationMs, speakers, elapsedMs, turnsMs) {
  const elapsed = Math.min(Math.max(elapsedMs, 0), durationMs);
  let index = Math.min(Math.floor((elapsed / durationMs) * speakers), speakers - 1);
  while (index + 1 < speakers && start(durationMs, speakers, index + 1, turnsMs) <= elapsed) index += 1;
  while (index > 0 && start(durationMs, speakers, index, turnsMs) > elapsed) index -= 1;
  return index;
}

/**
 * Returns the elapsed fraction of a turn, from 0 to 1.
 * @param {number} durationMs
 * @param {number} speakers
 * @param {number} index
 * @param {number} elapsedMs
 * @param {number[]} [turnsMs]
 */
function share(durationMs, speakers, index, elapsedMs, turnsMs) {
  const from = start(durationMs, speakers, index, turnsMs);
  const to = start(durationMs, speakers, index + 1, turnsMs);
  return to <= from ? Number(elapsedMs >= to) : Math.min(1, Math.max(0, (elapsedMs - from) / (to - from)));
}
