// A dictation: records this browser's microphone, and sends the audio until all of its words are known. The audio stays in
// memory, so that it can be sent again after an outage.
import { Refusal, pause, request } from '../../Gateway/Page/api.js';
import { capture, reason } from './capture.js';
import { mayPass } from './sound-window.js';
import { words } from './words.js';

/** Maximum length of a dictation, in samples: 2 minutes, as in `transcription.dictate`. */
export const maxSamples = 120 * 16_000;
/** Samples of which a command has at least half a second, and at most three. */
const pieceSamples = 8000;
const largest = 48_000;
/** Interval between requests for the last words, in milliseconds, and their maximum number without progress: a minute. */
const askMs = 300;
const maxAsks = 200;
/** Maximum number of consecutive rejections of a piece, and interval between attempts, in milliseconds. */
const maxRefusals = 60;
const retryMs = 500;
/** Time after which the release of the button ends the dictation, in milliseconds; a shorter press keeps it on. */
const heldMs = 500;

/** @param {Int16Array} samples @returns {string} base64 of the little-endian samples */
export function base64(samples) {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  let text = '';
  // A call has a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** The audio of a dictation, and its words so far. */
export class Dictation {
  samples = new Int16Array(maxSamples);
  /** Number of samples that were recorded and sent, and the first one that has to be sent again after an outage. */
  count = 0;
  sent = 0;
  settled = 0;
  /** @type {string | undefined} */
  stream = undefined;
  /** Number of lines of the stream that were reported. */
  known = 0;
  isRecording = true;
  isOver = false;
  isSending = false;
  refusals = 0;
  asks = 0;
  /** @type {(() => void) | null} */
  release = null;

  /**
   * @param {string} person @param {string} standup
   * @param {(news: { lines?: string[], partial?: string, state?: 'on' | 'ending' | 'over', problem?: string }) => void} report
   * @param {(path: string, init: RequestInit) => Promise<any>} [ask]
   * @param {(ms: number) => Promise<unknown>} [wait]
   */
  constructor(person, standup, report, ask = request, wait = pause) {
    this.id = `dictation/${person}`;
    this.standup = standup;
    this.report = report;
    this.ask = ask;
    this.wait = wait;
  }

  /** Opens the microphone. @returns {Promise<void>} */
  async open() {
    try {
      const device = await capture({}, (samples) => this.add(samples));
      if (!this.isRecording) return device.release();
      this.release = device.release;
      // Also if the device is unplugged.
      device.track.onended = () => this.stop();
      this.report({ state: 'on' });
    } catch (error) {
      this.end(reason(error));
    }
    return undefined;
  }

  /** @param {Int16Array} samples */
  add(samples) {
    if (!this.isRecording) return;
    const room = samples.subarray(0, maxSamples - this.count);
    this.samples.set(room, this.count);
    this.count += room.length;
    if (this.count === maxSamples) this.stop();
    else void this.send();
  }

  /** Turns the microphone off; the last words are still recognised. */
  stop() {
    if (!this.isRecording) return;
    this.close();
    this.report({ state: 'ending' });
    void this.send();
  }

  close() {
    this.isRecording = false;
    this.release?.();
    this.release = null;
  }

  /**
   * Ends the dictation; words that were not reported are lost.
   * @param {string} [problem]
   */
  end(problem) {
    this.close();
    if (this.isOver) return;
    this.isOver = true;
    this.report({ state: 'over', partial: '', ...(problem && { problem }) });
  }

  /** Sends the recorded audio, one piece at a time. */
  async send() {
    if (this.isSending) return;
    this.isSending = true;
    try {
      while (!this.isOver && await this.step());
    } finally {
      this.isSending = false;
    }
  }

  /** Sends one piece. @returns {Promise<boolean>} true if another one may follow now */
  async step() {
    const rest = this.count - this.sent;
    if (this.isRecording && rest < pieceSamples) return false;
    // Nothing was recorded.
    if (!rest && !this.stream) { this.end(); return false; }
    const to = Math.min(this.count, this.sent + largest);
    const isLast = !this.isRecording && to === this.count;
    const body = { id: this.id, standup: this.standup, offset: this.sent, ...(rest && { audio: base64(this.samples.subarray(this.sent, to)) }),
      ...(this.stream && { stream: this.stream }), ...(isLast && { isLast }) };
    let reply;
    try {
      reply = await this.ask('/api/commands/transcription.dictate', { method: 'POST', body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', 'X-Standups-Key': this.id } });
    } catch (error) {
      return this.refused(error);
    }
    // It was cancelled while the command was in progress.
    if (this.isOver) return false;
    const lines = reply.lines.slice(this.known);
    this.asks = lines.length || rest ? 0 : this.asks + 1;
    [this.stream, this.sent, this.settled, this.known, this.refusals] = [reply.stream, to, reply.settled, reply.lines.length, 0];
    this.report({ lines, partial: reply.partial ?? '' });
    if (reply.isOver) { this.end(); return false; }
    if (this.asks > maxAsks) { this.end(words.late); return false; }
    if (isLast) await this.wait(askMs);
    return true;
  }

  /** @param {unknown} error @returns {Promise<boolean>} */
  async refused(error) {
    if (this.isOver) return false;
    if (!(error instanceof Refusal)) throw error;
    const { code, message, retryAfterMs = 0 } = error.problem;
    this.refusals += 1;
    const isLost = code === 'not_found' && !!this.stream;
    if ((!isLost && (code === 'not_found' || !mayPass(error.problem))) || this.refusals > maxRefusals) {
      this.end(message);
      return false;
    }
    // The words that are settled are in the text; the rest is sent to a new stream.
    if (isLost) [this.stream, this.known, this.sent] = [undefined, 0, Math.min(this.settled, this.count)];
    await this.wait(isLost ? 0 : Math.max(retryMs, retryAfterMs));
    return true;
  }
}

/** @type {Dictation | null} */
let current = null;

/**
 * Begins or ends the dictation of the state.
 * @type {NonNullable<Part['perform']>}
 */
export function perform({ do: what }, send, state) {
  if (what === 'dictate.end') return current?.stop();
  const dictating = state.dictating;
  const person = state.me?.person;
  if (!dictating || !person) return undefined;
  current?.end();
  const { standup, attendee } = dictating;
  const dictation = new Dictation(person, standup, (news) => send({ type: 'dictated', dictation: dictating.number, ...news }));
  const form = state.writing.get(standup);
  // The form may have been closed, and another one opened since, or it may be for another attendee.
  const isShown = () => state.place.kind === 'standup' && state.place.standup === standup
    && state.writing.get(standup) === form && form?.attendee === attendee && state.dictating === dictating;
  const watch = setInterval(() => {
    if (!isShown()) dictation.end();
    if (!dictation.isOver) return;
    clearInterval(watch);
    // The recording does not stay in memory.
    if (current === dictation) current = null;
  }, 100);
  current = dictation;
  if (dictating.isPressed) hold(dictation, () => send({ type: 'dictate.released', dictation: dictating.number }));
  return dictation.open();
}

/**
 * Ends a dictation when the button or key that began it is released, if it was held.
 * @param {Dictation} dictation @param {() => void} released
 */
function hold(dictation, released) {
  const began = performance.now();
  const types = ['pointerup', 'pointercancel', 'keyup', 'blur'];
  const end = () => {
    for (const type of types) removeEventListener(type, end);
    if (performance.now() - began >= heldMs) dictation.stop();
    // The click that belongs to the press comes first.
    setTimeout(released);
  };
  for (const type of types) addEventListener(type, end);
}
