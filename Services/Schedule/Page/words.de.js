// German words of a standup's schedule.
import { plurals } from '../../Gateway/Page/plurals.js';
import { duration } from '../../Gateway/Page/words.js';

const c = plurals('de');

/** @type {typeof import('./words.js').words} */
export const words = {
  title: 'Zeitplan', save: 'Speichern', saving: 'Wird gespeichert …', saved: 'Der Zeitplan wurde gespeichert.', removed: 'Der Zeitplan wurde entfernt.',
  at: 'Uhrzeit', on: 'Tage', atOf: (index) => `Uhrzeit ${index}`, onOf: (index) => `Tage der Uhrzeit ${index}`, addTime: 'Uhrzeit hinzufügen', removeTime: (index) => `Uhrzeit ${index} entfernen`,
    repeats: 'Wochen', weeks: (count) => (count === 1 ? 'Jede Woche' : count === 2 ? 'Jede zweite Woche' : `Alle ${count} Wochen`), weekOf: 'Trifft sich in der Woche vom',
    zone: 'Zeitzone', mode: 'Beginn', modes: { ask: 'Zum Starten auffordern', start: 'Automatisch starten', write: 'Schriftlich' },
    asked: 'Gefragt wird', askedAtOnce: 'Alle gleichzeitig', askedLocally: 'Alle zu dieser Uhrzeit in ihrer eigenen Zeitzone',
    closes: 'Updates enden', after: (ms) => `${duration(ms)} später`,
  remind: 'Erinnerung', noReminder: 'Keine', before: (ms) => `${duration(ms)} vorher`,
  next: 'Nächste Meetings', never: 'In den nächsten zehn Jahren folgt kein Termin.', noDays: 'Wähle mindestens einen Tag.', there: (moment, zone) => `${moment} in ${zone}`,
  preview: 'Freie Tage werden ausgelassen, sobald der Zeitplan gespeichert ist.',
  breaks: 'Pausen', breakHint: 'Sommerpause', breakName: (index) => `Name der Pause ${index}`, breakFrom: (index) => `Erster Tag der Pause ${index}`, breakTo: (index) => `Letzter Tag der Pause ${index}`,
    addBreak: 'Pause hinzufügen', removeBreak: (index) => `Pause ${index} entfernen`, onBreak: (date) => `Pause bis ${date}`,
  off: 'Freie Tage', source: 'Kalender', sources: { kept: 'Diese Tage behalten', none: 'Keiner', file: 'Datei', url: 'Adresse' }, file: 'Datei (.ics)', url: 'Adresse',
  replaced: 'Speichern entfernt die freien Tage.',
  current: (count, host) => `${c(count, { one: '# Tag', other: '# Tage' })}${host ? ` von ${host}` : ' aus einer Datei'}`,
  works: 'Arbeitstag', isOff: (name) => `${name} ist frei`, off1: 'Freier Tag',
  chosen: 'Wähle, welche dieser Tage frei sind, und speichere.', tooLarge: 'Die Datei ist zu groß. Ein Kalender hat höchstens 256 KiB.',
  observer: 'Nur Ansicht: Du kannst den Zeitplan nicht ändern.', none: 'Kein Zeitplan', noneHint: 'Meetings beginnen, wenn jemand sie startet.',
  remove: 'Zeitplan entfernen', removeTitle: 'Diesen Zeitplan entfernen?', removeMessage: 'Kein Meeting startet mehr automatisch, und niemand wird erinnert. Das Standup und seine vergangenen Meetings bleiben.',
  changed: 'Jemand anderes hat diesen Zeitplan geändert. Speichern ersetzt diese Änderung.', use: 'Andere Fassung übernehmen',
  isGone: 'Standup nicht gefunden. Vielleicht wurde es gelöscht.',
};
