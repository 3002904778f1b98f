// Who speaks when: the time of a meeting, split evenly unless told otherwise, in whole milliseconds.

/**
 * How long each turn is, by what it weighs.
 * @param {number} durationMs
 * @param {number[]} weights 1 or more each
 * @returns {number[] | undefined} nothing, where all weigh the same
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
 * When speaker `index` begins, in milliseconds of meeting time; `speakers` gives the end.
 * @param {number} durationMs
 * @param {number} speakers 1 or more
 * @param {number} index clamped to 0…speakers
 * @param {number[]} [turnsMs] how long each turn is, where they are not of equal length
 */
export function start(durationMs, speakers, index, turnsMs) {
  const at = Math.min(Math.max(index, 0), speakers);
  if (turnsMs) return turnsMs.slice(0, at).reduce((sum, turn) => sum + turn, 0);
  return Number((BigInt(durationMs) * BigInt(at)) / BigInt(speakers));
}

/**
 * Who speaks at that time; a boundary belongs to the one who begins.
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
 * How much of a turn is over, from 0 to 1.
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
