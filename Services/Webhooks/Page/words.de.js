// German words of webhooks.
import { numbers, plurals } from '../../Gateway/Page/plurals.js';

const c = plurals('de');
const number = numbers('de');

export const places = { webhooks: { title: 'Webhooks' } };

/** @type {typeof import('./words.js').words} */
export const words = {
  hint: 'Ein Webhook sendet Ereignisse an ein anderes Werkzeug, zum Beispiel einen Chat.', none: 'Keine Webhooks',
  add: 'Webhook hinzufügen', url: 'Adresse', team: 'Team', allTeams: 'Alle Teams', types: 'Ereignisse',
    typesHint: 'Typen oder Familien, durch Leerzeichen getrennt, zum Beispiel „meeting.finished standup“. Standard: alle.',
  format: 'Format', formats: [['binary', 'CloudEvent (binär)'], ['structured', 'CloudEvent (strukturiert)'], ['slack', 'Slack'],
    ['mattermost', 'Mattermost'], ['discord', 'Discord'], ['matrix', 'Matrix']],
  secret: 'Geheimnis (optional)', secretHint: 'Signiert die Anfragen: 16 bis 512 Bytes. Für Matrix der Zugriffstoken. Das Geheimnis wird nie wieder gezeigt.',
  states: { active: 'Aktiv', failing: 'Gestört', paused: 'Pausiert' }, all: 'Alle Ereignisse',
    delivered: (count) => `${number(count)} zugestellt seit dem Start des Dienstes`, behind: (count) => c(count, { one: '# Ereignis wartet', other: '# Ereignisse warten' }),
  failing: (since, count) => `Gestört seit ${since} (${c(count, { one: '# Versuch', other: '# Versuche' })}).`,
  next: (moment) => `Nächster Versuch: ${moment}.`, test: 'Testen', testOf: (url) => `${url} testen`, testing: 'Warten …', pause: 'Pausieren',
    pauseOf: (url) => `${url} pausieren`, resume: 'Fortsetzen', resumeOf: (url) => `${url} fortsetzen`, remove: 'Entfernen', removeOf: (url) => `${url} entfernen`,
  edit: 'Bearbeiten', editOf: (url) => `${url} bearbeiten`, editTitle: 'Webhook bearbeiten', save: 'Speichern', standup: 'Standup', allStandups: 'Alle Standups',
    newSecret: 'Neues Geheimnis', newSecretHint: '16 bis 512 Bytes. Bleibt das Feld leer, gilt das bisherige Geheimnis weiter.',
  removeTitle: 'Diesen Webhook entfernen?', removeMessage: (url) => `An ${url} werden keine Ereignisse mehr gesendet, auch keine wartenden.`,
  accepted: (status, ms) => `Der Test wurde angenommen (${status}, ${ms} ms).`,
    refused: (why) => `Der Test ist fehlgeschlagen: ${why}`,
};
