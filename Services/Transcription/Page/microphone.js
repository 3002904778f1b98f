// Microphone of this browser, which records audio, stores it until it is settled, and sends it.
import { capture, reason } from './capture.js';
import * as store from './sound-store.js';
import { SoundWindow, SpokenTimes, mayPass } from './sound-window.js';
import { words } from './words.js';

/** Interval between checks of the device, and the window over which its samples are counted, in milliseconds. */
const lookMs = 1000;
const windowMs = 5000;
/**
 * Maximum deviation of the device's rate, as a fraction, and the number of deviating windows after which the device is
 * opened again.
 */
const maxDrift = 0.06;
const maxPoorWindows = 3;
/**
 * Number of checks since the last sample at which the page reports that the device delivers nothing. While the tab is
 * suspended, it checks nothing.
 */
const maxStillChecks = 5;
/**
 * Interval between requests for the settled offset after the last sample, in milliseconds, and the maximum number of
 * such requests without progress.
 */
const askMs = 500;
const maxAsks = 30;
/** Number of consecutive rejections after which the page shows the error. */
const maxQuietRefusals = 4;

/** Problems of a device that records nothing. */
const noAudio = [words.noAudio, words.unplugged, words.interrupted, words.muted];

/** Audio of one meeting, from this browser: the microphone of the room. */
export class Microphone {
  /** True for the microphone of the person, whose words belong to them; see `OwnMicrophone`. */
  isOwn = false;
  window = new SoundWindow();
  times = new SpokenTimes();
  /**
   * Open device; null before it is granted, while it is unplugged, and after recording has stopped.
   * @type {{ track: MediaStreamTrack, context: AudioContext, release: () => void } | null}
   */
  device = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  looking = undefined;
  isAttaching = false;
  /** Id of the chosen device; empty for the browser's choice. */
  deviceId = '';
  /** @type {AudioWorkletNode | null} */
  recorder = null;
  /**
   * Number of samples in the current window, the start of the window, and true while all of its samples are 0; number
   * of windows with a deviating rate.
   */
  fresh = 0;
  countedAt = 0;
  isSilent = true;
  poorWindows = 0;
  /** Number of checks since the last sample, and true if the open device has delivered one. */
  stillChecks = 0;
  isHeard = false;
  /** True if every sample of the last window was 0. */
  isMute = false;
  /** Displayed messages: the device's current problem, and the reason why it was closed. */
  trouble = '';
  farewell = '';
  /**
   * Id of the recognition stream that received the audio.
   * @type {string | undefined}
   */
  token = undefined;
  hasLease = false;
  /** True if this browser has ever had the lease. */
  wasOpen = false;
  /** True while the person wants to record, even before the device is granted and while it is unplugged. */
  isWanted = false;
  isOver = false;
  /**
   * Person of the session, to whom the audio of an own microphone belongs.
   * @type {string | undefined}
   */
  person = undefined;
  /** True while the meeting has ended and may be resumed. */
  isPaused = false;
  /** Number of consecutive rejected pieces, and number of requests since the settled offset last advanced. */
  refusals = 0;
  asks = 0;
  /** True while another browser records. Errors about pieces in flight do not replace this message. */
  isTaken = false;
  /**
   * Offset of the first sample that this browser recorded, and number of samples recorded since, both in samples.
   */
  base = 0;
  heard = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  /**
   * @param {string} meeting
   * @param {number} startedAt start of the meeting, by the gateway's clock
   * @param {() => number} now the gateway's clock
   * @param {import('../../Gateway/Page/stream.js').Stream} stream
   * @param {(mic: Partial<MicrophoneState>) => void} report
   */
  constructor(meeting, startedAt, now, stream, report) {
    Object.assign(this, { meeting, startedAt, now, stream, report });
    /** @type {string} */ this.meeting = meeting;
    /** @type {number} */ this.startedAt = startedAt;
    /** @type {() => number} */ this.now = now;
    /** @type {import('../../Gateway/Page/stream.js').Stream} */ this.stream = stream;
    /** @type {(mic: Partial<MicrophoneState>) => void} */ this.report = report;
  }

  /** Restores audio from before a reload, to be sent first. */
  async restore() {
    for (const { person, ...piece } of await store.kept(this.meeting)) {
      // Another person may have used this browser.
      if (!!piece.isOwn === this.isOwn && (!this.isOwn || person === this.person)) this.window.add(piece);
    }
    const first = this.window.kept[0];
    if (first) this.window.next = this.window.settled = first.offset;
    return !!first;
  }

  /**
   * Requests the device and the lease.
   * @param {boolean} take true takes over from another browser
   */
  async open(take) {
    [this.isWanted, this.isAttaching, this.stillChecks] = [true, true, 0];
    try {
      await this.attach();
    } catch (error) {
      return this.fail(error);
    } finally {
      this.isAttaching = false;
    }
    if (!this.isWanted) return this.stop();
    this.looking = setInterval(() => void this.look(), lookMs);
    this.lease(take);
  }

  get recorderOptions() { return { isOwn: this.isOwn }; }

  /** Starts recording from the device. */
  async attach() {
    const { track, context, recorder, release } = await capture({ deviceId: this.deviceId, ...this.recorderOptions }, (heard) => this.listen(heard));
    this.recorder = recorder;
    this.device = { track, context, release };
    [this.poorWindows, this.isMute, this.isHeard] = [0, false, false];
    this.recount();
    track.onmute = track.onunmute = track.onended = context.onstatechange = () => void this.look(false);
  }

  detach() {
    const { device } = this;
    this.device = this.recorder = null;
    if (!device) return;
    device.track.onmute = device.track.onunmute = device.track.onended = device.context.onstatechange = null;
    device.release();
  }

  /**
   * Monitors the device: resumes it if it has stopped, opens it again if it has disappeared, and shows both problems.
   * @param {boolean} [isTime] true to count the samples of the last window
   */
  async look(isTime = true) {
    if (!this.isWanted || this.isAttaching) return;
    if (this.device && this.device.track.readyState !== 'ended' && this.device.context.state !== 'closed') {
      const { track, context } = this.device;
      const isRunning = context.state === 'running';
      // A call or a locked screen interrupts the context, which the browser does not resume.
      if (!isRunning) context.resume().catch(() => {});
      if (isTime) this.stillChecks += 1;
      const isBroken = isTime && this.count(isRunning && !track.muted);
      this.say(this.problem(this.device));
      if (!isBroken) return;
    } else this.say(words.unplugged);
    await this.reattach();
  }

  /**
   * Returns the problem of the open device; empty for none.
   * @param {NonNullable<Microphone['device']>} device
   */
  problem({ track, context }) {
    const state = /** @type {string} */ (context.state);
    // A context that never ran was not interrupted: some browsers do not start it without an audio device.
    if (state === 'interrupted' || (state !== 'running' && this.isHeard)) return words.interrupted;
    if (track.muted) return words.muted;
    if (this.stillChecks >= maxStillChecks) return words.noAudio;
    return this.isMute ? words.muted : '';
  }

  /** Opens the device again, or another one that was chosen. */
  async reattach() {
    this.isAttaching = true;
    try {
      await this.endSpeech();
      this.detach();
      await this.attach();
      if (!this.isWanted || this.isOver) this.detach();
      else if (this.device) this.say(this.problem(this.device));
    } catch (error) {
      if (/** @type {DOMException} */ (error).name === 'NotAllowedError') this.fail(error);
      else this.say(words.unplugged);
    } finally {
      this.isAttaching = false;
    }
  }

  /**
   * Checks the number of samples that the device has delivered.
   * @param {boolean} isDue true if the device should have delivered samples
   * @returns {boolean} true if the device has to be opened again, because it delivers nothing or its rate has changed
   */
  count(isDue) {
    const { fresh, isSilent } = this;
    const passed = performance.now() - this.countedAt;
    if (isDue && passed < windowMs) return false;
    this.recount();
    if (!isDue) return false;
    this.isMute = fresh > 0 && isSilent;
    this.poorWindows = Math.abs(fresh / (16 * passed) - 1) > maxDrift ? this.poorWindows + 1 : 0;
    return !fresh || this.poorWindows >= maxPoorWindows;
  }

  recount() { [this.fresh, this.isSilent, this.countedAt] = [0, true, performance.now()]; }

  /** @param {string} trouble the problem of the device; empty for none */
  say(trouble) {
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    this.report({ note: trouble || (this.hasLease ? '' : words.waiting), hasNoAudio: noAudio.includes(trouble) });
  }

  /** @param {boolean} take */
  lease(take) {
    this.isPaused = false;
    this.stream.send({ microphone: { open: this.meeting, take, ...(this.isOwn && { own: true }) } });
  }

  /** @param {unknown} error the reason why the device cannot be used */
  fail(error) {
    this.farewell = reason(error);
    this.stop();
    this.report({ state: 'off', note: this.farewell });
  }

  /** @param {Int16Array} samples */
  listen(samples) {
    if (this.isOver || !this.isWanted) return;
    this.counted(samples.length, samples.every((sample) => sample === 0));
    const passed = this.now() - this.startedAt;
    if (!this.heard) this.base = this.free(Math.round((passed - 100) * 16));
    const offset = this.base + this.heard;
    this.heard += samples.length;
    const piece = { offset, atMs: this.times.heard(samples.length, offset + samples.length, Math.round(passed)),
      samples };
    this.add(piece);
  }

  /**
   * Returns the offset of the first sample of a device. It follows the meeting's time, but never precedes audio that is
   * already stored.
   * @param {number} offset by the meeting's time
   */
  free(offset) { return Math.max(0, offset, this.window.settled, this.window.end); }

  /** @param {number} count number of samples that the device delivered @param {boolean} isSilent */
  counted(count, isSilent) {
    this.fresh += count;
    this.isSilent &&= isSilent;
    if (count) [this.stillChecks, this.isHeard] = [0, true];
  }

  /**
   * Stores a piece, and sends it.
   * @param {SoundPiece} piece
   */
  add(piece) {
    this.window.add(piece);
    store.keep(this.meeting, { ...piece, ...(this.isOwn && { person: this.person }) }).catch((error) => this.report({ note: String(error?.message ?? error) }));
    this.pump();
  }

  /** Sends as much as the credit allows. */
  pump() {
    if (!this.hasLease || this.isOver) return;
    const piece = this.window.message();
    if (!piece) {
      if (!this.window.underWay && !this.window.isSent) this.later(200, () => this.window.probe());
      else if (!this.isWanted && this.window.isSent) this.finish();
      else this.idle();
      return;
    }
    const { offset, atMs, endsSpeech } = piece;
    const members = { meeting: this.meeting, offset, atMs: Math.max(0, Math.round(atMs)), stream: this.token,
      own: this.isOwn || undefined, endsSpeech };
    const head = new TextEncoder().encode(`${JSON.stringify(members)}\n`);
    const bytes = new Uint8Array(head.length + piece.samples.byteLength);
    bytes.set(head);
    bytes.set(new Uint8Array(piece.samples.buffer, piece.samples.byteOffset, piece.samples.byteLength), head.length);
    if (!this.stream.sendBytes(bytes.buffer)) this.window.refused();
    // Each piece is acknowledged. Without an acknowledgement, the connection counts as lost.
    else this.later(15_000, () => this.stream.reconnect());
  }

  /** Delivers speech in progress before the device is closed. */
  async endSpeech() {}

  /** @param {string} text about the other browser that has the microphone @returns {string} the text to show */
  elsewhere(text) { return text; }

  /** Called when there is nothing to send. */
  idle() {}

  /** Requests the settled offset once all audio has been sent. Silence at the end is never settled. */
  finish() {
    if (!this.askLater()) this.close(this.farewell);
  }

  /**
   * Requests the settled offset after a time, unless more audio is sent before.
   * @returns {boolean} false if all audio is settled, or nothing was settled after the maximum number of requests
   */
  askLater() {
    if (this.window.isSettled || this.asks >= maxAsks) return false;
    this.later(askMs, () => {
      this.asks += 1;
      this.window.ask();
    });
    return true;
  }

  /**
   * Closes the microphone and deletes the stored audio.
   * @param {string} note
   */
  close(note) {
    this.end();
    store.forget(this.meeting).catch(() => {});
    this.report({ state: 'off', note });
  }

  /** @param {number} ms @param {() => void} what */
  later(ms, what) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      what();
      this.pump();
    }, ms);
  }

  /** Shows that audio is stored in this browser. */
  wait() { this.report({ state: this.isWanted ? 'waiting' : 'sending', note: words.waiting }); }

  /** Handles the loss of the connection. Pieces in flight may or may not have arrived. */
  lost() {
    clearTimeout(this.timer);
    if (this.isWanted || this.hasLease) this.wait();
    this.hasLease = false;
    this.window.restart();
    this.token = undefined;
  }

  /**
   * Processes a frame from the gateway about this microphone.
   * @param {any} frame
   */
  answer(frame) {
    // A piece that was in flight when the meeting ended may be rejected.
    if (this.isPaused) return;
    if (frame.taken !== undefined) {
      this.hasLease = this.wasOpen = false;
      this.isTaken = true;
      clearTimeout(this.timer);
      this.stop();
      this.report({ state: 'other', note: this.elsewhere(words.taken(frame.taken)) });
    } else if (frame.open) {
      this.hasLease = this.wasOpen = true;
      this.isTaken = false;
      this.report(this.isWanted ? { state: 'on', note: this.trouble } : { state: 'sending', note: words.sending });
      this.pump();
    } else if (frame.error) this.refused(frame.error);
    else if (frame.creditSamples !== undefined) {
      clearTimeout(this.timer);
      this.token = frame.stream;
      const before = this.window.settled;
      this.window.accepted(frame.creditSamples, frame.settled);
      this.refusals = 0;
      if (this.window.settled > before) {
        this.asks = 0;
        store.forget(this.meeting, this.window.settled).catch(() => {});
      }
      if (this.isWanted) this.report({ state: 'on',
        note: this.trouble || (this.window.dropped ? words.behind(this.window.dropped / 16) : '') });
      this.pump();
    }
  }

  /** @param {Problem} error */
  refused(error) {
    if (this.isTaken || this.isOver) return;
    if (error.code === 'conflict') {
      // The gateway has not noticed yet that this session's old connection was lost.
      if (this.wasOpen && !this.hasLease && error.detail?.own) return this.lease(true);
      this.hasLease = this.wasOpen = false;
      this.stop();
      this.report({ state: 'other', note: this.elsewhere(error.message) });
    } else if (mayPass(error)) {
      if (error.code === 'not_found') {
        // After a restart, the service recognises the stream only once the router has announced it again.
        this.token = undefined;
        this.window.restart();
      } else this.window.refused();
      this.refusals += 1;
      if (this.refusals === maxQuietRefusals) this.wait();
      const pauseMs = Math.min(2000, Math.max(50, error.retryAfterMs ?? 250));
      if (this.hasLease) this.later(pauseMs, () => {});
      else {
        this.say(error.message);
        this.later(pauseMs, () => { if (this.isWanted) this.lease(false); });
      }
    } else this.close(error.message);
    return undefined;
  }

  /** Stops recording. Audio that was already recorded is still sent. */
  stop() {
    // The last words get all requests, even if earlier ones could not be settled for a time.
    if (this.isWanted) this.asks = 0;
    this.isWanted = false;
    clearInterval(this.looking);
    this.detach();
    if (this.hasLease) this.pump();
  }

  /** Closes the device and gives the microphone back, but keeps its audio, because the meeting may be resumed. */
  pause() {
    if (this.hasLease) this.giveBack();
    this.stop();
    clearTimeout(this.timer);
    this.isPaused = true;
    this.window.restart();
    this.token = undefined;
    this.heard = 0;
  }

  giveBack() {
    this.stream.send({ microphone: { close: this.meeting, ...(this.isOwn && { own: true }) } });
    this.hasLease = this.wasOpen = false;
  }

  /** Closes the microphone, because all audio is settled or the rest is not needed. */
  end() {
    this.isOver = true;
    this.stop();
    clearTimeout(this.timer);
    if (this.hasLease) this.giveBack();
  }
}
