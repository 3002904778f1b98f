// Detection of speech, with generated signals, and the own microphone that sends it.
import './environment.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from '../../../Services/Transcription/Page/capture.js';
import { Hearing } from '../../../Services/Transcription/Page/hearing.js';
import { OwnMicrophone, step } from '../../../Services/Transcription/Page/own-microphone.js';
import { SoundWindow } from '../../../Services/Transcription/Page/sound-window.js';
import { words } from '../../../Services/Transcription/Page/words.js';
import { Voice, level } from '../../../Services/Transcription/Page/voice.js';

/** A signal of noise, of a length in seconds and a loudness in decibels for each part. */
function signal(...parts) {
  let seed = 1;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647 * 2 - 1;
  };
  return Int16Array.from(parts.flatMap(([seconds, decibels]) => {
    // Uniform noise has a third of the power of its peak.
    const peak = 32_768 * Math.sqrt(3) * 10 ** (decibels / 20);
    return Array.from({ length: Math.round(seconds * 16_000) }, () => Math.max(-32_768, Math.min(32_767, peak * random())));
  }));
}

/** Pushes a signal in chunks, and returns the pieces. */
function pieces(samples, chunk = 1600, voice = new Voice()) {
  const all = [];
  for (let at = 0; at < samples.length; at += chunk) all.push(...voice.push(samples.slice(at, at + chunk)));
  return all;
}

/** The stretches of contiguous pieces, in seconds. */
function stretches(all) {
  const found = [];
  for (const { at, samples } of all) {
    const last = found[found.length - 1];
    if (last && last.end === at) last.end += samples.length;
    else found.push({ start: at, end: at + samples.length });
  }
  return found.map(({ start, end }) => ({ start: start / 16_000, end: end / 16_000 }));
}

test('the loudness of a signal is in decibels relative to full scale', () => {
  assert.ok(Math.abs(level(signal([1, -20])) + 20) < 0.5);
  assert.ok(Math.abs(level(new Int16Array(320)) + 90) < 0.01);
});

test('silence and steady noise give no pieces', () => {
  assert.deepEqual(pieces(new Int16Array(160_000)), []);
  assert.deepEqual(pieces(signal([20, -62])), []);
});

test('a louder room is learned, and gives no more pieces', () => {
  const voice = new Voice();
  pieces(signal([40, -48]), 1600, voice);
  assert.deepEqual(pieces(signal([10, -48]), 1600, voice), []);
  assert.notDeepEqual(pieces(signal([1, -30]), 1600, voice), []);
});

test('speech is sent with what lies before its onset, up to the pause that ends it', () => {
  const all = pieces(signal([2, -70], [1, -25], [2, -70], [0.5, -30], [3, -70]));
  const found = stretches(all);
  assert.equal(found.length, 2);
  for (const [index, start, end] of [[0, 2, 3], [1, 5, 5.5]]) {
    assert.ok(found[index].start >= start - 0.32 && found[index].start <= start - 0.2, JSON.stringify(found));
    assert.ok(found[index].end >= end + 0.6 && found[index].end <= end + 0.75, JSON.stringify(found));
  }
  assert.deepEqual(all.filter(({ endsSpeech }) => endsSpeech).map(({ at, samples }) => (at + samples.length) / 16_000),
    found.map(({ end }) => end));
});

test('the samples of the pieces are those of the signal at their positions', () => {
  const samples = signal([1, -70], [1, -25], [1, -70]);
  for (const piece of pieces(samples)) {
    assert.deepEqual(piece.samples, samples.slice(piece.at, piece.at + piece.samples.length));
  }
});

test('the pieces do not depend on how the audio is divided', () => {
  const samples = signal([1, -70], [0.7, -25], [1.5, -70], [0.3, -20], [1, -70]);
  const expected = pieces(samples);
  for (const chunk of [128, 333, 4000]) assert.deepEqual(pieces(samples, chunk), expected);
});

test('a click is no speech', () => {
  assert.deepEqual(pieces(signal([1, -70], [0.04, -15], [1, -70])), []);
});

test('of twenty microphones of which one person speaks, about one is sent', () => {
  const spoken = signal(...Array.from({ length: 10 }, () => [[2, -25], [0.3, -65]]).flat());
  const silent = signal([23, -65]);
  const sent = (samples) => pieces(samples).reduce((sum, each) => sum + each.samples.length, 0);
  const total = sent(spoken) + Array.from({ length: 19 }, () => sent(silent)).reduce((sum, each) => sum + each, 0);
  assert.ok(total <= spoken.length, `${total} of ${20 * spoken.length} samples`);
});

test('muting ends the speech', () => {
  const voice = new Voice();
  const before = pieces(signal([1, -70], [0.53, -25]), 1600, voice);
  assert.ok(!before.some(({ endsSpeech }) => endsSpeech));
  const [last] = voice.end();
  assert.equal(last.endsSpeech, true);
  assert.equal(last.at, before[before.length - 1].at + before[before.length - 1].samples.length);
  assert.deepEqual(voice.end(), []);
});

test('a message ends where the speech ends', () => {
  const window = new SoundWindow({ credit: 16_000 });
  const piece = (/** @type {number} */ at, /** @type {object} */ more = {}) => ({ offset: at, atMs: at / 16, samples: new Int16Array(1600), ...more });
  window.add(piece(0));
  window.add(piece(1600, { endsSpeech: true }));
  window.add(piece(3200));
  const first = window.message();
  assert.equal(first?.samples.length, 3200);
  assert.equal(first?.endsSpeech, true);
  window.accepted(16_000, 0);
  assert.equal(window.message()?.endsSpeech, undefined);
  window.accepted(16_000, 3200);
  assert.equal(window.kept.length, 1);
});

test('a message that contains only a part of a piece does not end the speech', () => {
  const window = new SoundWindow({ credit: 1000 });
  window.add({ offset: 0, atMs: 0, samples: new Int16Array(1600), endsSpeech: true });
  assert.equal(window.message()?.endsSpeech, undefined);
  window.accepted(1000, 0);
  const rest = window.message();
  assert.deepEqual([rest?.offset, rest?.samples.length, rest?.endsSpeech], [1000, 600, true]);
});

/** An own microphone with a lease in a meeting that began ten seconds ago. */
function own() {
  /** @type {any[]} */
  const told = [];
  /** @type {any[]} */
  const sent = [];
  /** @type {any[]} */
  const posted = [];
  /** @type {any} */
  const stream = { send: (/** @type {any} */ message) => sent.push(message), reconnect() {},
    sendBytes: (/** @type {ArrayBuffer} */ bytes) => {
      const text = new TextDecoder().decode(new Uint8Array(bytes).slice(0, 400));
      sent.push(JSON.parse(text.slice(0, text.indexOf('\n'))));
      return true;
    } };
  const mic = new OwnMicrophone('m', 0, () => 10_000, stream, (state) => told.push(state));
  mic.recorder = /** @type {any} */ ({ port: { postMessage: (/** @type {any} */ data) => posted.push(data) } });
  mic.isWanted = true;
  mic.answer({ open: true, own: true });
  return { mic, told, sent, posted };
}

/** A message of the worklet. */
const heard = (/** @type {object} */ more = {}) => ({ count: 1600, isSilent: false, level: -70, isSpeaking: false, framed: 1600, pieces: [], ...more });

test('an own microphone sends speech with its times, and nothing else', () => {
  const { mic, sent } = own();
  mic.listen(heard());
  assert.deepEqual(sent, []);
  mic.listen(heard({ framed: 16_000, pieces: [{ at: 11_200, samples: new Int16Array(4800), endsSpeech: true }] }));
  clearTimeout(mic.timer);
  // The first message came at 10 s, with 100 ms of audio.
  assert.deepEqual(sent.map(({ offset, own: isOwn, meeting }) => [offset, isOwn, meeting]), [[10 * 16_000 - 1600 + 11_200, true, 'm']]);
  assert.equal(mic.window.kept[0].endsSpeech, true);
});

test('speech into a muted microphone shows a reminder', () => {
  const { mic, told, posted } = own();
  mic.mute(true);
  assert.deepEqual(posted, [{ isMuted: true }]);
  mic.listen(heard({ level: -20, isSpeaking: true }));
  assert.deepEqual(told.at(-1), { level: 0, reminds: true });
  mic.mute(false);
  mic.listen(heard({ level: -20, isSpeaking: true }));
  assert.deepEqual(told.at(-1), { level: step(-20), reminds: false });
});

test('the level meter is reported only when it changes', () => {
  const { mic, told } = own();
  mic.listen(heard({ level: -30 }));
  const { length } = told;
  mic.listen(heard({ level: -30.1 }));
  assert.equal(told.length, length);
  assert.deepEqual([step(-90), step(-60), step(-36), step(0)], [0, 0, 4, 8]);
});

test('a held key opens a muted microphone until it is released', () => {
  const { mic, posted } = own();
  const key = (/** @type {string} */ name, more = {}) => /** @type {any} */ ({ type: 'keydown', key: name, target: { closest: () => null }, ...more });
  mic.press(key('t'));
  assert.deepEqual(posted, []);
  mic.mute(true);
  mic.press(key('t', { target: { closest: () => ({}) } }));
  mic.press(key('n'));
  assert.equal(mic.isMuted, true);
  mic.press(key('t'));
  assert.equal(mic.isMuted, false);
  mic.release(key('n', { type: 'keyup' }));
  assert.equal(mic.isMuted, false);
  mic.release(key('t', { type: 'keyup' }));
  assert.equal(mic.isMuted, true);
  mic.press(key('t'));
  mic.release(/** @type {any} */ ({ type: 'blur' }));
  assert.equal(mic.isMuted, true);
});

test('requests for the settled offset count only when they are sent, and start again when the microphone is turned off', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { mic, sent } = own();
  mic.listen(heard({ framed: 4800, pieces: [{ at: 0, samples: new Int16Array(1600), endsSpeech: true }] }));
  const answer = () => mic.answer({ creditSamples: 16_000, settled: 0, stream: 's' });
  for (let number = 0; number < 3; number += 1) answer();
  assert.equal(mic.asks, 0);
  for (let number = 0; number < 100; number += 1) {
    context.mock.timers.tick(500);
    answer();
  }
  assert.equal(mic.asks, 30);
  assert.equal(sent.length, 31);
  mic.stop();
  assert.equal(mic.isOver, false);
  for (let number = 0; number < 30; number += 1) {
    context.mock.timers.tick(500);
    answer();
  }
  assert.equal(sent.filter(({ offset }) => offset !== undefined).length, 61);
  assert.equal(mic.isOver, true);
});

test('after the connection was lost, unsettled speech is sent again without the stream', () => {
  const { mic, sent } = own();
  mic.listen(heard({ framed: 4800, pieces: [{ at: 0, samples: new Int16Array(1600), endsSpeech: true }] }));
  mic.answer({ creditSamples: 16_000, settled: 0, stream: 's' });
  mic.lost();
  mic.answer({ open: true, own: true });
  clearTimeout(mic.timer);
  const [first, again] = sent;
  assert.equal(again.offset, first.offset);
  assert.equal(again.stream, undefined);
});

/** Devices of a browser, the first of which is open. */
function devices(mic, ids) {
  const open = { id: ids[0] };
  const listeners = new Set();
  const mediaDevices = {
    enumerateDevices: async () => ids.map((deviceId) => ({ kind: 'audioinput', deviceId, label: deviceId })),
    addEventListener: (_, what) => listeners.add(what), removeEventListener: (_, what) => listeners.delete(what),
  };
  Object.defineProperty(globalThis, 'navigator', { value: { mediaDevices }, configurable: true });
  Object.assign(globalThis, { addEventListener() {}, removeEventListener() {} });
  const opened = [];
  // As attach does, without a browser's audio.
  mic.attach = async () => {
    open.id = ids.includes(mic.deviceId) ? mic.deviceId : ids[0];
    opened.push(open.id);
    const id = open.id;
    mic.device = { track: { getSettings: () => ({ deviceId: id }) }, context: {}, release() {} };
    mic.recorder = { port: { postMessage: (data) => { if (data.ends) mic.listen(heard({ count: 0, framed: 3200, isEnd: true, pieces: [{ at: 0, samples: new Int16Array(1600), endsSpeech: true }] })); } } };
    await mic.list();
  };
  return { opened, listeners };
}

test('another device is opened after the speech in progress, and is never called disconnected', async () => {
  const { mic, told, sent } = own();
  const { opened } = devices(mic, ['one', 'two']);
  await mic.attach();
  await mic.choose('two');
  clearTimeout(mic.timer);
  assert.deepEqual(opened, ['one', 'two']);
  assert.deepEqual(sent.filter(({ endsSpeech }) => endsSpeech).length, 1, 'the speech was ended and sent');
  assert.equal(told.some(({ note }) => note === words.unplugged), false);
  assert.deepEqual(told.findLast(({ device }) => device).device, 'two');
});

test('the chosen device is required, and another one is opened only if it is missing', async () => {
  const asked = [];
  let problem = '';
  const getUserMedia = async ({ audio }) => {
    asked.push(audio.deviceId?.exact);
    if (audio.deviceId && problem) throw Object.assign(new Error(), { name: problem });
    return 'media';
  };
  Object.defineProperty(globalThis, 'navigator', { value: { mediaDevices: { getUserMedia } }, configurable: true });
  await request(true, '');
  await request(true, 'two');
  problem = 'OverconstrainedError';
  assert.equal(await request(true, 'two'), 'media');
  assert.deepEqual(asked, [undefined, 'two', 'two', undefined]);
  problem = 'NotAllowedError';
  await assert.rejects(request(true, 'two'), { name: 'NotAllowedError' });
});

test('a device that was chosen is used again when it is connected again', async () => {
  const { mic, told } = own();
  const ids = ['one', 'two'];
  const { opened } = devices(mic, ids);
  mic.deviceId = 'two';
  await mic.attach();
  ids.pop();
  await mic.changed();
  assert.deepEqual(told.at(-1).devices, [{ id: 'one', label: 'one' }], 'the list follows');
  await mic.attach();
  assert.equal(opened.at(-1), 'one');
  ids.push('two');
  await mic.changed();
  clearTimeout(mic.timer);
  assert.equal(opened.at(-1), 'two');
});

test('the recorder delivers speech in progress before its device is closed', async () => {
  const told = [];
  Object.assign(globalThis, { sampleRate: 16_000, AudioWorkletProcessor: class { port = { postMessage: (data) => told.push(data) }; }, registerProcessor: (_, made) => { globalThis.Recorder = made; } });
  await import('../../../Services/Transcription/Page/recorder.js');
  for (const isMuted of [false, true]) {
    told.length = 0;
    const recorder = new globalThis.Recorder({ processorOptions: { isOwn: true, isMuted } });
    const loud = Float32Array.from({ length: 3200 }, (_, at) => 0.5 * Math.sin(at / 3));
    recorder.process([[loud]]);
    recorder.port.onmessage({ data: { isMuted, ends: true } });
    const pieces = told.flatMap((each) => each.pieces);
    assert.equal(told.at(-1).isEnd, true);
    assert.deepEqual([pieces.length > 0, pieces.some(({ endsSpeech }) => endsSpeech)], isMuted ? [false, false] : [true, true]);
  }
});

/** A browser whose own microphone of a meeting is open. */
function hearing() {
  const storage = () => {
    const all = new Map();
    return { getItem: (key) => all.get(key) ?? null, setItem: (key, value) => all.set(key, value), removeItem: (key) => all.delete(key) };
  };
  Object.assign(globalThis, { localStorage: storage(), sessionStorage: storage(), addEventListener() {}, removeEventListener() {} });
  const told = [];
  const sent = [];
  const it = new Hearing(/** @type {any} */ ({ send: (message) => sent.push(message), sendBytes: () => true, reconnect() {} }), () => 10_000, (action) => told.push(action));
  const mic = /** @type {OwnMicrophone} */ (it.begin('m', 0, true));
  const opened = [];
  mic.open = async (take) => { opened.push(take); mic.isWanted = true; };
  mic.isWanted = true;
  mic.answer({ open: true, own: true });
  mic.window.add({ offset: 0, atMs: 0, samples: new Int16Array(1600) });
  return { it, mic, told, sent, opened };
}

test('an own microphone opens again when the end of its meeting is undone, with its audio and muted as it was', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { it, mic, told, sent, opened } = hearing();
  mic.isMuted = true;
  await it.perform({ type: 'microphone', do: 'hold', meeting: 'm' });
  await it.perform({ type: 'microphone', do: 'hold', meeting: 'm', until: 20_000 });
  void it.perform({ type: 'microphone', do: 'hold', meeting: 'another', until: 20_000 });
  assert.deepEqual([mic.isWanted, mic.isOver, mic.window.keptSamples], [false, false, 1600]);
  assert.deepEqual(sent.at(-1), { microphone: { close: 'm', own: true } });
  it.answer({ meeting: 'm', own: true, error: { code: 'denied', message: 'This meeting is over.' } });
  assert.equal(mic.isOver, false, 'the rejection of a piece that was in flight');
  await it.perform({ type: 'microphone', do: 'reopen', meeting: 'm' });
  assert.deepEqual(opened, [false]);
  assert.deepEqual(told.at(-1), { type: 'mic', meeting: 'm', state: 'opening', isOwn: true, isMuted: true });
  context.mock.timers.tick(60_000);
  assert.equal(mic.isOver, false, 'its end does not come any more');
});

test('a microphone ends when the end of its meeting is final', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { it, mic, opened } = hearing();
  sessionStorage.setItem('microphone', JSON.stringify({ meeting: 'm', isOwn: true, isMuted: false }));
  await it.perform({ type: 'microphone', do: 'hold', meeting: 'm', until: 20_000 });
  context.mock.timers.tick(9999);
  assert.equal(mic.isOver, false);
  context.mock.timers.tick(1);
  assert.deepEqual([mic.isOver, sessionStorage.getItem('microphone')], [true, null]);
  await it.perform({ type: 'microphone', do: 'reopen', meeting: 'm' });
  assert.deepEqual(opened, [], 'too late');
});

test('a microphone that was off when the meeting ended stays off, and its last words are sent', async () => {
  const { it, mic, sent, opened } = hearing();
  mic.stop();
  await it.perform({ type: 'microphone', do: 'hold', meeting: 'm', until: 20_000 });
  await it.perform({ type: 'microphone', do: 'reopen', meeting: 'm' });
  clearTimeout(mic.timer);
  assert.deepEqual([opened, sent.at(-1)], [[], { microphone: { open: 'm', take: false, own: true } }]);
});

test('an end that was undone during an outage opens the microphone again', async () => {
  const { it, opened } = hearing();
  await it.perform({ type: 'microphone', do: 'hold', meeting: 'm', until: 1e9 });
  await it.resume({ live: new Map(), me: null, hasMicrophone: true });
  assert.deepEqual(opened, []);
  await it.resume({ live: new Map([['m', /** @type {any} */ ({})]]), me: null, hasMicrophone: true });
  assert.deepEqual(opened, [false]);
});

test('the mute and the device are remembered: the mute for this tab, the device for this browser', async () => {
  const { it, mic } = hearing();
  sessionStorage.setItem('microphone', JSON.stringify({ meeting: 'm', isOwn: true, isMuted: false }));
  await it.perform({ type: 'microphone', do: 'mute', meeting: 'm', isMuted: true });
  assert.equal(JSON.parse(sessionStorage.getItem('microphone')).isMuted, true);
  mic.isWanted = false;
  await it.perform({ type: 'microphone', do: 'choose', meeting: 'm', device: 'two' });
  assert.equal(it.begin('n', 0, true).deviceId, 'two');
  assert.equal(it.begin('n', 0, false).deviceId, '', 'the room has its own choice');
});
