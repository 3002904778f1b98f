// Pinned standups, which come first in the list. The browser stores them for each person; sessions without a person share one
// list of pins. The standup's place changes them.

/**
 * Returns the pins that this browser stored; none if the text is damaged.
 * @param {string} text @returns {Record<string, string[]>}
 */
export function stored(text) {
  try {
    return Object.fromEntries(Object.entries(JSON.parse(text || '{}')).filter(([, ids]) => Array.isArray(ids)));
  } catch {
    return {};
  }
}

/** @param {State} state */
export const pinner = ({ me }) => me?.person ?? '';

/**
 * Returns the ids of the standups that this person pinned.
 * @param {State} state
 */
export const pinned = (state) => state.pins[pinner(state)] ?? [];
