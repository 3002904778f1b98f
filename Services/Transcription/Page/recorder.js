// Audio worklet, which runs on its own thread and delivers the microphone's audio in pieces of 100 ms, as
// signed 16-bit samples. From an own microphone, it delivers only speech, and the loudness.

import { Resampler } from './resample.js';
import { Voice } from './voice.js';

const chunk = 1600;

class Recorder extends AudioWorkletProcessor {
  samples = new Int16Array(chunk);
  count = 0;
  resampler = sampleRate === 16_000 ? null : new Resampler(sampleRate);
  isMuted = false;

  /** @param {{ processorOptions?: { isOwn?: boolean, isMuted?: boolean } }} options */
  constructor({ processorOptions } = {}) {
    super();
    this.voice = processorOptions?.isOwn ? new Voice() : null;
    this.isMuted = !!processorOptions?.isMuted;
    this.port.onmessage = ({ data }) => {
      const wasMuted = this.isMuted;
      this.isMuted = data.isMuted;
      // Speech before the press is still sent, and none from before the microphone is unmuted.
      const pieces = this.voice?.end() ?? [];
      if (this.voice && data.ends) this.deliver(0, true, wasMuted ? [] : pieces, true);
      else if (this.isMuted && this.voice) this.deliver(0, true, pieces);
    };
  }

  /** @param {Float32Array[][]} inputs */
  process([input]) {
    const heard = input[0] && (this.resampler?.push(input[0]) ?? input[0]);
    // Count the samples here, because the context's own count jumps when the machine is busy.
    for (const sample of heard ?? []) {
      const bounded = Math.max(-1, Math.min(1, sample));
      this.samples[this.count++] = bounded < 0 ? bounded * 32768 : bounded * 32767;
      if (this.count < chunk) continue;
      if (this.voice) this.detect(this.voice);
      else {
        this.port.postMessage(this.samples, [this.samples.buffer]);
        this.samples = new Int16Array(chunk);
      }
      this.count = 0;
    }
    return true;
  }

  /** @param {Voice} voice */
  detect(voice) {
    const isSilent = this.samples.every((sample) => sample === 0);
    const pieces = voice.push(this.samples);
    this.deliver(chunk, isSilent, this.isMuted ? [] : pieces);
  }

  /**
   * @param {number} count number of samples since the last message @param {boolean} isSilent @param {VoicePiece[]} pieces
   * @param {boolean} [isEnd] true if the device is closed next
   */
  deliver(count, isSilent, pieces, isEnd) {
    const { level, isSpeaking, framed } = /** @type {Voice} */ (this.voice);
    this.port.postMessage({ count, isSilent, level, isSpeaking, framed, pieces, isEnd }, pieces.map(({ samples }) => samples.buffer));
  }
}

registerProcessor('recorder', Recorder);
