// German words of the operators’ tools.
import { plurals } from '../../Gateway/Page/plurals.js';

const c = plurals('de');

export const places = {
  system: { title: 'System' }, health: { title: 'Zustand' }, services: { title: 'Dienste' }, bindings: { title: 'Verknüpfungen' },
  'dead-letters': { title: 'Unzustellbare Nachrichten' }, trace: { title: 'Ablauf' },
};

/** @type {typeof import('./words.js').words} */
export const words = {
  about: { health: 'Probleme, letzte Befehle und ihr Ablauf', services: 'Verbundene Dienste und die Nachrichten, die sie annehmen',
    bindings: 'Nachrichten und die Befehle, zu denen sie führen', 'dead-letters': 'Nachrichten, die nicht zugestellt werden konnten' },
  ok: 'Alles in Ordnung', degraded: 'Etwas braucht deine Aufmerksamkeit',
  since: 'Läuft seit', parked: 'Wartende Nachrichten', letters: 'Unzustellbare Nachrichten', denied: 'Abgelehnte Nachrichten',
  refused: 'Abgelehnte Verbindungen', unbound: 'Nachrichten ohne Verknüpfung', latest: 'Letzte Befehle',
  instance: 'Instanz', state: 'Zustand', work: 'In Arbeit', answers: 'Nimmt an', asks: 'Sendet', from: 'Von',
  message: 'Nachricht', leads: 'Führt zu', events: 'Ereignisse', ignored: 'ignoriert',
  noLetters: 'Keine unzustellbaren Nachrichten', replay: 'Erneut zustellen', drop: 'Verwerfen', replayAll: 'Alle erneut zustellen',
  dropAll: 'Alle verwerfen', dropTitle: 'Alle unzustellbaren Nachrichten verwerfen?',
  dropMessage: 'Sie werden gelöscht und können nicht mehr zugestellt werden.',
  attempts: (count) => c(count, { one: '# Versuch', other: '# Versuche' }), picture: 'Jeder Dienst, seine Nachrichten, und wozu sie führen',
  forgotten: 'Nicht mehr im Speicher', table: 'Als Tabelle anzeigen',
  delivered: (count) => c(count, { one: '# unzustellbare Nachricht aus der Warteschlange entfernt.', other: '# unzustellbare Nachrichten aus der Warteschlange entfernt.' }), instances: (count) => c(count, { one: '# Instanz', other: '# Instanzen' }),
};
