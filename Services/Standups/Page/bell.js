// The bell, which is synthesized here: two strokes of a bar at each change of speaker, and one low stroke when a
// turn is about to end.

/** @type {AudioContext | null} */
let context = null;

/**
 * Prepares the sound, which browsers allow only after a user gesture. Also resumes a context that a call or a locked
 * screen interrupted.
 */
export function ready() {
  context ??= new AudioContext();
  if (context.state !== 'running') context.resume().catch(() => {});
}

/** @param {boolean} [isWarning] true for the warning that a turn is about to end */
export function ding(isWarning) {
  if (!context || context.state !== 'running') return;
  document.documentElement.dataset.dings = String(Number(document.documentElement.dataset.dings ?? 0) + 1);
  stroke(context, isWarning ? 523.25 : 1046.5, context.currentTime, 0.25);
  if (!isWarning) stroke(context, 1568, context.currentTime + 0.09, 0.2);
}

/** @param {AudioContext} context @param {number} frequency @param {number} at @param {number} loudness */
function stroke(context, frequency, at, loudness) {
  // The overtones of a bar are not multiples of its fundamental, and decay faster.
  for (const [ratio, level, seconds] of [[1, 1, 1.1], [2.76, 0.35, 0.4], [5.4, 0.12, 0.18]]) {
    const tone = new OscillatorNode(context, { frequency: frequency * ratio });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loudness * level, at + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + seconds);
  }
}
