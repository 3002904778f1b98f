// German words of standups and meetings.
import { lists, numbers, plurals } from '../../Gateway/Page/plurals.js';

const c = plurals('de');
const list = lists('de');
const number = numbers('de');

/** @type {typeof import('./words.js').words} */
export const words = {
  title: 'Daily Standups', add: 'Standup hinzufügen', none: 'Noch keine Standups',
    noneHint: 'Lege dein eigenes an, probiere ein Beispiel oder importiere eine Datei.', addOwn: 'Eigenes Standup anlegen', sample: 'Beispiel hinzufügen', sampleTitle: 'Beispiel-Standup',
    sampleNames: ['Ada', 'Grace', 'Alan'], importFile: 'Datei importieren',
    filter: 'Standups filtern', filterHint: 'Titel, team:web, is:running', team: 'team:', running: 'is:running', noMatch: 'Kein Standup passt zum Filter.',
  pinned: 'Angeheftet', archived: (count) => `Archiviert: ${number(count)}`, allArchived: 'Alle Standups sind archiviert.',
  live: 'Meeting läuft', people: (count) => c(count, { one: '# Person', other: '# Personen' }), search: 'Transkripte durchsuchen',
  held: 'Wartet auf eine Antwort', paused: 'Pausiert', unreadable: 'Nicht lesbar: ', next: 'Nächstes Meeting',
};

/** @type {typeof import('./words.js').news} */
export const news = {
  next: (name) => `Danach: ${name}`, last: 'Danach niemand mehr',
    turn: (name, next) => `${name} spricht. ${next}.`,
  undo: 'Drücke b, um das rückgängig zu machen.', resume: 'Meeting fortsetzen',
  over: 'Das Meeting ist beendet und gespeichert.', discarded: 'Das Meeting wurde verworfen.',
    restorable: 'Das Meeting wurde verworfen. Ein Admin kann es 7 Tage lang wiederherstellen.',
    stopped: 'Die Aufnahme wurde beendet, weil sie nicht mehr erlaubt ist.',
  marked: 'Du bist als anwesend markiert.', yourTurn: 'Du bist dran', youAreNext: 'Du bist als Nächstes dran', soon: (minutes) => `Beginnt in ${minutes} min`, started: 'Das Meeting hat begonnen', write: (time) => `Schreib dein Update bis ${time}`,
  deleted: (title) => `„${title}“ wurde gelöscht.`, meetingDeleted: 'Das Meeting wurde gelöscht.',
};

/** @type {typeof import('./words-later.js').words} */
export const later = {
  themes: {
    bubblegum: 'Kaugummi', buttercup: 'Butterblume', indigo: 'Indigo', lavender: 'Lavendel', magenta: 'Magenta', navy: 'Marineblau', orange: 'Orange',
    oxblood: 'Ochsenblut', periwinkle: 'Immergrün', poppy: 'Mohn', purple: 'Lila', seafoam: 'Seegrün', sky: 'Himmelblau', tan: 'Hellbraun', teal: 'Petrol',
    yellow: 'Gelb',
  },
  detail: {
    info: 'Standup', dayOff: (name) => (name ? `Frei: ${name}` : 'Freier Tag'), start: 'Meeting starten', join: 'Am Meeting teilnehmen', length: 'Dauer', theme: 'Farbe',
      warning: 'Hinweis vor Ende einer Redezeit',
      history: 'Verlauf', discarded: 'Verworfene Meetings', past: 'Vergangene Meetings', offline: 'Offline nicht verfügbar', noPast: 'Noch keine Meetings',
    attendees: 'Personen', edit: 'Bearbeiten', delete: 'Löschen', settings: 'Aufnahme', noSchedule: 'Kein Zeitplan', deleteTitle: 'Dieses Standup löschen?',
    deleteMessage: (title) => `„${title}“ und alle vergangenen Meetings werden gelöscht.`,
      isGone: 'Standup nicht gefunden. Vielleicht wurde es gelöscht.',
    pin: 'Oben in der Liste anheften', archive: 'Archivieren', unarchive: 'Aus dem Archiv holen', undo: 'Rückgängig', suspended: 'Ruht, solange es archiviert ist',
      archivedHint: 'Dieses Standup ist archiviert. Die Liste zeigt es nicht an, und Meetings sind nicht möglich.',
      archived: (title) => `„${title}“ wurde archiviert.`, unarchived: (title) => `„${title}“ ist wieder in der Liste.`,
    starting: 'Wird gestartet …', busyHint: 'Beende das Meeting, um dieses Standup zu löschen.',
  },
  form: {
    new: 'Neues Standup', edit: 'Standup bearbeiten', title: 'Titel', length: 'Dauer',
      theme: 'Farbe', warning: 'Hinweis',
      before: (time) => `${time} vor Ende einer Redezeit`, noWarning: 'Keiner', over: 'Überziehen erlauben',
      overtime: 'Überziehen', allowed: 'Erlaubt', notAllowed: 'Nicht erlaubt',
    language: 'Sprache', usual: 'Standard', usualIs: (language) => `${language} (Standard)`,
      unspoken: 'Für diese Sprache ist kein Sprachmodell installiert, deshalb können Meetings nicht aufgezeichnet werden.',
    attendees: 'Personen', attendee: (index) => `Name der Person ${index}`, add: 'Person hinzufügen',
      remove: (index) => `Person ${index} entfernen`, weight: 'Zeitanteil',
      weightOf: (index) => `Zeitanteil, Person ${index}`, minutesLabel: 'Dauer in Minuten', min: 'min',
    person: 'Registriert als', personOf: (index) => `Person ${index}: registriert als`, noPerson: 'Nicht registriert', formerMember: 'Früheres Mitglied',
    save: 'Speichern', saving: 'Wird gespeichert …', conflict: 'Jemand anderes hat dieses Standup geändert, während du es bearbeitet hast.', mine: 'Meine Fassung behalten',
      theirs: 'Andere Fassung übernehmen',
    fields: { title: 'Titel', durationMs: 'Dauer', theme: 'Farbe', warnMs: 'Hinweis', mayRunOver: 'Überziehen', language: 'Sprache', attendees: 'Personen' },
      theirsIs: 'Andere Fassung: ',
      mineIs: 'Meine Fassung: ',
    empty: 'Gib einen Titel oder den Namen einer Person ein.',
    isGone: 'Dieses Standup wurde gelöscht, während du es bearbeitet hast. Speichere, um es als neues anzulegen.',
    observer: 'Nur Ansicht: Du kannst Standups nicht bearbeiten.',
  },
  people: {
    order: 'Reihenfolge', orders: { listed: 'Wie aufgeführt', lastFirst: 'Von hinten', shuffled: 'Gemischt' },
    comes: (name) => `${name} nimmt am nächsten Meeting teil`,
    absent: 'Abwesend bis', until: (day) => `Abwesend bis ${day}`,
    untilTime: (moment) => `Abwesend bis ${moment}`, lastDay: 'Letzter Tag der Abwesenheit',
    lastDayOf: (name) => `Letzter Tag der Abwesenheit: ${name}`,
      past: 'Der letzte Tag der Abwesenheit darf nicht vor heute liegen.',
    back: 'Zurück', backOf: (name) => `${name} ist zurück`,
    you: (name) => `${name} (du)`,
    up: (name) => `${name} nach oben`, down: (name) => `${name} nach unten`,
      moved: (name, at, count) => `${name} ist Nummer ${at} von ${count}, die noch kommen`,
    speakers: 'Reihenfolge', here: 'Da', hereOf: (name) => `${name} ist da`, late: 'Später gekommen',
      is: { done: 'Fertig', speaking: 'Spricht', next: 'Als Nächstes', later: '', away: 'Abwesend' },
  },
  live: {
    title: 'Meeting', left: 'Übrig', beyond: 'Überzogen', current: 'Spricht gerade', turn: 'übrig',
      turnTime: 'Übrige Redezeit', meetingTime: 'Übrige Zeit im Meeting', ending: 'Redezeit endet gleich',
      controls: 'Steuerung', others: 'Weitere Aktionen',
      of: (index, count) => `Person ${index} von ${count}`,
    back: (name) => `Zurück zu ${name}`, undo: 'Rückgängig', you: 'Du',
      stays: 'Die Frage bleibt offen. Alle im Team können sie beantworten.',
    begun: (name) => `${name} hat gerade begonnen. Drücke noch einmal, um diese Redezeit zu beenden.`,
    more: '+1 min', moreLabel: '+1 min: eine Minute mehr Redezeit',
      laterLabel: 'Ans Ende verschieben', pause: 'Pause',
    skip: 'Nächste Person', finish: 'Meeting beenden', held: 'Die Zeit ist angehalten.',
      waits: 'Wartet auf eine Antwort',
    words: 'Transkript', silence: 'Noch wurde nichts gesagt.',
    voices: (count) => `Stimmen werden erkannt: ${c(count, { one: '# Person hat', other: '# Personen haben' })} zugestimmt. Andere Stimmen im Raum werden damit verglichen, und nichts davon wird behalten.`,
      doubtful: 'Sprecher unsicher',
    none: 'Kein Meeting läuft', noneHint: 'Wenn eines beginnt, nehmen alle teil, die diese Seite geöffnet haben.',
      mute: 'Glocke stummschalten', unmute: 'Glocke einschalten',
    turnLeft: (left) => `${left} Redezeit übrig`,
    runsOver: 'Die Zeit ist um',
  },
  notes: {
    title: 'Merkpunkte', done: 'Erledigt', doneLabel: (text) => `Erledigt: ${text}`, isDone: 'erledigt',
      label: 'Neuer Merkpunkt', whose: 'Merkpunkt für', speaker: 'Wer gerade spricht', add: 'Hinzufügen',
      last: 'Letzte Worte hinzufügen',
  },
  past: {
    title: 'Vergangenes Meeting', planned: (time) => `geplant ${time}`, paused: (time) => `pausiert ${time}`, timeUp: 'Zeit abgelaufen', saved: 'Vorzeitig beendet', written: 'Schriftlich', nothing: 'Nichts wurde aufgenommen.',
      download: 'Als Markdown herunterladen',
    isGone: 'Meeting nicht gefunden. Vielleicht wurde es gelöscht.',
    failure: 'Die Spracherkennung ist ausgefallen; alles danach fehlt.',
      denial: 'Die Aufnahme wurde beendet, weil sie nicht mehr erlaubt war.', transcript: 'Transkript', attendees: 'Personen',
    shortened: 'Dieses Transkript ist zu lang für die Anzeige. Lade das Meeting herunter, um alles zu lesen.',
    delete: 'Meeting löschen', deleteTitle: 'Dieses Meeting löschen?', deleteMessage: 'Auch sein Transkript wird gelöscht.',
  },
  search: {
    filters: 'Filter', filtersOf: (count) => c(count, { one: '# Filter', other: '# Filter' }), any: 'Alle', standup: 'Standup', person: 'Person', from: 'Von', to: 'Bis',
      reversed: 'Der erste Tag liegt nach dem letzten.', standups: (count) => c(count, { one: '# Standup', other: '# Standups' }),
    title: 'Suche', none: 'Kein Meeting enthält alle diese Wörter.',
      hint: 'Setze eine genaue Wortfolge in "Anführungszeichen". Groß- und Kleinschreibung sowie Akzente spielen keine Rolle.',
    found: (count) => c(count, { one: '# Meeting', other: '# Meetings' }),
    there: (name, count) => `${c(count, { one: '# Meeting', other: '# Meetings' })} in Zelle ${name}`,
    lost: (name, why) => `Die Zelle ${name} konnte nicht durchsucht werden: ${why}`,
  },
};

/** @type {typeof import('./discarded-words.js').words} */
export const discarded = {
  title: 'Verworfene Meetings', none: 'Keine verworfenen Meetings', hint: 'Ein Meeting erscheint hier 10 Sekunden, nachdem es verworfen wurde, und kann 7 Tage lang wiederhergestellt werden.',
  admins: 'Nur ein Admin des Teams kann verworfene Meetings wiederherstellen.',
  restore: 'Wiederherstellen', restoreOf: (moment) => `Meeting vom ${moment} wiederherstellen`, restored: 'Das Meeting wurde wiederhergestellt.',
  until: (moment) => `bis ${moment}`, lines: (count) => c(count, { one: '# Zeile', other: '# Zeilen' }),
};

/** @type {typeof import('./presence-words.js').words} */
export const presence = {
  one: (name) => `${name} ist verbunden`,
  many: (names, count) => `${list(count > names.length ? [...names, c(count - names.length, { one: '# weitere Person', other: '# weitere' })] : names)} sind verbunden`,
  more: (count) => c(count, { one: '# weitere Verbindung', other: '# weitere Verbindungen' }),
  missing: (names) => `Noch nicht da: ${names.join(', ')}`,
  connected: 'Verbunden', poor: 'Schlechte Verbindung', slow: 'schlechte Verbindung', microphone: 'Mikrofon an', unknown: 'Unbekannter Browser',
  undo: 'Rückgängig', undoLabel: 'Rückgängig: mich als abwesend markieren',
};

/** @type {typeof import('./correct-words.js').words} */
export const correct = {
  begin: 'Korrigieren', beginLabel: 'Transkript korrigieren', end: 'Fertig',
  hint: 'Korrigiere die Wörter einer Zeile oder wer sie gesprochen hat. Das Gehörte bleibt daneben erhalten.',
  edit: 'Bearbeiten', editOf: (text) => `Zeile „${text}“ bearbeiten`, speaker: 'Sprecher', text: 'Wörter', save: 'Speichern', saving: 'Wird gespeichert …',
  heard: (text) => `Gehört: ${text}`, heardAs: (name, text) => `Gehört als ${name}: ${text}`,
  restore: 'Gehörtes wiederherstellen', saved: 'Die Zeile wurde korrigiert.', undone: 'Die Korrektur wurde rückgängig gemacht.', undo: 'Rückgängig',
  who: 'Wer hat das gesagt?', whoOf: (text) => `Sprecher von „${text}“ ändern`,
  changed: (text) => `Jemand anderes hat diese Zeile geändert: „${text}“. Speichern ersetzt sie.`,
  unsaved: (text) => `Nicht gespeichert: „${text}“`, dropped: (count) => c(count, { one: '# Zeile nicht gespeichert.', other: '# Zeilen nicht gespeichert.' }), resume: 'Fortsetzen',
};

/** @type {typeof import('./updates-words.js').words} */
export const updates = {
  title: 'Schriftliche Updates', hint: 'Für das nächste Meeting, von allen, die nicht kommen können.', write: 'Update schreiben',
  field: (name) => `Update von ${name}`, who: 'Update von', placeholder: 'Erledigt, als Nächstes, Hindernisse',
  save: 'Speichern', saving: 'Wird gespeichert …', left: (count) => `Noch ${number(count)} Zeichen`,
  edit: 'Bearbeiten', editOf: (name) => `Update von ${name} bearbeiten`,
  remove: 'Entfernen', removeOf: (name) => `Update von ${name} entfernen`,
  saved: 'Das Update wurde gespeichert.', removed: 'Das Update wurde entfernt.', undo: 'Rückgängig', gone: 'Das Update wurde bereits entfernt.',
  changed: 'Jemand anderes hat dieses Update geändert, während du geschrieben hast. Speichern ersetzt es.',
  turn: (name) => `Schriftliches Update von ${name}`, away: 'Schriftliche Updates von Abwesenden',
  none: (names) => `Kein Update: ${names.join(', ')}`,
  absent: (name) => `${name} (abwesend)`,
};

/** @type {typeof import('./alert-words.js').words} */
export const alerts = {
  answers: {
    allow: 'Erlauben', dontAllow: 'Nicht erlauben', continueWithoutRecording: 'Ohne Aufnahme fortfahren',
    openSettings: 'Aufnahme erlauben und starten', cancel: 'Abbrechen', saveAndEnd: 'Speichern und beenden',
    discard: 'Meeting verwerfen', resume: 'Fortsetzen', continueMeeting: 'Meeting fortsetzen',
    loadSamples: 'Beispiele laden', startEmpty: 'Leer beginnen',
  },
  speechAuthorization: { title: 'Dieses Meeting aufnehmen?', message: 'Standups kann ein Transkript schreiben. Der Ton wird nicht gespeichert.' },
  speechDenied: { title: 'Die Aufnahme ist für dieses Standup aus', message: 'Halte das Meeting ohne Transkript oder erlaube die Aufnahme.' },
  speechRestricted: { title: 'Spracherkennung nicht verfügbar', message: (reason) => `${reason} Du kannst das Meeting ohne Transkript halten.` },
  speechFailed: { title: 'Die Spracherkennung ist ausgefallen', message: (reason) => `${reason} Das bisherige Transkript ist gespeichert.` },
  paused: { title: 'Pausiert', message: 'Die Zeit ist angehalten. Fortsetzen gilt für alle.' },
  dataFailedToLoad: { title: 'Daten konnten nicht geladen werden', message: (reason, path) => `${reason} Die unlesbare Datei wurde nach ${path} verschoben.` },
  endMeeting: { title: 'Meeting beenden?', message: (who) => `${who} möchte das Meeting beenden. Fortsetzen gilt für alle.` },
  discard: { title: 'Dieses Meeting verwerfen?', message: 'Es endet für alle und wird nicht gespeichert. Ein Admin kann es 7 Tage lang wiederherstellen.', yes: 'Verwerfen', no: 'Meeting behalten' },
};

/** @type {typeof import('./glossary-words.js').words} */
export const glossary = {
  title: 'Glossar', hint: 'Transkripte dieses Teams schreiben diese Begriffe so wie hier. Namen der Teilnehmer brauchen keinen Eintrag.',
  none: 'Noch keine Begriffe', term: 'Begriff', sounds: 'Klingt wie (optional)', soundsLike: (text) => `klingt wie „${text}“`,
  add: 'Hinzufügen', adding: 'Wird hinzugefügt …', added: (term) => `„${term}“ wurde hinzugefügt.`,
  removeOf: (term) => `${term} entfernen`,
  removed: (term) => `„${term}“ wurde entfernt.`, undo: 'Rückgängig',
  file: 'Liste importieren', fileHint: 'Eine Textdatei mit einem Begriff pro Zeile oder „Begriff = klingt wie“.',
  imported: (count) => c(count, { one: '# Begriff importiert.', other: '# Begriffe importiert.' }), skipped: (lines) => `Übersprungene Zeilen: ${lines}.`,
  empty: 'Die Datei enthält keine Begriffe.', tooLong: 'Die Datei ist zu lang; eine Liste darf höchstens 1 MB groß sein.',
};
