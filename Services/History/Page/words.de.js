// German words of the history.
import { plurals } from '../../Gateway/Page/plurals.js';

const c = plurals('de');

/** @type {typeof import('./words.js').words} */
export const words = {
  title: 'Verlauf', of: (name) => `Verlauf von ${name}`, period: 'Zeitraum', weeks: (weeks) => c(weeks, { one: '# Woche', other: '# Wochen' }), save: 'Als CSV herunterladen',
  none: 'Keine Meetings in diesem Zeitraum', noneHint: 'Wähle einen längeren Zeitraum, oder komm nach dem nächsten Meeting wieder.',
  unknown: 'Unbekannt', table: 'Als Tabelle anzeigen', gone: 'Person nicht gefunden. Vielleicht nimmt sie an keinem Standup teil.',
  cut: (count) => c(count, { one: 'Nur das erste Standup dieser Person ist enthalten.', other: 'Nur die ersten # Standups dieser Person sind enthalten.' }),
  length: {
    title: 'Dauer und Plan', text: (meetings, over) => `${c(meetings, { one: '# Meeting', other: '# Meetings' })}, ${over} länger als geplant`,
    took: 'Dauer', planned: 'Geplant', paused: 'Pausiert', beyond: 'Über dem Plan',
  },
  speaking: {
    title: 'Redezeit', each: 'Durchschnitt pro Meeting', total: 'Gesamt', meetings: 'Meetings', over: 'Überzogen', attendee: 'Person', standup: 'Standup',
    text: (name) => `${name} sprach am längsten`, nobody: 'Keine Redezeiten bekannt.',
  },
  weekly: { title: 'Redezeit nach Wochen', text: (total, weeks) => `${total} in ${c(weeks, { one: '# Woche', other: '# Wochen' })}` },
  turns: { title: 'Überzogene Redezeiten', text: (meetings, over) => `${over} überzogen in ${c(meetings, { one: '# Meeting', other: '# Meetings' })}` },
  attendance: {
    title: 'Anwesenheit', week: 'Woche vom', here: 'Pünktlich', late: 'Verspätet', absent: 'Abwesend', date: 'Datum',
    text: (weeks, percent) => `${c(weeks, { one: '# Woche', other: '# Wochen' })}, ${percent} % anwesend`,
    none: 'Keine Anwesenheit bekannt.',
  },
};
