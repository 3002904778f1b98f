// French words of webhooks.
import { numbers, plurals } from '../../Gateway/Page/plurals.js';

const c = plurals('fr');
const number = numbers('fr');

export const places = { webhooks: { title: 'Webhooks' } };

/** @type {typeof import('./words.js').words} */
export const words = {
  hint: 'Un webhook envoie des événements à un autre outil, comme une messagerie.', none: 'Aucun webhook',
  add: 'Ajouter un webhook', url: 'Adresse', team: 'Équipe', allTeams: 'Toutes les équipes', types: 'Événements',
    typesHint: 'Types ou familles, séparés par des espaces, comme « meeting.finished standup ». Par défaut : tous.',
  format: 'Format', formats: [['binary', 'CloudEvent (binaire)'], ['structured', 'CloudEvent (structuré)'], ['slack', 'Slack'],
    ['mattermost', 'Mattermost'], ['discord', 'Discord'], ['matrix', 'Matrix']],
  secret: 'Secret (facultatif)', secretHint: 'Signe les requêtes : de 16 à 512 octets. Pour Matrix, le jeton d’accès. Le secret n’est plus jamais affiché.',
  states: { active: 'Actif', failing: 'En échec', paused: 'Suspendu' }, all: 'Tous les événements',
    delivered: (count) => `Remis depuis le démarrage du service : ${number(count)}`, behind: (count) => c(count, { one: '# événement en attente', other: '# événements en attente' }),
  failing: (since, count) => `En échec depuis le ${since} (${c(count, { one: '# essai', other: '# essais' })}).`,
  next: (moment) => `Prochain essai : ${moment}.`, test: 'Tester', testOf: (url) => `Tester ${url}`, testing: 'Attente…', pause: 'Suspendre',
    pauseOf: (url) => `Suspendre ${url}`, resume: 'Reprendre', resumeOf: (url) => `Reprendre ${url}`, remove: 'Supprimer', removeOf: (url) => `Supprimer ${url}`,
  edit: 'Modifier', editOf: (url) => `Modifier ${url}`, editTitle: 'Modifier le webhook', save: 'Enregistrer', standup: 'Standup', allStandups: 'Tous les standups',
    newSecret: 'Nouveau secret', newSecretHint: 'De 16 à 512 octets. Si le champ est vide, le secret actuel est conservé.',
  removeTitle: 'Supprimer ce webhook ?', removeMessage: (url) => `Plus aucun événement n’est envoyé à ${url}, même ceux en attente.`,
  accepted: (status, ms) => `Le test a été accepté (${status}, ${ms} ms).`,
    refused: (why) => `Le test a échoué : ${why}`,
};
