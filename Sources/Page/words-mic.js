// The words of the microphone, which come with it.
import { duration, n, t } from './words.js';

export const words = {
  start: 'Record with this browser', stop: 'Stop recording here', take: 'Take over', on: 'This browser is listening',
    opening: 'Asking for the microphone…',
  taken: t((name) => `${name} took over recording.`),
  insecure: 'There is no microphone here: browsers give it only to pages over HTTPS or from this machine (localhost).',
  missing: 'This browser has no microphone, or none that may be used.',
    denied: 'The browser does not allow the microphone. Allow it beside the address, then try again.',
  behind: n((ms) => `The connection is behind; ${duration(ms)} of sound could not be kept.`),
    waiting: 'Audio is saved here until you reconnect.',
  sending: 'The last words are being sent.',
  interrupted: 'The microphone was interrupted, by a call or a locked screen. Recording resumes when it is back.',
  muted: 'The microphone is muted, or gives no sound. Check its switch and the system’s sound settings.',
  unplugged: 'The microphone is disconnected. Recording resumes when you connect one.',
};
