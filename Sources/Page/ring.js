// The arcs of a ring, one for each speaker.
import { share } from './schedule.js';

const radius = 88;

/**
 * @param {number} durationMs
 * @param {number} speakers
 * @param {number} elapsedMs
 * @param {number[]} [turnsMs]
 * @returns {{ path: string, share: number }[]} each from the top clockwise, and how much of it is over
 */
export function arcs(durationMs, speakers, elapsedMs, turnsMs) {
  const count = Math.max(1, speakers);
  // Between more than a hundred arcs there is no room for a gap.
  const gap = count === 1 ? 0 : Math.min(0.05, (Math.PI / count) * 0.2);
  const point = (/** @type {number} */ angle) => `${(100 + radius * Math.sin(angle)).toFixed(2)} ${(100 - radius * Math.cos(angle)).toFixed(2)}`;
  return Array.from({ length: count }, (_, index) => {
    const from = (2 * Math.PI * index) / count + gap;
    const to = (2 * Math.PI * (index + 1)) / count - gap - (count === 1 ? 0.0001 : 0);
    const path = `M${point(from)}A${radius} ${radius} 0 ${to - from > Math.PI ? 1 : 0} 1 ${point(to)}`;
    return { path, share: share(durationMs, count, index, elapsedMs, turnsMs) };
  });
}
