// Audio of a stream until it is settled: audio that was not sent yet, and audio that may have to be
// sent again.

/** Maximum gap between the times of two pieces that are joined in one message, in milliseconds. */
const joinedMs = 100;

/**
 * True if a rejected piece may be accepted when it is sent again. The service recognises repeats by their offset, so a
 * piece that was in flight when a router died is sent again in any case.
 * @param {Problem} error
 */
export const mayPass = ({ code, retryable }) => retryable || ['unavailable', 'expired', 'unroutable', 'not_found'].includes(code);

/** @param {SoundPiece} piece */
const end = (piece) => piece.offset + piece.samples.length;

/**
 * Returns the part of a piece from an offset on.
 * @param {SoundPiece} piece @param {number} start @returns {SoundPiece}
 */
function from(piece, start) {
  if (start <= piece.offset) return piece;
  const count = Math.min(start, end(piece)) - piece.offset;
  return { ...piece, offset: piece.offset + count, atMs: piece.atMs + Math.trunc(count / 16),
    samples: piece.samples.subarray(count) };
}

export class SoundWindow {
  /**
   * @param {{ limit?: number, largest?: number, credit?: number }} bounds in samples: maximum that is stored
   *   (default: 30 s), maximum per message (1 s), and initial credit before the first reply (100 ms)
   */
  constructor({ limit = 480_000, largest = 16_000, credit = 1_600 } = {}) {
    this.limit = limit;
    this.largest = largest;
    /** Number of samples that may be sent now. */
    this.credit = credit;
    /** Number of samples that were dropped before they were sent. */
    this.dropped = 0;
    /** Offset before which all audio is settled. */
    this.settled = 0;
    /**
     * Piece that was sent but not acknowledged yet.
     * @type {SoundPiece | null}
     */
    this.underWay = null;
    /**
     * Pieces that are not settled, oldest first.
     * @type {SoundPiece[]}
     */
    this.kept = [];
    /** Offset of the next sample to send. */
    this.next = 0;
  }

  get keptSamples() { return this.kept.reduce((sum, piece) => sum + piece.samples.length, 0); }
  /**
   * The last piece that is not settled.
   * @type {SoundPiece | undefined}
   */
  get last() { return this.kept[this.kept.length - 1]; }
  /** Offset after the last piece that is not settled; 0 without one. */
  get end() { return this.last ? end(this.last) : 0; }
  /** True if all audio was sent. */
  get isSent() { return !this.underWay && this.end <= this.next; }
  /** True if nothing is left that may have to be sent again. */
  get isSettled() { return !this.underWay && !this.kept.length; }

  /**
   * Adds recorded audio.
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
   * Returns the next message if one may be sent: contiguous audio, up to the credit and the end of speech. The message
   * is in flight until it is acknowledged.
   * @returns {SoundPiece | null}
   */
  message() {
    const room = Math.min(this.credit, this.largest);
    const index = this.kept.findIndex((piece) => end(piece) > this.next);
    if (this.underWay || room <= 0 || index < 0) return null;
    const first = from(this.kept[index], this.next);
    const parts = [first.samples];
    let count = first.samples.length;
    let { endsSpeech } = first;
    for (const more of this.kept.slice(index + 1)) {
      const gap = more.atMs - (first.atMs + Math.trunc(count / 16));
      if (endsSpeech || count >= room || more.offset !== first.offset + count || Math.abs(gap) > joinedMs) break;
      parts.push(more.samples);
      count += more.samples.length;
      ({ endsSpeech } = more);
    }
    const samples = new Int16Array(Math.min(count, room));
    let at = 0;
    for (const part of parts) {
      const piece = part.subarray(0, samples.length - at);
      samples.set(piece, at);
      at += piece.length;
    }
    return (this.underWay = { offset: first.offset, atMs: first.atMs, samples,
      ...(endsSpeech && count <= room && { endsSpeech }) });
  }

  /**
   * Records that the piece in flight was accepted.
   * @param {number} credit @param {number} [settled] offset before which nothing has to be sent again
   */
  accepted(credit, settled) {
    if (!this.underWay) return;
    const sent = end(this.underWay);
    this.underWay = null;
    this.credit = Math.max(0, credit);
    this.next = Math.max(sent, settled ?? 0);
    this.settle(settled ?? this.next);
  }

  /** Records that the piece in flight was rejected; it may be accepted later. */
  refused() { this.underWay = null; }

  /** Marks all unsettled audio to be sent again, because its recipient has lost it. */
  restart() {
    this.underWay = null;
    this.next = this.settled;
  }

  /** Allows one small message without credit, whose reply may grant credit, after a time without such a reply. */
  probe() { this.credit = Math.max(this.credit, 1_600); }

  /** Sends the last 100 ms again, to learn the settled offset once all audio has been sent. */
  ask() {
    const { last } = this;
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

/** Estimates when audio was spoken from the times of its arrival; see `SpokenTimes` in Swift. */
export class SpokenTimes {
  /** Delay of a chunk relative to its offset above which the chunk counts as following a pause, in milliseconds. */
  static toleranceMs = 1_000;

  /**
   * Time of offset 0, as estimated from the least delayed chunk.
   * @type {number | null}
   */
  originMs = null;

  /**
   * @param {number} count number of samples of the chunk
   * @param {number} end offset of the sample after the chunk
   * @param {number} nowMs arrival, in milliseconds of the stream's time
   * @returns {number} time at which its first sample was spoken, in milliseconds of the stream's time
   */
  heard(count, end, nowMs) {
    const heardMs = nowMs - Math.trunc(end / 16);
    const known = this.originMs ?? heardMs;
    this.originMs = heardMs > known + SpokenTimes.toleranceMs ? heardMs : Math.min(known, heardMs);
    return Math.max(0, this.originMs + Math.trunc((end - count) / 16));
  }
}
