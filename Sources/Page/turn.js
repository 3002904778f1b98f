// What holds of a turn that is seen: whether words are heard in it, and whether it can go on.

/** Without words for so long a meeting counts as one that hears nothing, in milliseconds; see `LiveView` in Swift. */
const quietMs = 30_000;

/**
 * Whether words are heard in a meeting, from wherever: what is sent need not be sound.
 * @param {Live} live @param {number} now
 */
export const isHeard = ({ heardAt }, now) => now - heardAt < quietMs;

/** How long a standup may be, in milliseconds. */
const longestMs = 86_400_000;
const extensionMs = 60_000;

/**
 * Whether one more minute can be given: not once the time is up, nor beyond what a meeting may last.
 * @param {Live} live @param {number} at the meeting's time
 */
export const canExtend = ({ durationMs }, at) => at < durationMs && durationMs + extensionMs <= longestMs;
