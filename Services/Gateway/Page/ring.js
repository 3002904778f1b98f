// Arcs of a ring, one per speaker.
import { share } from './countdown.js';

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
  // With many arcs the gap shrinks in proportion to an arc.
  const gap = count === 1 ? 0 : Math.min(0.05, (Math.PI / count) * 0.2);
  const point = (/** @type {number} */ angle) => `${(100 + radius * Math.sin(angle)).toFixed(2)} ${(100 - radius * Math.cos(angle)).toFixed(2)}`;
  return Array.from({ length: count }, (_, index) => {
    const from = (2 * Math.PI * index) / count + gap;
    const to = (2 * Math.PI * (index + 1)) / count - gap - (count === 1 ? 0.0001 : 0);
    const path = `M${point(from)}A${radius} ${radius} 0 ${to - from > Math.PI ? 1 : 0} 1 ${point(to)}`;
    return { path, share: share(durationMs, count, index, elapsedMs, turnsMs) };
  });
}
