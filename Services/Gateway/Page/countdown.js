// Schedule of a meeting: its time, split evenly by default, in whole milliseconds.

/**
 * Returns the length of each turn, in proportion to its weight.
 * @param {number} durationMs
 * @param {number[]} weights 1 or more each
 * @returns {number[] | undefined} undefined if all weights are equal
 */
export function weighed(durationMs, weights) {
  if (weights.every((weight) => weight === weights[0])) return undefined;
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let [before, from] = [0, 0];
  return weights.map((weight) => {
    before += weight;
    const to = start(durationMs, whole, before);
    const turn = to - from;
    from = to;
    return turn;
  });
}

/**
 * Returns the start of a speaker's turn, in milliseconds of meeting time; index `speakers` gives the end.
 * @param {number} durationMs
 * @param {number} speakers 1 or more
 * @param {number} index clamped to 0…speakers
 * @param {number[]} [turnsMs] length of each turn, if they differ
 */
export function start(durationMs, speakers, index, turnsMs) {
  const at = Math.min(Math.max(index, 0), speakers);
  if (turnsMs) return turnsMs.slice(0, at).reduce((sum, turn) => sum + turn, 0);
  return Number((BigInt(durationMs) * BigInt(at)) / BigInt(speakers));
}

/**
 * Returns the speaker at a time; a boundary belongs to the turn that begins.
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
export function share(durationMs, speakers, index, elapsedMs, turnsMs) {
  const from = start(durationMs, speakers, index, turnsMs);
  const to = start(durationMs, speakers, index + 1, turnsMs);
  return to <= from ? Number(elapsedMs >= to) : Math.min(1, Math.max(0, (elapsedMs - from) / (to - from)));
}
