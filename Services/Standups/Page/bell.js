// The bell: at each change of speaker, when a turn is about to end, and for calls. Its sounds are synthesized here, and the
// edge of the page flashes with it, for people who do not hear it, have muted it or chose no sound.

/**
 * A stroke of a sound: its frequency in Hz, its start in seconds, its loudness from 0 to 1, and its overtones, each with its ratio
 * to the frequency, its level, and its length in seconds.
 * @typedef {{ frequency: number, at?: number, loudness: number, overtones: number[][] }} Stroke
 */

/** The overtones of a bar are not multiples of its fundamental, and decay faster. */
const bar = [[1, 1, 1.1], [2.76, 0.35, 0.4], [5.4, 0.12, 0.18]];
const wood = [[1, 1, 0.12], [2.9, 0.3, 0.05]];
const soft = [[1, 1, 0.6], [2, 0.1, 0.3]];

/**
 * The strokes of each sound: for a change of speaker, and for the end of a turn, which is lower.
 * @type {Record<string, { turn: Stroke[], warning: Stroke[] }>}
 */
const sounds = {
  bell: {
    turn: [{ frequency: 1046.5, loudness: 0.25, overtones: bar }, { frequency: 1568, at: 0.09, loudness: 0.2, overtones: bar }],
    warning: [{ frequency: 523.25, loudness: 0.25, overtones: bar }],
  },
  wood: {
    turn: [{ frequency: 1100, loudness: 0.4, overtones: wood }, { frequency: 1100, at: 0.16, loudness: 0.4, overtones: wood }],
    warning: [{ frequency: 620, loudness: 0.4, overtones: wood }],
  },
  soft: {
    turn: [{ frequency: 523.25, loudness: 0.2, overtones: soft }, { frequency: 659.25, at: 0.18, loudness: 0.2, overtones: soft }],
    warning: [{ frequency: 392, loudness: 0.2, overtones: soft }],
  },
};

/** Time for which the edge of the page shows the bell, in milliseconds. */
const flashMs = 1200;

/** @type {AudioContext | null} */
let context = null;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let flashing;

/**
 * Prepares the sound, which browsers allow only after a user gesture. Also resumes a context that a call or a locked
 * screen interrupted.
 */
export function ready() {
  context ??= new AudioContext();
  if (context.state !== 'running') context.resume().catch(() => {});
}

/**
 * Rings the bell, and flashes.
 * @param {Pick<State, 'sound' | 'isMuted'>} state @param {{ isWarning?: boolean, isPreview?: boolean }} what `isWarning` if a turn is
 *   about to end; a preview also sounds if the bell is muted
 */
export function ding({ sound, isMuted }, { isWarning, isPreview }) {
  const name = isWarning ? 'warning' : 'turn';
  flash(name);
  const strokes = sounds[sound]?.[name];
  if (!strokes || (isMuted && !isPreview) || context?.state !== 'running') return;
  document.documentElement.dataset.dings = String(Number(document.documentElement.dataset.dings ?? 0) + 1);
  for (const each of strokes) stroke(context, each);
}

/** @param {'turn' | 'warning'} name */
function flash(name) {
  const { dataset } = document.documentElement;
  clearTimeout(flashing);
  dataset.flash = name;
  flashing = setTimeout(() => { delete dataset.flash; }, flashMs);
}

/** @param {AudioContext} context @param {Stroke} stroke */
function stroke(context, { frequency, at = 0, loudness, overtones }) {
  const begin = context.currentTime + at;
  for (const [ratio, level, seconds] of overtones) {
    const tone = new OscillatorNode(context, { frequency: frequency * ratio });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(loudness * level, begin + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + seconds);
    tone.connect(gain).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + seconds);
  }
}
