// What led to what: the messages of a trace as a tree, each with its place in time.

/**
 * @param {Trace} trace
 * @returns {TraceRow[]} each with how deep it is, from the first cause on
 */
export function rows({ correlation, messages, events }) {
  /** @type {Map<string, TracedMessage[]>} */
  const below = new Map();
  for (const message of messages) if (message.cause) below.set(message.cause,
    [...(below.get(message.cause) ?? []), message]);
  const first = Math.min(...messages.map(({ clockUs }) => clockUs));
  // Ids are others': a ring of causes must not be walked round and round.
  const seen = new Set();
  /** @type {TraceRow[]} */
  const rows = [];
  const add = (/** @type {TracedMessage} */ message, /** @type {number} */ depth) => {
    if (seen.has(message.id)) return;
    rows.push({ depth, message, fromUs: message.clockUs - first, lastsUs: message.answer?.afterUs });
    walk(message.id, depth + 1);
  };
  const walk = (/** @type {string} */ id, /** @type {number} */ depth) => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const message of below.get(id) ?? []) add(message, depth);
    for (const event of events) if ((event.cause ?? correlation) === id) rows.push({ depth, event });
  };
  for (const message of messages) if (!message.cause) add(message, 0);
  const known = new Set(messages.map(({ id }) => id));
  for (const cause of [...messages.map(({ cause }) => cause), ...events.map(({ cause }) => cause ?? correlation)]) {
    if (!cause || known.has(cause) || seen.has(cause)) continue;
    rows.push({ depth: 0, forgotten: cause });
    walk(cause, 1);
  }
  for (const message of messages) add(message, 0);
  return rows;
}

/**
 * How long all of it took, in microseconds.
 * @param {TraceRow[]} rows
 */
export const total = (rows) => Math.max(1, ...rows.map(({ fromUs = 0, lastsUs = 0 }) => fromUs + lastsUs));
