// Words of dictated updates.
import { inLanguage } from '../../Gateway/Page/language.js';

export const words = inLanguage('Transcription.dictate', {
  start: 'Dictate', stop: 'Stop dictating', opening: 'Requesting the microphone…', ending: 'Recognising the last words…',
  ended: 'The dictation has ended. Check the text before you save it.',
  hint: 'Your words appear in the text. Nothing is stored until you save it.',
  consent: {
    title: 'Dictate your update?', start: 'Turn on my microphone', later: 'Not now',
    text: 'Your voice is turned into text for you alone. Standups keeps neither the audio nor the words; the text is stored when '
      + 'you save it. The microphone turns off after 2 minutes at the latest.',
    keys: 'Press the button to start and to stop, or hold it while you speak.',
  },
});
