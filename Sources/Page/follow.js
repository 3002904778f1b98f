// What is known of the journal: which events are new, and when some were missed.

/** @returns {Follow} */
export const nothing = () => ({ epoch: '', after: 0 });

/**
 * What is to be done with an event of the stream, and where it leaves us.
 * - `take`: apply it (ephemeral events have no sequence and are always taken)
 * - `drop`: we have it already
 * - `gap`: something before it is missing; ask again for what comes after `after`
 * @param {Follow} follow changed where the event is taken
 * @param {CloudEvent} event
 * @returns {'take' | 'drop' | 'gap'}
 */
export function judge(follow, event) {
  if (event.sequence === undefined) return 'take';
  const sequence = Number(event.sequence);
  if (event.epoch !== follow.epoch) return 'gap';
  if (sequence <= follow.after) return 'drop';
  if (sequence > follow.after + 1) return 'gap';
  follow.after = sequence;
  return 'take';
}

/**
 * Whether a beat tells of events that never came.
 * @param {Follow} follow
 * @param {{ epoch: string, head: number }} beat
 * @param {Follow & { head?: number } | null} before where we were at the beat before
 */
export function isBehind(follow, beat, before) {
  if (!beat.epoch) return false;
  if (beat.epoch !== follow.epoch) return true;
  // What was published just before the beat may still be on its way; by the next one it has come.
  return !!before && before.after === follow.after && (before.head ?? 0) > follow.after;
}

/**
 * The first frame of a stream.
 * @param {Follow} follow @param {string[]} meetings
 */
export const opening = (follow,
  meetings) => ({ follow: follow.epoch ? { epoch: follow.epoch, after: follow.after } : null, meetings });
