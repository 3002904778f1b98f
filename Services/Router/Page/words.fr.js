// French words of the operators’ tools.
import { plurals } from '../../Gateway/Page/plurals.js';

const c = plurals('fr');

export const places = {
  system: { title: 'Système' }, health: { title: 'État' }, services: { title: 'Services' }, bindings: { title: 'Liaisons' },
  'dead-letters': { title: 'Messages non remis' }, trace: { title: 'Trace' },
};

/** @type {typeof import('./words.js').words} */
export const words = {
  about: { health: 'Problèmes, dernières commandes et leurs traces', services: 'Services connectés et messages qu’ils acceptent',
    bindings: 'Messages et commandes qu’ils entraînent', 'dead-letters': 'Messages qui n’ont pas pu être remis' },
  ok: 'Tout va bien', degraded: 'Quelque chose demande votre attention',
  since: 'Actif depuis', parked: 'Messages en attente', letters: 'Messages non remis', denied: 'Messages refusés',
  refused: 'Connexions refusées', unbound: 'Messages sans liaison', latest: 'Dernières commandes',
  instance: 'Instance', state: 'État', work: 'En cours', answers: 'Accepte', asks: 'Émet', from: 'De',
  message: 'Message', leads: 'Entraîne', events: 'Événements', ignored: 'ignoré',
  noLetters: 'Aucun message non remis', replay: 'Renvoyer', drop: 'Abandonner', replayAll: 'Tout renvoyer',
  dropAll: 'Tout abandonner', dropTitle: 'Abandonner tous les messages non remis ?',
  dropMessage: 'Ils seront supprimés et ne pourront plus être renvoyés.',
  attempts: (count) => c(count, { one: '# essai', other: '# essais' }), picture: 'Chaque service, les messages qu’il émet et ce qu’ils entraînent',
  forgotten: 'N’est plus en mémoire', table: 'Afficher en tableau',
  delivered: (count) => c(count, { one: '# message retiré de la file.', other: '# messages retirés de la file.' }), instances: (count) => c(count, { one: '# instance', other: '# instances' }),
};
