// This browser's microphone: heard, kept, and sent until it is settled.
import * as store from './sound-store.js';
import { SoundWindow, SpokenTimes } from './sound-window.js';
import { words } from './words-mic.js';

/** One meeting's sound, from this browser. */
export class Microphone {
  window = new SoundWindow();
  times = new SpokenTimes();
  /**
   * What releases the device.
   * @type {(() => void) | null}
   */
  release = null;
  /**
   * The stream of recognition that has what was sent.
   * @type {string | undefined}
   */
  token = undefined;
  hasLease = false;
  /** Whether it shall listen, as somebody may stop before the device is there. */
  isWanted = false;
  isOver = false;
  /** Whether another browser records now; errors about pieces that were under way do not hide that. */
  isTaken = false;
  /** Samples of the stream before this browser listened, and those heard since. */
  base = 0;
  heard = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  /**
   * @param {string} meeting
   * @param {number} startedAt when the meeting began, by the gateway's clock
   * @param {() => number} now the gateway's clock
   * @param {import('./stream.js').Stream} stream
   * @param {(mic: Partial<MicrophoneState>) => void} tell
   */
  constructor(meeting, startedAt, now, stream, tell) {
    Object.assign(this, { meeting, startedAt, now, stream, tell });
    /** @type {string} */ this.meeting = meeting;
    /** @type {number} */ this.startedAt = startedAt;
    /** @type {() => number} */ this.now = now;
    /** @type {import('./stream.js').Stream} */ this.stream = stream;
    /** @type {(mic: Partial<MicrophoneState>) => void} */ this.tell = tell;
  }

  /** Sound from before a reload comes first. */
  async restore() {
    for (const piece of await store.kept(this.meeting)) this.window.add({ ...piece });
    const first = this.window.kept[0];
    if (first) this.window.next = this.window.settled = first.offset;
    return !!first;
  }

  /**
   * Asks for the device and the lease.
   * @param {boolean} take whether to take over from another browser
   */
  async open(take) {
    this.isWanted = true;
    /** @type {MediaStream} */
    let media;
    try {
      // With any of these on, what is recorded is no longer what was said.
      media = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: false, noiseSuppression: false,
        autoGainControl: false, channelCount: 1 } });
    } catch (error) {
      const { name } = /** @type {DOMException} */ (error);
      return this.fail(name === 'NotAllowedError' ? words.denied : words.missing);
    }
    let context = new AudioContext({ sampleRate: 16_000 });
    let source;
    try {
      source = context.createMediaStreamSource(media);
    } catch {
      // Not every browser brings a microphone to the context's rate; the recorder can.
      void context.close();
      context = new AudioContext();
      source = context.createMediaStreamSource(media);
    }
    this.release = () => {
      for (const track of media.getTracks()) track.stop();
      void context.close();
    };
    if (!this.isWanted) return this.stop();
    try {
      await context.audioWorklet.addModule(new URL('./recorder.js', import.meta.url).href);
      if (!this.isWanted) return this.stop();
      const node = new AudioWorkletNode(context, 'recorder',
        { numberOfOutputs: 0, channelCount: 1, channelCountMode: 'explicit' });
      node.port.onmessage = ({ data }) => this.listen(data);
      source.connect(node);
    } catch (error) {
      return this.fail(`${words.missing} ${/** @type {Error} */ (error).message}`);
    }
    media.getTracks()[0].onended = () => this.fail(words.missing);
    if (context.state === 'suspended') void context.resume();
    this.lease(take);
  }

  /** @param {boolean} take */
  lease(take) { this.stream.send({ microphone: { open: this.meeting, take } }); }

  /** @param {string} note */
  fail(note) {
    this.stop();
    this.tell({ state: 'off', note });
  }

  /** @param {Int16Array} samples */
  listen(samples) {
    if (this.isOver || !this.release) return;
    const passed = this.now() - this.startedAt;
    const last = this.window.kept[this.window.kept.length - 1];
    // By the meeting's time, and never before what is kept already.
    if (!this.heard) this.base = Math.max(0, Math.round((passed - 100) * 16), this.window.settled,
      last ? last.offset + last.samples.length : 0);
    const offset = this.base + this.heard;
    this.heard += samples.length;
    const piece = { offset, atMs: this.times.heard(samples.length, offset + samples.length, Math.round(passed)),
      samples };
    this.window.add(piece);
    store.keep(this.meeting, piece).catch((error) => this.tell({ note: String(error?.message ?? error) }));
    this.pump();
  }

  /** Sends what may be sent. */
  pump() {
    if (!this.hasLease || this.isOver) return;
    const piece = this.window.message();
    if (!piece) {
      if (!this.window.underWay && !this.window.isSent) this.later(200, () => this.window.probe());
      else if (this.window.isSent && !this.release && !this.window.isSettled) this.later(500, () => this.window.ask());
      else if (!this.release && this.window.isSettled) this.end();
      return;
    }
    const head = new TextEncoder().encode(`${JSON.stringify({ meeting: this.meeting, offset: piece.offset, atMs: Math.max(0, Math.round(piece.atMs)), stream: this.token })}\n`);
    const bytes = new Uint8Array(head.length + piece.samples.byteLength);
    bytes.set(head);
    bytes.set(new Uint8Array(piece.samples.buffer, piece.samples.byteOffset, piece.samples.byteLength), head.length);
    if (!this.stream.sendBytes(bytes.buffer)) this.window.refused();
    // Each piece is answered; without an answer the connection is no good.
    else this.later(15_000, () => this.stream.reconnect());
  }

  /** @param {number} ms @param {() => void} what */
  later(ms, what) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      what();
      this.pump();
    }, ms);
  }

  /** The connection is lost: what is under way may or may not have come. */
  lost() {
    clearTimeout(this.timer);
    this.hasLease = false;
    this.window.restart();
    this.token = undefined;
    if (this.release) this.tell({ state: 'waiting', note: words.waiting });
  }

  /**
   * What the gateway says about this microphone.
   * @param {any} frame
   */
  answer(frame) {
    if (frame.taken !== undefined) {
      this.hasLease = false;
      this.isTaken = true;
      clearTimeout(this.timer);
      this.stop();
      this.tell({ state: 'other', note: words.taken(frame.taken) });
    } else if (frame.open) {
      this.hasLease = true;
      this.isTaken = false;
      this.tell({ state: this.release ? 'on' : 'sending', note: this.release ? '' : words.restored });
      this.pump();
    } else if (frame.error) this.refused(frame.error);
    else if (frame.creditSamples !== undefined) {
      clearTimeout(this.timer);
      this.token = frame.stream;
      const before = this.window.settled;
      this.window.accepted(frame.creditSamples, frame.settled);
      if (this.window.settled > before) store.forget(this.meeting,
        this.window.settled).catch(() => this.tell({ note: words.waiting }));
      if (this.release) this.tell({ state: 'on',
        note: this.window.dropped ? words.behind(this.window.dropped / 16) : '' });
      this.pump();
    }
  }

  /** @param {Problem} error */
  refused(error) {
    if (this.isTaken) return;
    if (error.code === 'conflict') {
      this.hasLease = false;
      this.stop();
      this.tell({ state: 'other', note: error.message });
    } else if (error.code === 'not_found') {
      // After a restart the service knows the stream again once its parent has told it.
      this.token = undefined;
      this.window.restart();
      this.later(250, () => {});
    } else if (error.retryable || error.code === 'expired' || error.code === 'unroutable') {
      this.window.refused();
      this.later(Math.min(2000, Math.max(50, error.retryAfterMs ?? 250)), () => {});
    } else this.fail(error.message);
  }

  /** Listens no more; what was heard is still sent. */
  stop() {
    this.isWanted = false;
    this.release?.();
    this.release = null;
    if (this.hasLease) this.pump();
  }

  /** All is settled, or nothing of it is wanted any more. */
  end() {
    this.isWanted = false;
    this.release?.();
    this.release = null;
    clearTimeout(this.timer);
    if (this.hasLease) this.stream.send({ microphone: { close: this.meeting } });
    this.hasLease = false;
    this.isOver = true;
  }
}
