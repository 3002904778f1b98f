// Detects speech in an own microphone's audio, so that silence is not sent.
// The thresholds are those of the recognition (`NoiseFloor` and `Endpointer` in Swift).

/** Number of samples in a frame of 20 ms, and of frames in a piece. */
const frameLength = 320;
const pieceFrames = 5;
/** Speech begins when this many of the last frames are voice; frames before the onset that are sent, 300 ms. */
const onset = 4;
const onsetWindow = 6;
const lead = 15;
/** Number of quiet frames after which speech has ended, 700 ms. */
const hang = 35;
/** Decibels above the noise from which a frame is voice, and the quietest voice. */
const margin = 6;
const quietestVoice = -74;

/**
 * Returns the mean power of samples, in decibels relative to full scale, at least -90.
 * @param {Int16Array} samples
 */
export function level(samples) {
  let power = 0;
  for (const sample of samples) power += sample * sample;
  return 10 * Math.log10(power / Math.max(1, samples.length) / 32_768 ** 2 + 1e-9);
}

/** Estimate of the loudness without speech, `NoiseFloor` in Swift. */
export class NoiseFloor {
  /** The estimate, in decibels relative to full scale. */
  level = -60;

  /**
   * Returns whether a frame is so much louder than the estimate that it may be speech.
   * @param {number} frame its loudness
   */
  isVoice(frame) { return frame > Math.max(this.level + margin, quietestVoice); }

  /**
   * Follows a quieter room at once, a louder one slowly, and even more slowly during speech.
   * @param {number} frame its loudness @param {boolean} isSpeaking
   */
  learn(frame, isSpeaking) {
    if (frame < this.level) this.level += (frame - this.level) * 0.2;
    else this.level += isSpeaking ? 0.01 : 0.04;
    this.level = Math.min(-35, Math.max(-85, this.level));
  }
}

/** Divides audio into pieces of speech. Its output depends on the audio alone, regardless of how it is divided. */
export class Voice {
  /** True while a person speaks, including the pause before their speech counts as ended. */
  isSpeaking = false;
  /** Loudness of the last frame, in decibels. */
  level = -90;
  /** Number of samples that were pushed into frames, and samples of an incomplete frame. */
  framed = 0;
  rest = new Int16Array(0);
  noise = new NoiseFloor();
  /**
   * The last frames: the lead of the next speech, or speech that is not in a piece yet.
   * @type {{ samples: Int16Array, isVoice: boolean }[]}
   */
  frames = [];
  quiet = 0;

  /**
   * Adds audio, and returns the pieces of speech that are complete.
   * @param {Int16Array} samples
   * @returns {VoicePiece[]} with their positions in all audio, in samples
   */
  push(samples) {
    const all = new Int16Array(this.rest.length + samples.length);
    all.set(this.rest);
    all.set(samples, this.rest.length);
    /** @type {VoicePiece[]} */
    const pieces = [];
    let at = 0;
    for (; at + frameLength <= all.length; at += frameLength) this.step(all.slice(at, at + frameLength), pieces);
    this.rest = all.slice(at);
    return pieces;
  }

  /**
   * Ends the speech, because the person muted the microphone.
   * @returns {VoicePiece[]}
   */
  end() {
    /** @type {VoicePiece[]} */
    const pieces = [];
    if (this.isSpeaking) this.emit(pieces, true);
    this.frames = [];
    this.isSpeaking = false;
    return pieces;
  }

  /** @param {Int16Array} samples @param {VoicePiece[]} pieces */
  step(samples, pieces) {
    this.level = level(samples);
    this.noise.learn(this.level, this.isSpeaking);
    const isVoice = this.noise.isVoice(this.level);
    this.frames.push({ samples, isVoice });
    this.framed += frameLength;
    if (this.isSpeaking) {
      this.quiet = isVoice ? 0 : this.quiet + 1;
      const isOver = this.quiet >= hang;
      if (isOver || this.frames.length >= pieceFrames) this.emit(pieces, isOver);
      this.isSpeaking = !isOver;
    } else {
      if (this.frames.length > lead) this.frames.shift();
      this.isSpeaking = this.frames.slice(-onsetWindow).filter((frame) => frame.isVoice).length >= onset;
      this.quiet = 0;
      if (this.isSpeaking) this.emit(pieces, false);
    }
  }

  /** @param {VoicePiece[]} pieces @param {boolean} endsSpeech */
  emit(pieces, endsSpeech) {
    const samples = new Int16Array(this.frames.length * frameLength);
    this.frames.forEach((frame, index) => samples.set(frame.samples, index * frameLength));
    pieces.push({ at: this.framed - samples.length, samples, endsSpeech });
    this.frames = [];
  }
}
