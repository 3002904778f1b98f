// Audio that is not settled yet. It is stored in the browser, so that it survives a reload of the
// page.
import { requests } from '../../Gateway/Page/database.js';

const ask = requests('standups-sound', 'pieces', { keyPath: ['meeting', 'offset'] });

/** @param {string} meeting @param {number} [before] maximum offset of the pieces */
const range = (meeting, before = Infinity) => IDBKeyRange.bound([meeting, 0], [meeting, before]);

/** @param {string} meeting @param {SoundPiece} piece */
export const keep = (meeting, piece) => ask('readwrite',
  (store) => store.put({ meeting, ...piece, savedAt: Date.now() }));

/** @param {string} meeting @returns {Promise<SoundPiece[]>} oldest first */
export const kept = (meeting) => ask('readonly', (store) => store.getAll(range(meeting)));

/**
 * Deletes the pieces that end before an offset, or all pieces of a meeting.
 * @param {string} meeting @param {number} [settled]
 */
export const forget = (meeting, settled) => ask('readwrite',
  (store) => store.delete(range(meeting, settled === undefined ? undefined : settled - 1600)));

/**
 * Returns the meetings with stored audio, and deletes audio older than a day.
 * @returns {Promise<string[]>}
 */
export async function meetings() {
  const all = await ask('readonly', (store) => store.getAll());
  const old = all.filter(({ savedAt }) => savedAt < Date.now() - 86_400_000);
  for (const { meeting, offset } of old) await ask('readwrite', (store) => store.delete([meeting, offset]));
  return [...new Set(all.filter((piece) => !old.includes(piece)).map(({ meeting }) => meeting))];
}
