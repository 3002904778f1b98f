// Own microphone of the person who is signed in: their words belong to them, no matter whose turn it is. Only speech is
// sent; the worklet detects it.
import { Microphone } from './microphone.js';
import { words } from './own-words.js';

/** Time for which “You are muted” stays after speech, in milliseconds. */
const reminderMs = 2000;
/** Loudness of an empty and of a full level meter, in decibels, and number of its steps. */
const quietest = -60;
const loudest = -12;
export const steps = 8;
/** Maximum time for which a device stays open to deliver speech in progress, in milliseconds. */
const endMs = 500;

/** @param {number} level in decibels @returns {number} step of the level meter */
export const step = (level) => Math.max(0, Math.min(steps, Math.round((level - quietest) / (loudest - quietest) * steps)));

export class OwnMicrophone extends Microphone {
  isOwn = true;
  isMuted = false;
  /** True while a key holds a muted microphone open. */
  isHeld = false;
  /** Offset of the worklet's first sample; null until it has delivered some. */
  start = /** @type {number | null} */ (null);
  /** Displayed step of the level meter; true while “You are muted” is shown, and the time until which it stays. */
  shown = -1;
  reminds = false;
  remindsUntil = 0;

  /**
   * Called when the worklet has delivered the speech in progress.
   * @type {(() => void) | undefined}
   */
  ended = undefined;

  get recorderOptions() { return { isOwn: true, isMuted: this.isMuted }; }

  async restore() {
    const hasAudio = await super.restore();
    // Speech in progress ended with the page.
    if (this.window.last) this.window.last.endsSpeech = true;
    return hasAudio;
  }

  async attach() {
    this.start = null;
    await super.attach();
    navigator.mediaDevices.addEventListener('devicechange', this.changed);
    addEventListener('keydown', this.press);
    addEventListener('keyup', this.release);
    addEventListener('blur', this.release);
    await this.list();
  }

  detach() {
    const isOpen = !!this.device;
    // The release of the key may be missed while no device is open.
    if (this.isHeld) this.mute(true);
    super.detach();
    if (!isOpen) return;
    navigator.mediaDevices.removeEventListener('devicechange', this.changed);
    removeEventListener('keydown', this.press);
    removeEventListener('keyup', this.release);
    removeEventListener('blur', this.release);
  }

  /**
   * Shows the microphones that can be chosen. Their names are known once one of them was granted.
   * @returns {Promise<boolean>} true if the chosen one can be used, and is not
   */
  async list() {
    const all = await navigator.mediaDevices.enumerateDevices();
    const devices = all.filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId)
      .map(({ deviceId, label }) => ({ id: deviceId, label }));
    const device = this.device?.track.getSettings().deviceId ?? '';
    this.report({ device, devices });
    return device !== this.deviceId && devices.some(({ id }) => id === this.deviceId);
  }

  /** Lists the microphones again, and returns to the chosen one when it is connected again. */
  changed = async () => {
    if (await this.list().catch(() => false)) await this.choose(this.deviceId);
  };

  /** @param {string} id of the device to record with */
  async choose(id) {
    this.deviceId = id;
    if (this.isWanted && !this.isAttaching) await this.reattach();
  }

  elsewhere() { return words.elsewhere; }

  endSpeech() {
    const { recorder } = this;
    return new Promise((/** @type {(nothing: void) => void} */ done) => {
      if (!recorder) return done();
      const timer = setTimeout(done, endMs);
      this.ended = () => {
        clearTimeout(timer);
        done();
      };
      return recorder.port.postMessage({ isMuted: this.isMuted, ends: true }, []);
    });
  }

  /** @param {boolean} isMuted */
  mute(isMuted) {
    this.isMuted = isMuted;
    this.isHeld = false;
    this.recorder?.port.postMessage({ isMuted }, []);
    this.report({ isMuted });
  }

  /** Opens a muted microphone while `t` is held. */
  press = (/** @type {KeyboardEvent} */ { key, repeat, ctrlKey, metaKey, altKey, target }) => {
    const isTyping = /** @type {Element} */ (target).closest?.('input, textarea, select, [contenteditable]');
    if (key !== 't' || repeat || ctrlKey || metaKey || altKey || isTyping || !this.isMuted) return;
    this.mute(false);
    this.isHeld = true;
  };

  /** Mutes it again when the key is released, or the window loses the focus. */
  release = (/** @type {Event} */ event) => {
    const { key = 't' } = /** @type {KeyboardEvent} */ (event);
    if (this.isHeld && key === 't') this.mute(true);
  };

  /** @param {any} heard message of the worklet */
  listen({ count, isSilent, level, isSpeaking, framed, pieces, isEnd }) {
    if (isEnd) this.ended?.();
    if (this.isOver || !this.isWanted) return;
    this.counted(count, isSilent);
    const passed = this.now() - this.startedAt;
    this.start ??= this.free(Math.round(passed * 16) - framed);
    const { start } = this;
    for (const { at, samples, endsSpeech } of /** @type {VoicePiece[]} */ (pieces)) {
      this.add({ offset: start + at, atMs: this.times.heard(framed - at, start + framed, Math.round(passed)), samples,
        isOwn: true, ...(endsSpeech && { endsSpeech }) });
    }
    this.show(this.isMuted ? 0 : step(level), this.isMuted && isSpeaking);
  }

  /** @param {number} level step of the level meter @param {boolean} isUnheard true while the person speaks into a muted microphone */
  show(level, isUnheard) {
    const now = performance.now();
    if (isUnheard) this.remindsUntil = now + reminderMs;
    const reminds = this.isMuted && now < this.remindsUntil;
    if (level === this.shown && reminds === this.reminds) return;
    [this.shown, this.reminds] = [level, reminds];
    this.report({ level, reminds });
  }

  /** Learns that the words of the last speech are durable, because no further audio may follow for a long time. */
  idle() {
    if (!this.window.underWay) this.askLater();
  }

  stop() {
    // Speech may have been in progress.
    const { last } = this.window;
    if (this.isWanted && last) last.endsSpeech = true;
    super.stop();
  }
}
