// The sound of a stream until it is settled: what is to be sent, and what may have to be sent again.

/** How far apart the times of two pieces may be that go into one message, in milliseconds. */
const joinedMs = 100;

/** @param {SoundPiece} piece */
const end = (piece) => piece.offset + piece.samples.length;

/**
 * What of a piece comes from an offset on.
 * @param {SoundPiece} piece @param {number} start @returns {SoundPiece}
 */
function from(piece, start) {
  if (start <= piece.offset) return piece;
  const count = Math.min(start, end(piece)) - piece.offset;
  return { offset: piece.offset + count, atMs: piece.atMs + Math.trunc(count / 16),
    samples: piece.samples.subarray(count) };
}

export class SoundWindow {
  /**
   * @param {{ limit?: number, largest?: number, credit?: number }} bounds the most that is kept (30 s unless told), the
   *   most that goes into one message (1 s), and what may be sent before the first answer (100 ms), in samples
   */
  constructor({ limit = 480_000, largest = 16_000, credit = 1_600 } = {}) {
    this.limit = limit;
    this.largest = largest;
    /** How many samples may be sent now. */
    this.credit = credit;
    /** How many samples were dropped that had never been sent. */
    this.dropped = 0;
    /** The offset up to which all is settled. */
    this.settled = 0;
    /**
     * What was sent and is not answered yet.
     * @type {SoundPiece | null}
     */
    this.underWay = null;
    /**
     * What is not settled, oldest first.
     * @type {SoundPiece[]}
     */
    this.kept = [];
    /** The first sample that is still to be sent. */
    this.next = 0;
  }

  get keptSamples() { return this.kept.reduce((sum, piece) => sum + piece.samples.length, 0); }
  /** Whether all was sent. */
  get isSent() { return !this.underWay && (this.kept.length ? end(this.kept[this.kept.length - 1]) : 0) <= this.next; }
  /** Whether nothing is left that may have to be sent again. */
  get isSettled() { return !this.underWay && !this.kept.length; }

  /**
   * Takes sound that was just heard.
   * @param {SoundPiece} piece
   */
  add(piece) {
    if (end(piece) <= this.settled) return;
    this.kept.push(piece);
    let excess = this.keptSamples - this.limit;
    while (excess > 0 && this.kept.length) {
      const oldest = /** @type {SoundPiece} */ (this.kept.shift());
      excess -= oldest.samples.length;
      const sent = Math.max(this.next, this.underWay ? end(this.underWay) : 0);
      this.dropped += Math.max(0, end(oldest) - Math.max(oldest.offset, sent));
    }
  }

  /**
   * The next message, if one may be sent: what belongs together, up to the credit. It is under way until
   * it is answered.
   * @returns {SoundPiece | null}
   */
  message() {
    const room = Math.min(this.credit, this.largest);
    const index = this.kept.findIndex((piece) => end(piece) > this.next);
    if (this.underWay || room <= 0 || index < 0) return null;
    const first = from(this.kept[index], this.next);
    const parts = [first.samples];
    let count = first.samples.length;
    for (const more of this.kept.slice(index + 1)) {
      const gap = more.atMs - (first.atMs + Math.trunc(count / 16));
      if (count >= room || more.offset !== first.offset + count || Math.abs(gap) > joinedMs) break;
      parts.push(more.samples);
      count += more.samples.length;
    }
    const samples = new Int16Array(Math.min(count, room));
    let at = 0;
    for (const part of parts) {
      const piece = part.subarray(0, samples.length - at);
      samples.set(piece, at);
      at += piece.length;
    }
    return (this.underWay = { offset: first.offset, atMs: first.atMs, samples });
  }

  /**
   * It was taken.
   * @param {number} credit @param {number} [settled] the offset up to which nothing has to be sent again
   */
  accepted(credit, settled) {
    if (!this.underWay) return;
    const sent = end(this.underWay);
    this.underWay = null;
    this.credit = Math.max(0, credit);
    this.next = Math.max(sent, settled ?? 0);
    this.settle(settled ?? this.next);
  }

  /** It was not taken, but may be later. */
  refused() { this.underWay = null; }

  /** What is not settled was lost on the other side: all of it is to be sent again. */
  restart() {
    this.underWay = null;
    this.next = this.settled;
  }

  /** Time passed without an answer that gives credit: one small message may ask for it. */
  probe() { this.credit = Math.max(this.credit, 1_600); }

  /** All was sent, and it is to be learned what is settled: the last 100 ms are sent once more. */
  ask() {
    const last = this.kept[this.kept.length - 1];
    if (!this.isSent || !last) return;
    this.probe();
    this.next = Math.max(last.offset, end(last) - 1_600);
  }

  /** @param {number} offset */
  settle(offset) {
    this.settled = Math.max(this.settled, offset);
    this.kept = this.kept.filter((piece) => end(piece) > this.settled);
  }
}

/** When sound was spoken, by the moments at which it was heard; see `SpokenTimes` in Swift. */
export class SpokenTimes {
  /** How much later than the offsets say sound may come before that is a pause, in milliseconds. */
  static toleranceMs = 1_000;

  /**
   * The time of offset 0 as the least late of the chunks tells it.
   * @type {number | null}
   */
  originMs = null;

  /**
   * @param {number} count samples of the chunk
   * @param {number} end the offset of the sample after it
   * @param {number} nowMs the stream's time at which it was heard
   * @returns {number} when its first sample was spoken, in milliseconds of the stream's time
   */
  heard(count, end, nowMs) {
    const heardMs = nowMs - Math.trunc(end / 16);
    const known = this.originMs ?? heardMs;
    this.originMs = heardMs > known + SpokenTimes.toleranceMs ? heardMs : Math.min(known, heardMs);
    return Math.max(0, this.originMs + Math.trunc((end - count) / 16));
  }
}
