// German words of the microphone and of a standup's recording setting.
import { duration } from '../../Gateway/Page/words.js';

/** @type {typeof import('./words.js').words} */
export const words = {
  start: 'Mit diesem Browser aufnehmen', stop: 'Aufnahme hier beenden', take: 'Übernehmen', on: 'Dieser Browser hört zu',
    opening: 'Das Mikrofon wird angefordert …',
  notRecorded: 'Dieses Meeting wird nicht aufgenommen.', recording: 'Aufnahme läuft', noSound: 'Kein Ton',
    signal: { quiet: 'Sehr leise: näher herangehen', clipped: 'Zu laut: weiter weggehen' },
  taken: (name) => `${name} hat die Aufnahme übernommen.`,
  insecure: 'Das Mikrofon ist nicht verfügbar: Browser erlauben es nur auf HTTPS-Seiten und auf localhost.',
  missing: 'Dieser Browser hat kein Mikrofon gefunden, das er benutzen kann.',
    denied: 'Der Browser hat das Mikrofon blockiert. Erlaube es in der Adressleiste, und versuche es erneut.',
  behind: (ms) => `Die Verbindung ist zu langsam; ${duration(ms)} Ton gingen verloren.`,
    waiting: 'Der Ton wird hier gespeichert, bis du wieder verbunden bist.',
  sending: 'Die letzten Worte werden gesendet …',
  interrupted: 'Ein Anruf oder der gesperrte Bildschirm hat das Mikrofon unterbrochen. Die Aufnahme wird automatisch fortgesetzt.',
  muted: 'Das Mikrofon ist stumm oder hört nichts. Prüfe seinen Schalter und die Toneinstellungen des Systems.',
  noAudio: 'Dieser Browser erhält keinen Ton. Prüfe Mikrofon, Lautsprecher und die Toneinstellungen des Systems, und starte den Browser neu.',
  late: 'Die letzten Worte wurden nicht rechtzeitig erkannt.',
  unplugged: 'Das Mikrofon ist nicht angeschlossen. Die Aufnahme wird fortgesetzt, sobald du eines anschließt.',
  settings: {
    title: 'Aufnahme', status: {
      authorized: 'Die Aufnahme ist für dieses Standup erlaubt.', denied: 'Die Aufnahme ist für dieses Standup aus.',
      notDetermined: 'Beim nächsten Meeting wird gefragt.',
        restricted: 'Die Aufnahme ist nicht verfügbar.',
    }, allow: 'Aufnahme erlauben', deny: 'Nicht aufnehmen', ask: 'Beim nächsten Meeting fragen',
    hint: 'Standups schreibt ein Transkript und behält den Ton nicht. „Nicht aufnehmen“ beendet auch eine laufende Aufnahme.',
      now: 'Das aktuelle Meeting wird aufgenommen.',
  },
};

/** @type {typeof import('./own-words.js').words} */
export const own = {
  start: 'Mein Mikrofon benutzen', take: 'Dieses Mikrofon benutzen', stop: 'Ausschalten', opening: 'Das Mikrofon wird angefordert …',
  mute: 'Stummschalten', unmute: 'Einschalten', level: 'Pegel des Mikrofons', device: 'Mikrofon',
  on: 'Dein Mikrofon ist an', noAudio: 'Kein Ton vom Mikrofon', off: 'Du bist stumm', reminder: 'Du bist stumm. Schalte das Mikrofon ein, oder halte T zum Sprechen.',
  elsewhere: 'Dein Mikrofon ist in einem anderen Fenster oder Gerät an.',
  unnamed: (number) => `Mikrofon ${number}`,
  consent: {
    title: 'Dein Mikrofon benutzen?', open: 'Mein Mikrofon einschalten', later: 'Jetzt nicht',
    text: 'Solange dein Mikrofon an ist, werden deine Worte unter deinem Namen mitgeschrieben, auch wenn andere dran sind, und alle im '
      + 'Meeting können sie lesen. Standups behält den Ton nicht und sendet keinen, solange du schweigst oder stumm bist.',
    keys: 'Drücke M zum Stummschalten. Solange du stumm bist, halte T zum Sprechen.',
  },
};

/** @type {typeof import('./dictate-words.js').words} */
export const dictate = {
  start: 'Diktieren', stop: 'Diktat beenden', opening: 'Das Mikrofon wird angefordert …', ending: 'Die letzten Worte werden erkannt …',
  ended: 'Das Diktat ist beendet. Prüfe den Text, bevor du ihn speicherst.',
  hint: 'Deine Worte erscheinen im Text. Gespeichert wird erst, wenn du speicherst.',
  consent: {
    title: 'Dein Update diktieren?', start: 'Mein Mikrofon einschalten', later: 'Jetzt nicht',
    text: 'Deine Stimme wird nur für dich in Text umgewandelt. Standups behält weder den Ton noch die Worte; der Text wird gespeichert, '
      + 'wenn du ihn speicherst. Das Mikrofon schaltet sich nach höchstens 2 Minuten aus.',
    keys: 'Drücke die Taste zum Starten und Beenden, oder halte sie, während du sprichst.',
  },
};
