// A microphone and the gateway's replies.
import './environment.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Microphone } from '../../../Services/Transcription/Page/microphone.js';
import { words } from '../../../Services/Transcription/Page/words.js';

/** A microphone that records, has sent a piece, and waits for its reply. */
function recording() {
  /** @type {any[]} */
  const told = [];
  /** @type {any} */
  const stream = { reconnects: 0, send() {}, sendBytes: () => true, reconnect() { this.reconnects += 1; } };
  const mic = new Microphone('m', 0, () => 1000, stream, (state) => told.push(state));
  mic.isWanted = true;
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

test('a router that dies while a piece is under way ends nothing: it is sent again', () => {
  const { mic, told } = recording();
  mic.answer({ error: { code: 'unavailable', message: 'It may have been done.', retryable: false } });
  clearTimeout(mic.timer);
  assert.equal(mic.isWanted, true);
  assert.equal(mic.window.message()?.offset, 0);
  assert.equal(told.some(({ state }) => state === 'off'), false);
});

test('what can never be taken ends the microphone, and says why', () => {
  const { mic, told } = recording();
  mic.answer({ error: { code: 'denied', message: 'Recording is not allowed.', retryable: false } });
  assert.deepEqual([mic.isOver, told.at(-1)], [true, { state: 'off', note: 'Recording is not allowed.' }]);
});

test('last words that are sent, or cannot be settled, end with nothing said to be on its way', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  for (const settled of [1600, 0]) {
    const { mic, told } = recording();
    mic.stop();
    mic.lost();
    assert.deepEqual(told.at(-1), { state: 'sending', note: words.waiting });
    mic.answer({ open: true });
    assert.deepEqual(told.at(-1), { state: 'sending', note: words.sending });
    for (let asked = 0; asked < 40 && !mic.isOver; asked += 1) {
      mic.answer({ creditSamples: 16_000, settled, stream: 's' });
      context.mock.timers.tick(500);
    }
    assert.deepEqual([mic.isOver, told.at(-1)], [true, { state: 'off', note: '' }]);
  }
});

test('a connection that only this browser has missed so far costs nobody the microphone', () => {
  const { mic } = recording();
  /** @type {any[]} */
  const sent = [];
  mic.stream.send = (frame) => sent.push(frame);
  mic.lost();
  mic.lease(false);
  mic.answer({ error: { code: 'conflict', message: 'Ada is already recording this meeting.', detail: { name: 'Ada', own: 'true' } } });
  assert.deepEqual(sent.at(-1), { microphone: { open: 'm', take: true } });
  mic.answer({ open: true });
  mic.answer({ taken: 'Ada' });
  mic.lease(false);
  mic.answer({ error: { code: 'conflict', message: 'Ada is already recording this meeting.', detail: { name: 'Ada', own: 'true' } } });
  assert.deepEqual(sent.at(-1), { microphone: { open: 'm', take: false } });
});

test('another device of the same person keeps the recording', () => {
  const { mic } = recording();
  /** @type {any[]} */
  const sent = [];
  mic.stream.send = (frame) => sent.push(frame);
  mic.lost();
  mic.lease(false);
  mic.answer({ error: { code: 'conflict', message: 'Ada is already recording this meeting.', detail: { name: 'Ada' } } });
  assert.deepEqual(sent.at(-1), { microphone: { open: 'm', take: false } });
});

/** A seeded generator: Mulberry32. */
function random(seed) {
  let at = seed;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let it = Math.imul(at ^ (at >>> 15), 1 | at);
    it = (it + Math.imul(it ^ (it >>> 7), 61 | it)) ^ it;
    return ((it ^ (it >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * A recording of 60 s through a router that is killed at 20 moments: before a piece, with it, or with its reply.
 * @param {number} seed
 */
function dyingRouter(seed) {
  const draw = random(seed);
  const moments = Array.from({ length: 20 }, () => Math.floor(draw() * 600)).sort((a, b) => a - b);
  const taken = new Set();
  let end = 0;
  let token = 's0';
  /** @type {any} */
  let sent = null;
  /** @type {any} */
  const stream = { send() {}, reconnect() {}, sendBytes: (bytes) => {
    const all = Buffer.from(bytes);
    const cut = all.indexOf(10);
    sent = { ...JSON.parse(all.subarray(0, cut).toString()), count: (all.length - cut - 1) / 2 };
    return true;
  } };
  const mic = new Microphone('m', 0, () => 0, stream, () => {});
  mic.isWanted = true;
  mic.answer({ open: true });
  const take = (piece) => {
    for (let at = piece.offset; at < piece.offset + piece.count; at += 100) taken.add(at);
    end = Math.max(end, piece.offset + piece.count);
  };
  let durable = 0;
  // A reported offset stays settled.
  const settled = () => (durable = Math.max(durable, end - 16_000));
  const step = (dies) => {
    if (!sent) mic.pump();
    const piece = sent;
    sent = null;
    if (!piece) return;
    if (dies) {
      if (dies === 1) take(piece);
      if (dies === 2) {
        // Unreported lines are lost with the services.
        for (const at of taken) if (at >= settled()) taken.delete(at);
        end = settled();
        token = `s${Number(token.slice(1)) + 1}`;
      }
      mic.answer({ error: { code: dies === 2 ? 'not_found' : 'unavailable', message: '', retryable: false } });
    } else if (piece.stream && piece.stream !== token) mic.answer({ error: { code: 'not_found', message: '' } });
    else {
      take(piece);
      mic.answer({ creditSamples: 160_000, settled: settled(), stream: token });
    }
    clearTimeout(mic.timer);
  };
  for (let tenth = 0; tenth < 600; tenth += 1) {
    mic.window.add({ offset: tenth * 1600, atMs: tenth * 100, samples: new Int16Array(1600) });
    for (const moment of moments) if (moment === tenth) step(1 + Math.floor(draw() * 3));
    step(0);
  }
  for (let more = 0; more < 100; more += 1) step(0);
  mic.end();
  return { moments, missing: Array.from({ length: 9600 }, (_, at) => at * 100).filter((at) => !taken.has(at)) };
}

test('nothing is lost through a router that dies at 20 random moments', (context) => {
  for (const seed of [1, 2, 3, 4, 5, Math.floor(Math.random() * 1e9)]) {
    const { moments, missing } = dyingRouter(seed);
    context.diagnostic(`seed ${seed}: the router dies in the tenths of a second ${moments}`);
    assert.deepEqual(missing, [], `seed ${seed}, deaths at ${moments}`);
  }
});

/** A browser whose device, context and permission a test controls. */
function browser() {
  /** @type {any} */
  const it = { rate: 1, value: 1, problem: '', opened: 0, now: 0 };
  const real = Object.fromEntries(['AudioContext', 'AudioWorkletNode', 'navigator'].map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
  const { now } = performance;
  globalThis.AudioContext = /** @type {any} */ (class {
    state = 'running';
    onstatechange = null;
    audioWorklet = { addModule: async () => {} };
    constructor() { it.context = this; if (it.isHeld) this.state = 'suspended'; }
    createMediaStreamSource() { return { connect() {} }; }
    async resume() { this.resumed = true; if (!it.isHeld) this.state = 'running'; }
    async close() { this.state = 'closed'; }
  });
  globalThis.AudioWorkletNode = /** @type {any} */ (class { port = {}; constructor() { it.node = this; } });
  // Node 18 has no navigator.
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { mediaDevices: { getUserMedia: async () => {
    if (it.problem) throw Object.assign(new Error('No.'), { name: it.problem });
    it.opened += 1;
    it.track = { readyState: 'live', muted: false, stop() {} };
    return { getTracks: () => [it.track] };
  } } } });
  performance.now = () => it.now;
  it.second = async () => {
    it.now += 1000;
    // An interval of a page that was suspended fires once.
    if (it.isSuspended) return;
    if (it.track.readyState === 'live' && it.context.state === 'running' && it.rate) {
      it.node.port.onmessage({ data: new Int16Array(16_000 * it.rate).fill(it.value) });
    }
    await it.mic.look();
  };
  it.restore = () => {
    it.mic.end();
    performance.now = now;
    for (const [name, was] of Object.entries(real)) {
      if (was) Object.defineProperty(globalThis, name, was);
      else Reflect.deleteProperty(globalThis, name);
    }
  };
  it.told = [];
  it.mic = new Microphone('m', 0, () => it.now, /** @type {any} */ ({ send() {}, sendBytes: () => true, reconnect() {} }), (mic) => it.told.push(mic));
  it.note = () => it.told.findLast(({ note }) => note !== undefined)?.note;
  return it;
}

const settled = () => new Promise((done) => { setImmediate(done); });

test('a device that is being opened is opened once, whatever the tab does meanwhile', async () => {
  const it = browser();
  try {
    const opening = it.mic.open(false);
    await it.mic.look(false);
    await opening;
    clearInterval(it.mic.looking);
    assert.equal(it.opened, 1);
  } finally {
    it.restore();
  }
});

test('a refused lease is requested again, and the reason is shown', () => {
  const later = globalThis.setTimeout;
  /** @type {(() => void)[]} */
  const due = [];
  globalThis.setTimeout = /** @type {any} */ ((/** @type {() => void} */ what) => due.push(what));
  try {
    /** @type {any[]} */
    const [told, sent] = [[], []];
    const stream = /** @type {any} */ ({ send: (frame) => sent.push(frame), sendBytes: () => true, reconnect() {} });
    const mic = new Microphone('m', 0, () => 1000, stream, (state) => told.push(state));
    mic.isWanted = true;
    mic.answer({ error: { code: 'busy', message: 'Too many microphones are open.', retryable: true } });
    assert.equal(told.at(-1).note, 'Too many microphones are open.');
    due.at(-1)?.();
    assert.deepEqual(sent, [{ microphone: { open: 'm', take: false } }]);
  } finally {
    globalThis.setTimeout = later;
  }
});

/** @param {string} name @param {(it: any) => Promise<void>} what */
const device = (name, what) => test(name, async () => {
  const it = browser();
  try {
    await it.mic.open(false);
    clearInterval(it.mic.looking);
    it.mic.answer({ open: true });
    for (let count = 0; count < 6; count += 1) await it.second();
    assert.deepEqual([it.note(), it.opened], ['', 1]);
    await what(it);
  } finally {
    it.restore();
  }
});

device('a context that is interrupted is said, and resumed', async (it) => {
  it.isHeld = true;
  it.context.state = 'interrupted';
  it.context.onstatechange();
  await settled();
  assert.deepEqual([it.note(), it.context.resumed], [words.interrupted, true]);
  it.isHeld = false;
  await it.second();
  await it.second();
  assert.equal(it.note(), '');
});

device('a muted track, and one that gives nothing but zeros, are said until there is sound', async (it) => {
  it.track.muted = true;
  it.track.onmute();
  assert.equal(it.note(), words.muted);
  it.track.muted = false;
  it.track.onunmute();
  assert.equal(it.note(), '');
  it.value = 0;
  for (let count = 0; count < 11; count += 1) await it.second();
  assert.equal(it.note(), words.muted);
  it.value = 1;
  for (let count = 0; count < 11; count += 1) await it.second();
  assert.deepEqual([it.note(), it.opened], ['', 1]);
});

device('a device that is unplugged is said, and listened to when it is back', async (it) => {
  it.problem = 'NotFoundError';
  it.track.readyState = 'ended';
  it.track.onended();
  await settled();
  assert.equal(it.note(), words.unplugged);
  assert.equal(it.told.at(-1).hasNoAudio, true, 'it is not shown as on');
  for (let count = 0; count < 3; count += 1) await it.second();
  assert.deepEqual([it.note(), it.mic.isWanted], [words.unplugged, true]);
  it.problem = '';
  await it.second();
  assert.deepEqual([it.note(), it.opened], ['', 2]);
  const before = it.mic.heard;
  await it.second();
  assert.equal(it.mic.heard, before + 16_000);
});

device('a device whose rate has changed, or that gives nothing, is opened again', async (it) => {
  it.rate = 0.91875;
  for (let count = 0; count < 21; count += 1) await it.second();
  assert.equal(it.opened >= 2, true);
  const { opened } = it;
  it.rate = 0;
  for (let count = 0; count < 11; count += 1) await it.second();
  assert.equal(it.opened > opened, true);
});

device('a device that delivers no samples is reported, also when it was opened again, until they arrive', async (it) => {
  it.rate = 0;
  for (let count = 0; count < 3; count += 1) await it.second();
  assert.equal(it.note(), '');
  await it.second();
  const state = () => [it.note(), it.told.findLast(({ hasNoAudio }) => hasNoAudio !== undefined)?.hasNoAudio];
  assert.deepEqual(state(), [words.noAudio, true]);
  for (let count = 0; count < 12; count += 1) await it.second();
  assert.ok(it.opened > 1);
  assert.deepEqual(state(), [words.noAudio, true]);
  assert.equal(it.told.filter(({ hasNoAudio }) => hasNoAudio === false).length, 0, 'the report never disappears meanwhile');
  it.rate = 1;
  await it.second();
  assert.deepEqual(state(), ['', false]);
});

device('a suspended tab does not count as a device without samples', async (it) => {
  it.rate = 0;
  it.isSuspended = true;
  for (let count = 0; count < 30; count += 1) await it.second();
  it.isSuspended = false;
  await it.second();
  assert.notEqual(it.note(), words.noAudio);
});

device('a context that does not even start is reported as one without audio, and not as interrupted', async (it) => {
  it.isHeld = true;
  it.track.readyState = 'ended';
  for (let count = 0; count < 6; count += 1) await it.second();
  assert.equal(it.context.state, 'suspended');
  assert.equal(it.note(), words.noAudio);
  assert.equal(it.told.some(({ note }) => note === words.interrupted), false);
});

device('a device that may not be used any more is given up', async (it) => {
  it.problem = 'NotAllowedError';
  it.track.readyState = 'ended';
  it.track.onended();
  await settled();
  assert.deepEqual([it.note(), it.mic.isWanted], [words.denied, false]);
});

device('a bell that a call has interrupted rings again', async (it) => {
  const bell = await import('../../../Services/Standups/Page/bell.js');
  bell.ready();
  it.context.state = 'interrupted';
  bell.ready();
  assert.deepEqual([it.context.state, it.context.resumed], ['running', true]);
});
