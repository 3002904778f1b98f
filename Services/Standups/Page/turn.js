// Rules of the visible turn: whether words are recognized in it, and whether it can be extended.

/** Time without words after which a meeting counts as silent, in milliseconds; see `LiveView` in Swift. */
const quietMs = 30_000;

/**
 * True while words are recognized in a meeting, regardless of the sender. Audio that is sent may be silent.
 * @param {Live} live @param {number} now
 */
export const isHeard = ({ heardAt }, now) => now - heardAt < quietMs;

/** Maximum length of a standup, in milliseconds. */
const longestMs = 86_400_000;
const extensionMs = 60_000;

/**
 * True if the turn can get one more minute: not once the time is up, nor beyond the maximum length.
 * @param {Live} live @param {number} at the meeting's time
 */
export const canExtend = ({ durationMs }, at) => at < durationMs && durationMs + extensionMs <= longestMs;
