// Who speaks when: the time of a meeting, split evenly, in whole milliseconds.

/**
 * When speaker `index` begins, in milliseconds of meeting time; `speakers` gives the end.
 * @param {number} durationMs
 * @param {number} speakers 1 or more
 * @param {number} index clamped to 0…speakers
 */
export function start(durationMs, speakers, index) {
  const at = Math.min(Math.max(index, 0), speakers);
  return Number((BigInt(durationMs) * BigInt(at)) / BigInt(speakers));
}

/**
 * Who speaks at that time; a boundary belongs to the one who begins.
 * @param {number} durationMs
 * @param {number} speakers
 * @param {number} elapsedMs clamped to the meeting
 */
export function speakerAt(durationMs, speakers, elapsedMs) {
  const elapsed = Math.min(Math.max(elapsedMs, 0), durationMs);
  let index = Math.min(Math.floor((elapsed / durationMs) * speakers), speakers - 1);
  while (index + 1 < speakers && start(durationMs, speakers, index + 1) <= elapsed) index += 1;
  while (index > 0 && start(durationMs, speakers, index) > elapsed) index -= 1;
  return index;
}

/**
 * How much of a turn is over, from 0 to 1.
 * @param {number} durationMs
 * @param {number} speakers
 * @param {number} index
 * @param {number} elapsedMs
 */
export function share(durationMs, speakers, index, elapsedMs) {
  const from = start(durationMs, speakers, index);
  const to = start(durationMs, speakers, index + 1);
  return to <= from ? Number(elapsedMs >= to) : Math.min(1, Math.max(0, (elapsedMs - from) / (to - from)));
}
