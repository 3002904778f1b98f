// A microphone and what the gateway answers to it.
import './environment.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Microphone } from '../../../Sources/Page/microphone.js';

/** A microphone that records, has sent a piece, and waits for its answer. */
function recording() {
  /** @type {any[]} */
  const told = [];
  /** @type {any} */
  const stream = { reconnects: 0, send() {}, sendBytes: () => true, reconnect() { this.reconnects += 1; } };
  const mic = new Microphone('m', 0, () => 1000, stream, (state) => told.push(state));
  mic.release = () => {};
  mic.answer({ open: true });
  mic.window.add({ offset: 0, atMs: 0, samples: new Int16Array(1600) });
  mic.pump();
  return { mic, told, stream };
}

for (const code of ['conflict', 'denied', 'unavailable', 'not_found']) {
  test(`an answer of ${code} that comes after a takeover does not hide who took over`, () => {
    const { mic, told } = recording();
    mic.answer({ taken: 'Ben' });
    mic.answer({ error: { code, message: 'Another one records.', retryable: code === 'unavailable' } });
    clearTimeout(mic.timer);
    assert.deepEqual(told.at(-1), { state: 'other', note: 'Ben took over recording.' });
  });
}

test('a piece that is not answered after a takeover does not cut the connection', () => {
  const later = globalThis.setTimeout;
  /** @type {(() => void)[]} */
  const due = [];
  globalThis.setTimeout = /** @type {any} */ ((/** @type {() => void} */ what) => due.push(what));
  const clear = globalThis.clearTimeout;
  globalThis.clearTimeout = /** @type {any} */ ((/** @type {number} */ at) => { if (at) due[at - 1] = () => {}; });
  try {
    const { mic, stream } = recording();
    assert.equal(due.length > 0, true);
    mic.answer({ taken: 'Ben' });
    for (const what of due) what();
    assert.equal(stream.reconnects, 0);
  } finally {
    globalThis.setTimeout = later;
    globalThis.clearTimeout = clear;
  }
});

test('a microphone that gets the lease again shows errors again', () => {
  const { mic, told } = recording();
  mic.answer({ taken: 'Ben' });
  mic.answer({ open: true });
  mic.answer({ error: { code: 'conflict', message: 'Another one records.' } });
  clearTimeout(mic.timer);
  assert.deepEqual(told.at(-1), { state: 'other', note: 'Another one records.' });
});
