// Own microphone of the person who is signed in: their words belong to them, no matter whose turn it is. Only speech is
// sent; the worklet detects it.
import { Microphone } from './microphone.js';

/** Time for which “You are muted” stays after speech, in milliseconds. */
const reminderMs = 2000;
/** Loudness of an empty and of a full level meter, in decibels, and number of its steps. */
const quietest = -60;
const loudest = -12;
export const steps = 8;

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

  async attach() {
    this.start = null;
    await super.attach();
    this.recorder?.port.postMessage({ isMuted: this.isMuted }, []);
    addEventListener('keydown', this.press);
    addEventListener('keyup', this.release);
    addEventListener('blur', this.release);
    await this.list();
  }

  detach() {
    super.detach();
    removeEventListener('keydown', this.press);
    removeEventListener('keyup', this.release);
    removeEventListener('blur', this.release);
  }

  /** Shows the microphones that can be chosen. Their names are known once one of them was granted. */
  async list() {
    const all = await navigator.mediaDevices.enumerateDevices();
    this.report({ device: this.device?.track.getSettings().deviceId ?? '',
      devices: all.filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId)
        .map(({ deviceId, label }) => ({ id: deviceId, label })) });
  }

  /** @param {string} id of the device to record with */
  async choose(id) {
    this.deviceId = id;
    this.detach();
    await this.look();
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
  listen({ count, isSilent, level, isSpeaking, framed, pieces }) {
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
