// Audio worklet, which runs on its own thread and delivers the microphone's audio in pieces of 100 ms, as
// signed 16-bit samples.

import { Resampler } from './resample.js';

const chunk = 1600;

class Recorder extends AudioWorkletProcessor {
  samples = new Int16Array(chunk);
  count = 0;
  resampler = sampleRate === 16_000 ? null : new Resampler(sampleRate);

  /** @param {Float32Array[][]} inputs */
  process([input]) {
    const heard = input[0] && (this.resampler?.push(input[0]) ?? input[0]);
    // Count the samples here, because the context's own count jumps when the machine is busy.
    for (const sample of heard ?? []) {
      const bounded = Math.max(-1, Math.min(1, sample));
      this.samples[this.count++] = bounded < 0 ? bounded * 32768 : bounded * 32767;
      if (this.count < chunk) continue;
      this.port.postMessage(this.samples, [this.samples.buffer]);
      this.samples = new Int16Array(chunk);
      this.count = 0;
    }
    return true;
  }
}

registerProcessor('recorder', Recorder);
