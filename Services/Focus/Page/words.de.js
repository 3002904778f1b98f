// German words about focus sessions.
export const places = { focus: { title: 'Fokus' } };

/** @type {typeof import('./words.js').words} */
export const words = {
  label: 'Woran arbeitest du?', start: 'Starten', stop: 'Beenden', items: 'Sitzungen',
    all: 'Alle Sitzungen', none: 'Noch keine Sitzungen', delete: 'Löschen', running: 'Im Fokus', lasted: 'Dauer',
    when: 'Beendet',
  item: 'Fokussitzung', isGone: 'Sitzung nicht gefunden. Vielleicht wurde sie gelöscht.',
};
