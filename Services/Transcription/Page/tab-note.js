// Note of this tab about its open microphone, in the session storage, so that a reload does not close the microphone.

const name = 'microphone';
/**
 * Maximum time from the end of a page to the beginning of the next one in its tab that continues the microphone, in
 * milliseconds. A reload begins before the page ends; a closed tab may be restored later.
 */
const maxGapMs = 5_000;

/** @returns {TabNote | null} */
export function read() {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null');
  } catch {
    // A page of an earlier version wrote it.
    return null;
  }
}

/** @param {TabNote} note */
function write(note) {
  sessionStorage.setItem(name, JSON.stringify(note));
}

/**
 * Notes that the microphone was turned on.
 * @param {TabNote} note
 */
export function remember(note) {
  write(note);
  addEventListener('pagehide', leave);
}

/** @param {string} meeting @param {boolean} isMuted */
export function mute(meeting, isMuted) {
  const note = read();
  if (note?.meeting === meeting) write({ ...note, isMuted });
}

/** @param {string} [meeting] default: any meeting */
export function forget(meeting) {
  if (!meeting || read()?.meeting === meeting) sessionStorage.removeItem(name);
}

/** Notes when the page ended. A copy of the tab has no such time, because its original is still open. */
function leave() {
  const note = read();
  if (note) write({ ...note, leftAt: Date.now() });
}

/**
 * Returns the note if this page continues the one that wrote it: after a reload, in the same tab and session. Otherwise, it
 * deletes the note.
 * @param {Me | null} me @returns {TabNote | null}
 */
export function resumed(me) {
  const { leftAt = NaN, ...note } = read() ?? /** @type {TabNote} */ ({});
  // A wait for the connection does not count.
  const beganAt = Date.now() - performance.now();
  if (!(beganAt - leftAt < maxGapMs) || note.person !== me?.person || note.session !== me?.session) {
    forget();
    return null;
  }
  remember(note);
  return note;
}
