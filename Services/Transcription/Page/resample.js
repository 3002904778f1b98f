// Resamples audio from any rate to 16 kHz with a windowed sinc filter, so that frequencies above 8 kHz are not
// aliased.

const target = 16_000;
/** Number of filter phases between two samples. */
const phases = 64;
/** Number of zero crossings of the sinc function on either side. */
const crossings = 12;

export class Resampler {
  /** @param {number} rate input rate, in samples per second */
  constructor(rate) {
    this.step = rate / target;
    // The cut-off is slightly below half the lower rate, because the window's transition band needs the rest.
    const cut = 0.45 * Math.min(1, target / rate);
    this.half = Math.ceil(crossings / (2 * cut));
    this.table = Array.from({ length: phases + 1 },
      (_, phase) => Float64Array.from({ length: 2 * this.half }, (_, tap) => {
      const x = tap - this.half + 1 - phase / phases;
      const window = Math.abs(x) >= this.half ? 0
        : 0.42 + 0.5 * Math.cos((Math.PI * x) / this.half) + 0.08 * Math.cos((2 * Math.PI * x) / this.half);
      return window * (x === 0 ? 2 * cut : Math.sin(2 * Math.PI * cut * x) / (Math.PI * x));
    }));
    /** Input samples that the next outputs still need. */
    this.kept = new Float32Array(this.half);
    /** Position of the next output sample in `kept`. */
    this.at = this.half;
  }

  /** @param {Float32Array} samples @returns {number[]} output samples that are complete so far */
  push(samples) {
    const all = new Float32Array(this.kept.length + samples.length);
    all.set(this.kept);
    all.set(samples, this.kept.length);
    const made = [];
    for (; Math.floor(this.at) + this.half < all.length; this.at += this.step) {
      const whole = Math.floor(this.at);
      const taps = this.table[Math.round((this.at - whole) * phases)];
      let sum = 0;
      for (let tap = 0; tap < taps.length; tap += 1) sum += taps[tap] * all[whole - this.half + 1 + tap];
      made.push(sum);
    }
    const used = Math.max(0, Math.floor(this.at) - this.half);
    this.kept = all.slice(used);
    this.at -= used;
    return made;
  }
}
