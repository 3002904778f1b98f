// Keeps the screen on while a meeting is visible.

/** @type {Promise<WakeLockSentinel | null> | null} */
let lock = null;

/** @param {boolean} isWanted */
export function keep(isWanted) {
  if (isWanted && !lock) {
    // After a rejection, for example because the battery is low, the lock is not requested again until the page
    // is next shown.
    lock = navigator.wakeLock?.request('screen').catch(() => null) ?? Promise.resolve(null);
    void lock.then((held) => held?.addEventListener('release', () => { lock = null; }));
  } else if (!isWanted && lock) {
    void lock.then((held) => held?.release());
    lock = null;
  }
}
