// Words of the microphone and of a standup's recording setting, loaded together with them.
import { inLanguage } from '../../Gateway/Page/language.js';
import { duration, n, t } from '../../Gateway/Page/words.js';

export const words = inLanguage('Transcription.words', {
  start: 'Record with this browser', stop: 'Stop recording here', take: 'Take over', on: 'This browser is listening',
    opening: 'Requesting the microphone…',
  notRecorded: 'This meeting is not being recorded.', recording: 'Recording', noSound: 'No sound',
    signal: { quiet: 'Very quiet: move closer', clipped: 'Too loud: move away' },
  taken: t((name) => `${name} took over recording.`),
  insecure: 'The microphone is unavailable: browsers allow it only on HTTPS pages and on localhost.',
  missing: 'This browser found no microphone it can use.',
    denied: 'The browser blocked the microphone. Allow it in the address bar, then try again.',
  behind: n((ms) => `The connection is too slow; ${duration(ms)} of audio was lost.`),
    waiting: 'Audio is saved here until you reconnect.',
  sending: 'Sending the last words…',
  interrupted: 'A call or the locked screen interrupted the microphone. Recording resumes automatically.',
  muted: 'The microphone is muted or silent. Check its mute switch and your system’s sound settings.',
  noAudio: 'This browser receives no audio. Check your microphone, your speakers and your system’s sound settings, then restart the browser.',
  late: 'The last words were not recognised in time.',
  unplugged: 'The microphone is disconnected. Recording resumes when you connect one.',
  settings: {
    title: 'Recording', status: {
      authorized: 'Recording is allowed for this standup.', denied: 'Recording is off for this standup.',
      notDetermined: 'You will be asked at the next meeting.',
        restricted: 'Recording is unavailable.',
    }, allow: 'Allow recording', deny: 'Don’t record', ask: 'Ask at the next meeting',
    hint: 'Standups writes a transcript and does not keep the audio. “Don’t record” also stops a recording in progress.',
      now: 'The current meeting is being recorded.',
  },
});
