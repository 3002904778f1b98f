// The event stream as an async iterable.
import { Refusal, problem } from './page/api.js';
import { GatewayClock } from './page/clock.js';
import { isBehind, judge, nothing, opening } from './page/follow.js';
import { Stream } from './page/stream.js';

/** Close code for a session that has ended. */
const ENDED = 4001;
/** Close code for a person who has no role any more. */
const ROLE_LOST = 4010;

/** Yields the state first if it has no usable position, then every event: each durable event once, in order. */
export class Follower {
  /** Position after the last yielded item, from which a later follower can continue. Null before the first item. */
  position = /** @type {{ epoch: string, after: number } | null} */ (null);
  /** @type {{ item: any, position: { epoch: string, after: number } }[]} items that wait to be read */
  #waiting = [];
  /** @type {unknown} */
  #failure = undefined;
  #isOver = false;
  #isFull = false;
  /** @type {() => void} */
  #wake = () => {};
  /** The part of the snapshot received so far. */
  #snapshot = /** @type {any} */ (null);
  #beat = /** @type {any} */ (null);
  #follow;
  #meetings;
  #limit;
  #stream;
  #enter;

  /**
   * @param {{ connect: () => any, enter: () => Promise<any>, after?: { epoch: string, after: number } | null, meetings?: string[],
   *   signal?: AbortSignal, limit?: number }} options
   */
  constructor({ connect, enter, after, meetings = [], signal, limit = 10_000 }) {
    this.#enter = enter;
    this.#meetings = meetings;
    this.#limit = limit;
    this.#follow = after ? { epoch: after.epoch, after: after.after } : nothing();
    this.#stream = new Stream(new GatewayClock(() => performance.timeOrigin + performance.now()), {
      opened: () => this.#opened(), frame: (frame) => this.#frame(frame), lost: (code) => void this.#lost(code),
    }, connect);
    this.position = after ?? null;
    if (signal?.aborted) return void this.close();
    signal?.addEventListener('abort', () => this.close(), { once: true });
    this.#stream.open();
  }

  /**
   * Sets the meetings whose ticks and partial transcripts are delivered from now on.
   * @param {string[]} meetings
   */
  watch(meetings) {
    this.#meetings = meetings;
    this.#stream.send({ meetings });
  }

  /** The gateway's time, in milliseconds since 1970. */
  now() { return this.#stream.clock.now(); }

  /** Ends the follower; it yields no more items. */
  close() {
    this.#isOver = true;
    this.#waiting = [];
    this.#stream.close();
    this.#wake();
  }

  async *[Symbol.asyncIterator]() {
    try {
      for (;;) {
        const next = this.#waiting.shift();
        if (next) {
          this.position = next.position;
          yield next.item;
        } else if (this.#failure) {
          throw this.#failure;
        } else if (this.#isOver) {
          return;
        } else {
          // The reader has caught up after the buffer was full and the follower hung up: connect again from here.
          if (this.#isFull) {
            this.#isFull = false;
            this.#stream.open();
          }
          await new Promise((resolve) => { this.#wake = () => resolve(undefined); });
        }
      }
    } finally {
      this.close();
    }
  }

  #opened() {
    this.#snapshot = null;
    this.#beat = null;
    return opening(this.#follow, this.#meetings);
  }

  /** @param {any} frame */
  #frame(frame) {
    if (frame.snapshot) {
      if (frame.begin) this.#snapshot = { standups: [], meetings: [] };
      this.#snapshot?.standups.push(...frame.snapshot.standups);
      this.#snapshot?.meetings.push(...frame.snapshot.meetings);
    } else if (frame.following) {
      this.#follow = { epoch: frame.following.epoch, after: frame.following.after };
      if (this.#snapshot) this.#put({ type: 'snapshot', ...this.#snapshot, ...this.#follow });
      this.#snapshot = null;
    } else if (frame.event) {
      const verdict = judge(this.#follow, frame.event);
      if (verdict === 'gap') this.#stream.reconnect();
      if (verdict === 'take') this.#put(frame.event);
    } else if (frame.beat) {
      const { epoch, head } = frame.beat;
      const isMissing = isBehind(this.#follow, { epoch, head }, this.#beat);
      this.#beat = { ...this.#follow, head };
      if (isMissing) this.#stream.reconnect();
    }
  }

  /** @param {any} item */
  #put(item) {
    const isKept = item.type === 'snapshot' || item.sequence !== undefined;
    if (this.#waiting.length >= this.#limit) {
      // An ephemeral event has no value later.
      if (!isKept) return;
      this.#isFull = true;
      this.#stream.close();
    }
    this.#waiting.push({ item, position: { ...this.#follow } });
    this.#wake();
  }

  /** @param {number} code */
  async #lost(code) {
    if (code === ENDED) return this.#fail(new Refusal({ code: 'denied', message: 'The session has ended; log in again.', retryable: false, status: 401 }));
    // The code of a rejected handshake does not give the reason.
    if (code !== 1006 && code !== ROLE_LOST) return;
    try {
      await this.#enter();
    } catch (error) {
      if ([401, 403].includes(problem(error).status ?? 0)) this.#fail(error);
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#failure = error;
    this.#stream.close();
    this.#wake();
  }
}
