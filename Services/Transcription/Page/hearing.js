// Assigns this browser's microphone to a meeting, including after a reload of the page.
import { Microphone } from './microphone.js';
import { OwnMicrophone } from './own-microphone.js';
import * as store from './sound-store.js';

/** Time for which a meeting that has ended may be resumed, if its end does not say it, in milliseconds. */
const undoMs = 12_000;

export class Hearing {
  /** @type {Microphone | null} */
  microphone = null;
  /**
   * Meeting that has ended, while its end can be undone, and true if its microphone was open.
   * @type {{ meeting: string, wasWanted: boolean, timer: ReturnType<typeof setTimeout> } | null}
   */
  held = null;

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
    if (isOwn) this.microphone.deviceId = localStorage.getItem('microphoneDevice') ?? '';
    return this.microphone;
  }

  /** @param {Extract<Effect, { type: 'microphone' }>} effect @returns {Promise<unknown>} */
  async perform({ meeting, do: what, take, startedAt, isOwn, isMuted, device, until }) {
    const isMine = this.microphone?.meeting === meeting;
    if (what === 'mute' || what === 'choose') {
      if (!isMine || !(this.microphone instanceof OwnMicrophone)) return undefined;
      if (what === 'mute') {
        sessionStorage.setItem('microphoneMuted', isMuted ? 'yes' : '');
        return this.microphone.mute(!!isMuted);
      }
      localStorage.setItem('microphoneDevice', device ?? '');
      return this.microphone.choose(device ?? '');
    }
    if (what === 'hold') return this.hold(meeting, until ?? this.now() + undoMs);
    if (what === 'reopen') return this.reopen(meeting);
    if (what === 'open') {
      const microphone = this.begin(meeting, startedAt ?? this.now(), !!isOwn);
      await microphone.restore().catch(() => false);
      sessionStorage.setItem('microphone', meeting);
      sessionStorage.removeItem('microphoneMuted');
      localStorage.setItem('sound', isOwn ? 'own' : 'kept');
      return microphone.open(!!take);
    }
    if (sessionStorage.getItem('microphone') === meeting) {
      sessionStorage.removeItem('microphone');
      sessionStorage.removeItem('microphoneMuted');
    }
    if (this.held?.meeting === meeting) this.release();
    if (isMine && what === 'stop') return this.microphone?.stop();
    if (isMine) this.microphone?.end();
    return what === 'end' ? store.forget(meeting) : undefined;
  }

  /**
   * Pauses the microphone of a meeting that has ended. While the end can be undone, its unsettled audio is kept.
   * @param {string} meeting @param {number} until by the gateway's clock @returns {Promise<unknown>}
   */
  async hold(meeting, until) {
    const { microphone } = this;
    // Other meetings end as well.
    if (microphone?.meeting !== meeting || microphone.isOver) return this.perform({ type: 'microphone', do: 'end', meeting });
    // The reply to the answer may arrive before the event about the end.
    const wasWanted = this.held?.meeting === meeting ? this.held.wasWanted : microphone.isWanted;
    this.release();
    microphone.pause();
    const timer = setTimeout(() => {
      // Audio that cannot be deleted now is deleted when the page is connected again.
      this.perform({ type: 'microphone', do: 'end', meeting }).catch(() => {});
    }, Math.max(0, until - this.now()));
    this.held = { meeting, wasWanted, timer };
    return undefined;
  }

  release() {
    clearTimeout(this.held?.timer);
    this.held = null;
  }

  /**
   * Opens the microphone again that was open when the meeting ended; otherwise, only sends its unsettled audio.
   * @param {string} meeting
   */
  async reopen(meeting) {
    const { held, microphone } = this;
    if (held?.meeting !== meeting) return undefined;
    this.release();
    if (microphone?.meeting !== meeting || microphone.isOver) return undefined;
    if (!held.wasWanted) return microphone.lease(false);
    const { isOwn } = microphone;
    this.send({ type: 'mic', meeting, state: 'opening', isOwn, ...(microphone instanceof OwnMicrophone && { isMuted: microphone.isMuted }) });
    return microphone.open(false);
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
    if (this.microphone && !this.microphone.isOver) return this.resumeOpen(live, this.microphone);
    const meetings = await store.meetings();
    if (!meetings.length) localStorage.removeItem('sound');
    for (const meeting of meetings) {
      const running = live.get(meeting);
      if (this.held?.meeting === meeting) continue;
      if (!running?.isRecording) await store.forget(meeting);
      else if (!this.microphone || this.microphone.isOver) {
        const isOwn = localStorage.getItem('sound') === 'own';
        const microphone = this.begin(meeting, running.startedAt ?? running.at, isOwn);
        const isMuted = microphone instanceof OwnMicrophone && sessionStorage.getItem('microphoneMuted') === 'yes';
        if (microphone instanceof OwnMicrophone) microphone.isMuted = isMuted;
        this.send({ type: 'mic', meeting, isOwn, isMuted });
        await microphone.restore();
        if (sessionStorage.getItem('microphone') === meeting && hasMicrophone) await microphone.open(false);
        else microphone.lease(false);
      }
    }
    return undefined;
  }

  /**
   * Continues a microphone after an outage. The event that the end of its meeting was undone may have been missed.
   * @param {Map<string, Live>} live @param {Microphone} microphone
   */
  resumeOpen(live, microphone) {
    if (this.held?.meeting !== microphone.meeting) return microphone.lease(false);
    return live.has(microphone.meeting) ? this.reopen(microphone.meeting) : undefined;
  }
}
