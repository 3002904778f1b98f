// Causality of a trace: its messages as a tree, each with its position in time.

/**
 * @param {Trace} trace
 * @returns {TraceRow[]} rows with their depth, starting from the first cause
 */
export function rows({ correlation, messages, events }) {
  /** @type {Map<string, TracedMessage[]>} */
  const below = new Map();
  for (const message of messages) if (message.cause) below.set(message.cause,
    [...(below.get(message.cause) ?? []), message]);
  const first = Math.min(...messages.map(({ clockUs }) => clockUs));
  // The ids come from other programs, so a cycle of causes must not cause an endless loop.
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
 * Returns the total duration, in microseconds.
 * @param {TraceRow[]} rows
 */
export const total = (rows) => Math.max(1, ...rows.map(({ fromUs = 0, lastsUs = 0 }) => fromUs + lastsUs));
