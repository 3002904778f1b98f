// Detection of speech, with generated signals, and the own microphone that sends it.
import './environment.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OwnMicrophone, step } from '../../../Services/Transcription/Page/own-microphone.js';
import { SoundWindow } from '../../../Services/Transcription/Page/sound-window.js';
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
  Object.assign(globalThis, { removeEventListener() {} });
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
