// Opens a microphone of this browser, whose audio an audio worklet delivers.
import { words } from './words.js';

/**
 * Returns the reason why a device cannot be used.
 * @param {unknown} error
 */
export function reason(error) {
  const { name, message } = /** @type {DOMException} */ (error);
  return name === 'NotAllowedError' ? words.denied : name === 'NotFoundError' ? words.missing : `${words.missing} ${message}`;
}

/**
 * Opens the chosen device; if it is missing, the browser's choice. Chromium ignores a device that is not required.
 * @param {boolean} isOwn @param {string} deviceId
 */
export async function request(isOwn, deviceId) {
  // Each of these options would alter the recorded voice. An own microphone must not record the others' voices, which
  // come from the person's loudspeaker.
  const audio = { echoCancellation: isOwn, noiseSuppression: false, autoGainControl: false, channelCount: 1 };
  const { mediaDevices } = navigator;
  if (!deviceId) return mediaDevices.getUserMedia({ audio });
  try {
    return await mediaDevices.getUserMedia({ audio: { ...audio, deviceId: { exact: deviceId } } });
  } catch (error) {
    if (/** @type {DOMException} */ (error).name !== 'OverconstrainedError') throw error;
    return mediaDevices.getUserMedia({ audio });
  }
}

/**
 * @param {{ isOwn?: boolean, isMuted?: boolean, deviceId?: string }} options `isOwn` for speech only, with its loudness;
 *   `deviceId` of the device, empty for the browser's choice
 * @param {(heard: any) => void} listen receives the messages of the worklet
 * @returns {Promise<{ track: MediaStreamTrack, context: AudioContext, recorder: AudioWorkletNode, release: () => void }>}
 */
export async function capture({ isOwn = false, isMuted = false, deviceId = '' }, listen) {
  const media = await request(isOwn, deviceId);
  let context = new AudioContext({ sampleRate: 16_000 });
  const release = () => {
    for (const each of media.getTracks()) each.stop();
    void context.close();
  };
  try {
    let source;
    try {
      source = context.createMediaStreamSource(media);
    } catch {
      // Not every browser resamples a microphone to the rate of the context, so the recorder resamples
      // the audio.
      void context.close();
      context = new AudioContext();
      source = context.createMediaStreamSource(media);
    }
    await context.audioWorklet.addModule(new URL('./recorder.js', import.meta.url).href);
    const recorder = new AudioWorkletNode(context, 'recorder',
      { numberOfOutputs: 0, channelCount: 1, channelCountMode: 'explicit', processorOptions: { isOwn, isMuted } });
    recorder.port.onmessage = ({ data }) => listen(data);
    source.connect(recorder);
    if (context.state !== 'running') context.resume().catch(() => {});
    return { track: media.getTracks()[0], context, recorder, release };
  } catch (error) {
    release();
    throw error;
  }
}
