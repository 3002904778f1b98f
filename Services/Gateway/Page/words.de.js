// German words that features share. All German texts say “du”, and avoid nouns with a gender for people.
export const places = { sessions: { title: 'Anmeldungen' } };

/** @type {Record<string, string>} */
const roles = { observer: 'nur Ansicht', member: 'Mitglied', admin: 'Admin', operator: 'Betrieb' };

/** @type {typeof import('./words.js').w} */
export const w = {
  app: 'Daily Standups', someone: 'Jemand', untitled: 'Standup ohne Titel', units: ['h', 'min', 's'],
    away: 'Ein Teil der Seite konnte nicht geladen werden. Lade sie neu.', skip: 'Zum Inhalt', back: 'Zurück',
    close: 'Schließen', cancel: 'Abbrechen', more: 'Mehr anzeigen', loading: 'Wird geladen …',
  select: 'Wähle ein Standup', noPlace: 'Seite nicht gefunden', toList: 'Zu deinen Standups.', notFound: 'Nicht gefunden',
  foot: {
    import: 'Importieren …', export: 'Exportieren', logout: 'Abmelden', phone: 'Auf dem Handy', notify: 'Mitteilungen', sound: 'Töne', language: 'Sprache', keys: 'Tastenkürzel',
    you: (name, role) => `Angemeldet als ${name} (${roles[role] ?? role})`,
  },
  login: { ended: 'Deine Sitzung ist beendet.', away: 'Standups antwortet nicht. Neuer Versuch …' },
  connection: { lost: 'Verbindung unterbrochen. Sie wird wiederhergestellt … Die Zeit läuft weiter.' },
};

/** @type {typeof import('./words-later.js').words} */
export const words = {
  login: {
    hint: 'Zum Anmelden brauchst du einen Link. Bitte die Person, die dich eingeladen hat, um einen neuen.',
      own: 'Auf dem Rechner, auf dem Standups läuft, öffnet dieser Befehl die Seite:',
    failed: 'Dieser Link ist ungültig, abgelaufen oder schon benutzt.',
      out: 'Du bist abgemeldet.', code: 'Oder füge den Link oder seinen Code ein', go: 'Anmelden',
    with: (label) => `Mit ${label} anmelden`, others: 'Kein Konto dort?',
  },
  sessions: {
    denied: 'Nur der Betrieb sieht, wer angemeldet ist.', browsers: 'Browser', none: 'Niemand ist angemeldet', calendars: 'Kalenderlinks',
    noCalendars: 'Keine Kalenderlinks', addCalendar: 'Kalenderlink hinzufügen', name: 'Name', create: 'Link erstellen', link: 'Link',
    calendarHint: 'Eine Kalender-App liest über diesen Link die Zeiten aller Standups, sonst nichts. Nimm den Namen der Person, die ihn bekommt.',
    once: 'Dieser Link wird nur jetzt gezeigt. Füge ihn in der Kalender-App als Abonnement hinzu.', this: 'dieser Browser',
    since: (moment) => `Seit ${moment}`, until: (moment) => `Gültig bis ${moment}`, end: 'Abmelden', endOf: (name) => `${name} abmelden`,
    endTitle: (name) => `${name} abmelden?`, endMessage: 'Dieser Browser verliert sofort den Zugriff. Zum Anmelden braucht die Person einen neuen Link oder ihr Konto.',
    endOwn: 'Das ist dein eigener Browser. Du brauchst danach einen neuen Link oder dein Konto.', revoke: 'Widerrufen',
    revokeOf: (name) => `Kalenderlink von ${name} widerrufen`, revokeTitle: (name) => `Kalenderlink von ${name} widerrufen?`,
    revokeMessage: 'Kalender-Apps mit diesem Link können die Zeiten nicht mehr lesen.', ended: (name) => `${name} wurde abgemeldet.`, revoked: (name) => `Der Kalenderlink von ${name} wurde widerrufen.`,
  },
  roles,
  language: { title: 'Sprache', label: 'Sprache der Seite in diesem Browser', auto: 'Sprache des Browsers', use: 'Diese Sprache verwenden',
    missing: (name) => `Die Texte auf ${name} konnten nicht geladen werden, daher ist die Seite auf Englisch. Lade die Seite neu, um es noch einmal zu versuchen.` },
  busy: 'Wird gespeichert …', copy: 'Kopieren', copied: 'Kopiert.', select: 'Drücke Strg+C, um den markierten Text zu kopieren.',
  offline: {
    shown: (time) => `Offline. Stand der Daten: ${time}.`, outdated: 'Standups wurde aktualisiert.', reload: 'Neu laden',
    refused: 'Du bist offline, deshalb kann nichts geändert oder geladen werden. Versuche es wieder, wenn du verbunden bist.',
  },
  phone: {
    title: 'Auf dem Handy', hint: 'Scanne diesen Code mit dem Handy. Der Link meldet dich an und gilt einmal. Zeige ihn niemandem.',
      qr: 'QR-Code des Links', link: 'Link', until: (time) => `Gültig bis ${time}.`,
  },
  notify: {
    title: 'Mitteilungen', hint: 'Erhalte eine Mitteilung, wenn eines deiner Meetings gleich beginnt oder begonnen hat, wenn du als Nächstes dran bist und wenn du dran bist, solange diese Seite in einem Tab geöffnet ist.',
      on: 'Einschalten', off: 'Ausschalten',
    results: { '': '', on: 'Mitteilungen sind eingeschaltet.', off: 'Mitteilungen sind ausgeschaltet.', denied: 'Dein Browser blockiert Mitteilungen dieser Seite. Erlaube sie in den Einstellungen der Website, und versuche es erneut.',
      unavailable: 'Dieser Browser unterstützt hier keine Mitteilungen. Sie brauchen HTTPS.' },
    offer: 'Eine Mitteilung erhalten, wenn du dran bist?',
    failed: (error) => `Die Mitteilung konnte nicht angezeigt werden: ${error}`,
  },
  sound: {
    title: 'Töne', legend: 'Klang der Glocke auf diesem Gerät', names: { bell: 'Glocke', wood: 'Holzblock', soft: 'Sanfte Töne', none: 'Kein Ton' },
    hint: 'Bei jedem Ton blinkt der Rand der Seite: durchgezogen beim Wechsel, gestrichelt kurz vor Ende einer Redezeit.',
    turn: 'Abspielen: Wechsel', warning: 'Abspielen: Ende naht', muted: 'Die Glocke ist stumm. Drücke in einem Meeting m, um sie einzuschalten.',
  },
  import: { title: 'Standups importieren', file: 'Datei (standups.json)', mode: 'Wenn ein Standup schon existiert',
    refuse: 'Import abbrechen', keep: 'Überspringen', replace: 'Ersetzen', go: 'Importieren', busy: 'Wird importiert …',
    done: (created, replaced, kept) => `${created} hinzugefügt, ${replaced} ersetzt, ${kept} übersprungen.` },
  help: {
    title: 'Tastaturkürzel', single: 'Tastenkürzel mit einer Taste in diesem Browser',
      singleHint: 'Schalte sie aus, wenn du mit Spracheingabe arbeitest oder versehentlich Tasten drückst. Eingabe, Tab und Esc wirken weiterhin.',
    keys: [['n oder Leertaste', 'Nächste Person'], ['e', 'Meeting beenden'],
      ['p', 'Pausieren oder fortsetzen'], ['+', 'Eine Minute mehr'], ['l', 'Ans Ende verschieben'], ['b', 'Letzte Änderung rückgängig'],
      ['1, 2, 3', 'Antwort wählen'], ['m', 'Dein Mikrofon stummschalten oder einschalten; ist es aus, die Glocke'], ['t (halten)', 'Sprechen, solange du stumm bist'], ['/', 'Suchen'], ['?', 'Diese Kürzel anzeigen'],
      ['Esc', 'Schließen']],
  },
};
