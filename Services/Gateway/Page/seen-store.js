// Last state that the person of this browser saw, for a visit without a connection. The store has one entry, which belongs to
// the owner in the local storage: it is neither written nor read for anyone else.
import { requests } from './database.js';
import { ownerOf } from './state.js';

/** Maximum size of the standups, and of their past meetings, in characters of JSON. */
export const maxSize = 1_000_000;

/** Time for which an entry is shown, in milliseconds. */
export const maxAgeMs = 7 * 86_400_000;

/**
 * @typedef {{ owner: string, at: number, me: Me, data: Pick<State, 'standups' | 'pages' | 'next'> }} Seen `at` is the time of this device
 */

const ask = requests('standups-seen', 'seen');

/** The only key of the store. */
const last = 'last';

/** Returns the person or session to which the entry belongs; empty after a logout. */
const owner = () => localStorage.getItem('seen') ?? '';

/** Deletes the entry. */
export const drop = () => ask('readwrite', (store) => store.delete(last));

/**
 * Returns the first entries of a map that fit.
 * @template T @param {Map<string, T>} map @param {(value: T) => T} reduced
 */
function fitting(map, reduced) {
  let size = 0;
  /** @type {[string, T][]} */
  const found = [];
  for (const [key, value] of map) {
    const less = reduced(value);
    size += JSON.stringify(less).length;
    if (size > maxSize) break;
    found.push([key, less]);
  }
  return new Map(found);
}

/**
 * Returns what the kept part consists of: it has changed if one of these values is another one. The events of a live
 * meeting, which is not kept, change none of them.
 * @param {State} state @returns {unknown[]}
 */
export const ingredients = ({ standups, pages, next }) => [
  ...standups.values(), ...next.values(),
  ...[...pages.values()].flatMap(({ meetings, notes, next: following, isLoading }) => [meetings, notes, following, isLoading,
    ...meetings.map(({ more }) => more)]),
];

/**
 * Returns the part of the state that is kept.
 * @param {State} state @returns {Seen['data']}
 */
export function excerpt({ standups, pages, next }) {
  // The pages that were loaded last come first.
  const read = [...pages].filter(([, { isLoading }]) => !isLoading);
  const recent = new Map(read.map((_, index) => read[read.length - 1 - index]));
  const few = fitting(standups, (summary) => ({ ...summary, live: undefined }));
  return {
    standups: few,
    pages: fitting(recent, (page) => ({ ...page, want: undefined })),
    next: new Map([...next].filter(([id]) => few.has(id))),
  };
}

/**
 * Keeps the state, if the page is connected and its person is still the one of this browser.
 * @param {State} state
 */
export async function keep(state) {
  const { me, stream, entry } = state;
  const own = ownerOf(me);
  if (!me || !own || entry !== 'in' || stream !== 'following' || owner() !== own) return;
  /** @type {Seen} */
  const seen = { owner: own, at: Date.now(), me, data: excerpt(state) };
  await ask('readwrite', (store) => store.put(seen, last));
  // Another tab may have logged out while this one wrote.
  if (owner() !== own) await drop();
}

/**
 * Returns the state that the owner saw last, if it is recent; deletes it otherwise.
 * @returns {Promise<Seen | null>}
 */
export async function kept() {
  /** @type {Seen | undefined} */
  const seen = await ask('readonly', (store) => store.get(last));
  if (seen && seen.owner === owner() && Math.abs(Date.now() - seen.at) < maxAgeMs) return seen;
  if (seen) await drop();
  return null;
}
