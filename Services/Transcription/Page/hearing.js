// Assigns this browser's microphone to a meeting, including after a reload of the page.
import { Microphone } from './microphone.js';
import { OwnMicrophone } from './own-microphone.js';
import * as store from './sound-store.js';
import * as tab from './tab-note.js';

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

  /** @param {string} meeting @param {number} startedAt @param {boolean} isOwn @param {Me | null} [me] the person of the session */
  begin(meeting, startedAt, isOwn, me) {
    this.microphone?.end();
    const report = (/** @type {Partial<MicrophoneState>} */ mic) => {
      // One that another device has, or that cannot be used, stays closed after a reload.
      if (mic.state === 'off' || mic.state === 'other') tab.forget(meeting);
      this.send({ type: 'mic', meeting, ...mic });
    };
    this.microphone = new (isOwn ? OwnMicrophone : Microphone)(meeting, startedAt, this.now, this.stream, report);
    this.microphone.person = me?.person;
    if (isOwn) this.microphone.deviceId = localStorage.getItem('microphoneDevice') ?? '';
    return this.microphone;
  }

  /** @param {Extract<Effect, { type: 'microphone' }>} effect @returns {Promise<unknown>} */
  async perform({ meeting, do: what, take, startedAt, isOwn, isMuted, device, until, me }) {
    const isMine = this.microphone?.meeting === meeting;
    if (what === 'mute' || what === 'choose') {
      if (!isMine || !(this.microphone instanceof OwnMicrophone)) return undefined;
      if (what === 'mute') {
        tab.mute(meeting, !!isMuted);
        return this.microphone.mute(!!isMuted);
      }
      localStorage.setItem('microphoneDevice', device ?? '');
      return this.microphone.choose(device ?? '');
    }
    if (what === 'hold') return this.hold(meeting, until ?? this.now() + undoMs);
    if (what === 'reopen') return this.reopen(meeting);
    if (what === 'open') {
      const microphone = this.begin(meeting, startedAt ?? this.now(), !!isOwn, me);
      tab.remember({ meeting, isOwn: !!isOwn, isMuted: false, person: me?.person, session: me?.session });
      localStorage.setItem('sound', isOwn ? 'own' : 'kept');
      await microphone.restore().catch(() => false);
      return this.openNoted(microphone, !!take);
    }
    tab.forget(meeting);
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

  /** @param {Microphone} microphone @param {boolean} take */
  openNoted(microphone, take) {
    // The person may have turned it off while its audio was read.
    const isWanted = this.microphone === microphone && tab.read()?.meeting === microphone.meeting;
    return isWanted ? microphone.open(take) : undefined;
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
   * Called when the stream is connected again. Recording continues, also after a reload, and unsettled audio is sent.
   * @param {Pick<State, 'live' | 'me' | 'hasMicrophone'>} state
   */
  async resume({ live, me, hasMicrophone }) {
    const { microphone } = this;
    // If another person has logged in with another tab, the audio must not become theirs.
    if (microphone?.isOwn && microphone.person !== me?.person) microphone.end();
    if (microphone && !microphone.isOver) return this.resumeOpen(live, microphone);
    const note = tab.resumed(me);
    const stored = await store.meetings().catch(() => /** @type {string[]} */ ([]));
    if (!stored.length) localStorage.removeItem('sound');
    // The noted meeting is the first, because a page has only one microphone.
    for (const meeting of new Set(note ? [note.meeting, ...stored] : stored)) {
      const running = live.get(meeting);
      if (this.held?.meeting === meeting) continue;
      if (!running?.isRecording) {
        tab.forget(meeting);
        await store.forget(meeting).catch(() => {});
      } else if (!this.microphone || this.microphone.isOver) {
        await this.restore(running, me, note?.meeting === meeting && hasMicrophone ? note : null);
      }
    }
    return undefined;
  }

  /**
   * Continues a microphone after a reload; without a note that it was on, only sends its unsettled audio.
   * @param {Live} live @param {Me | null} me @param {TabNote | null} note
   */
  async restore({ id: meeting, startedAt, at }, me, note) {
    const isOwn = note?.isOwn ?? localStorage.getItem('sound') === 'own';
    const isMuted = !!note?.isMuted;
    const microphone = this.begin(meeting, startedAt ?? at, isOwn, me);
    if (microphone instanceof OwnMicrophone) microphone.isMuted = isMuted;
    if (note) this.send({ type: 'mic', meeting, isOwn, isMuted, state: 'opening' });
    const hasAudio = await microphone.restore().catch(() => false);
    if (note) {
      localStorage.setItem('sound', isOwn ? 'own' : 'kept');
      await this.openNoted(microphone, false);
    } else if (hasAudio && this.microphone === microphone) {
      this.send({ type: 'mic', meeting, isOwn });
      microphone.lease(false);
    } else microphone.end();
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
