// The screen stays on while a meeting is seen.

/** @type {Promise<WakeLockSentinel | null> | null} */
let lock = null;

/** @param {boolean} isWanted */
export function keep(isWanted) {
  if (isWanted && !lock) {
    // Where it is refused, as with an empty battery, it is not asked for again until the page is seen anew.
    lock = navigator.wakeLock?.request('screen').catch(() => null) ?? Promise.resolve(null);
    void lock.then((held) => held?.addEventListener('release', () => { lock = null; }));
  } else if (!isWanted && lock) {
    void lock.then((held) => held?.release());
    lock = null;
  }
}
