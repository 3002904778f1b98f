// Words of a person's own microphone.
import { inLanguage } from '../../Gateway/Page/language.js';
import { t } from '../../Gateway/Page/words.js';

export const words = inLanguage('Transcription.own', {
  start: 'Use my microphone', take: 'Use this microphone', stop: 'Turn off', opening: 'Requesting the microphone…',
  mute: 'Mute', unmute: 'Unmute', level: 'Microphone level', device: 'Microphone',
  on: 'Your microphone is on', noAudio: 'No audio from the microphone', off: 'You are muted', reminder: 'You are muted. Unmute, or hold T to talk.',
  elsewhere: 'Your microphone is on in another window or device.',
  unnamed: t((number) => `Microphone ${number}`),
  consent: {
    title: 'Use your microphone?', open: 'Turn on my microphone', later: 'Not now',
    text: 'While your microphone is on, your words are transcribed under your name, during every turn, and everyone in the '
      + 'meeting can read it. Standups does not keep the audio, and sends none while you are silent or muted.',
    keys: 'Press M to mute. While you are muted, hold T to talk.',
  },
});
