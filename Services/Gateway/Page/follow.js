// Position in the journal, which detects new, repeated and missed events.

/** @returns {Follow} */
export const nothing = () => ({ epoch: '', after: 0 });

/**
 * Decides how to handle an event of the stream, and advances the position.
 * - `take`: apply the event (ephemeral events have no sequence and are always applied)
 * - `drop`: the event was already applied
 * - `gap`: an earlier event is missing; request the events after `after`
 * @param {Follow} follow advanced if the event is to be applied
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
 * Returns true if a heartbeat shows that events were lost.
 * @param {Follow} follow
 * @param {{ epoch: string, head: number }} heartbeat
 * @param {Follow & { head?: number } | null} before position at the previous heartbeat
 */
export function isBehind(follow, heartbeat, before) {
  if (!heartbeat.epoch) return false;
  if (heartbeat.epoch !== follow.epoch) return true;
  // An event published just before a heartbeat may still be in transit, but must have arrived by the
  // next heartbeat.
  return !!before && before.after === follow.after && (before.head ?? 0) > follow.after;
}

/**
 * Returns the first frame to send on a stream.
 * @param {Follow} follow @param {string[]} meetings
 */
export const opening = (follow,
  meetings) => ({ follow: follow.epoch ? { epoch: follow.epoch, after: follow.after } : null, meetings });
