// Turns of a meeting. They share its time evenly by default, in whole milliseconds.

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
