// Words of a person's consent to the recognition of their voice.
import { inLanguage } from '../../Gateway/Page/language.js';
import { t } from '../../Gateway/Page/words.js';

export const words = inLanguage('People.voice', {
  title: 'Your voice', label: 'Recognise my voice in meetings', gone: 'Your voice print was erased.', agreed: 'You agreed. A meeting in which you speak enough learns your voice.',
  hint: 'If you agree, meetings in one room learn your voice, and attribute to you the lines that you speak, even outside your turn. For this, Standups keeps a voice print: numbers that describe your voice, encrypted, and no recording. It is biometric data.',
  end: 'It is erased when you switch this off, when you are removed, and after 90 days without use. Transcripts stay as they are.',
  since: t((moment) => `You agreed on ${moment}.`), none: 'No voice print yet.',
  print: t((duration) => `Voice print from ${duration} of speech.`), used: t((moment) => `Last used: ${moment}.`),
});
