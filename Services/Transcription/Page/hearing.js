// Assigns this browser's microphone to a meeting, including after a reload of the page.
import { Microphone } from './microphone.js';
import { OwnMicrophone } from './own-microphone.js';
import * as store from './sound-store.js';

export class Hearing {
  /** @type {Microphone | null} */
  microphone = null;

  /**
   * @param {import('../../Gateway/Page/stream.js').Stream} stream
   * @param {() => number} now the gateway's clock
   * @param {(action: Action) => void} send
   */
  constructor(stream, now, send) {
    this.stream = stream;
    this.now = now;
    this.send = send;
  }

  /** @param {string} meeting @param {number} startedAt @param {boolean} isOwn */
  begin(meeting, startedAt, isOwn) {
    this.microphone?.end();
    this.microphone = new (isOwn ? OwnMicrophone : Microphone)(meeting, startedAt, this.now, this.stream,
      (mic) => this.send({ type: 'mic', meeting, ...mic }));
    return this.microphone;
  }

  /** @param {Extract<Effect, { type: 'microphone' }>} effect */
  async perform({ meeting, do: what, take, startedAt, isOwn, isMuted, device }) {
    const isMine = this.microphone?.meeting === meeting;
    if (what === 'mute' || what === 'choose') {
      if (!isMine || !(this.microphone instanceof OwnMicrophone)) return undefined;
      return what === 'mute' ? this.microphone.mute(!!isMuted) : this.microphone.choose(device ?? '');
    }
    if (what === 'open') {
      const microphone = this.begin(meeting, startedAt ?? this.now(), !!isOwn);
      await microphone.restore().catch(() => false);
      sessionStorage.setItem('microphone', meeting);
      localStorage.setItem('sound', isOwn ? 'own' : 'kept');
      return microphone.open(!!take);
    }
    if (sessionStorage.getItem('microphone') === meeting) sessionStorage.removeItem('microphone');
    if (isMine && what === 'stop') return this.microphone?.stop();
    if (isMine) this.microphone?.end();
    return what === 'end' ? store.forget(meeting) : undefined;
  }

  /** @param {any} frame */
  answer(frame) {
    const { microphone } = this;
    if (microphone?.meeting === frame.meeting && microphone?.isOwn === !!frame.own) microphone.answer(frame);
  }

  lost() { this.microphone?.lost(); }

  /** Resumes an interrupted microphone when the page is visible again. */
  look() { void this.microphone?.look(false); }

  /**
   * Called when the stream is connected again. Recording continues, and unsettled audio from before a reload is sent.
   * @param {Map<string, Live>} live running meetings
   * @param {boolean} hasMicrophone
   */
  async resume(live, hasMicrophone) {
    if (this.microphone && !this.microphone.isOver) return this.microphone.lease(false);
    const meetings = await store.meetings();
    if (!meetings.length) localStorage.removeItem('sound');
    for (const meeting of meetings) {
      const running = live.get(meeting);
      if (!running?.isRecording) await store.forget(meeting);
      else if (!this.microphone || this.microphone.isOver) {
        const isOwn = localStorage.getItem('sound') === 'own';
        const microphone = this.begin(meeting, running.startedAt ?? running.at, isOwn);
        this.send({ type: 'mic', meeting, isOwn });
        await microphone.restore();
        if (sessionStorage.getItem('microphone') === meeting && hasMicrophone) await microphone.open(false);
        else microphone.lease(false);
      }
    }
    return undefined;
  }
}
