// French words of a standup's schedule.
import { plurals } from '../../Gateway/Page/plurals.js';
import { duration } from '../../Gateway/Page/words.js';

const c = plurals('fr');

/** @type {typeof import('./words.js').words} */
export const words = {
  title: 'Horaire', save: 'Enregistrer', saving: 'Enregistrement…', saved: 'L’horaire a été enregistré.', removed: 'L’horaire a été supprimé.',
  at: 'Heure', on: 'Jours', atOf: (index) => `Heure ${index}`, onOf: (index) => `Jours de l’heure ${index}`, addTime: 'Ajouter une heure', removeTime: (index) => `Supprimer l’heure ${index}`,
    repeats: 'Semaines', weeks: (count) => (count === 1 ? 'Chaque semaine' : count === 2 ? 'Une semaine sur deux' : `Toutes les ${count} semaines`), weekOf: 'Réunion la semaine du',
    zone: 'Fuseau horaire', mode: 'Début', modes: { ask: 'Demander de démarrer', start: 'Démarrer automatiquement', write: 'Par écrit' },
    asked: 'Demande', askedAtOnce: 'À tout le monde en même temps', askedLocally: 'À chacun à cette heure dans son fuseau horaire',
    closes: 'Clôture des mises à jour', after: (ms) => `${duration(ms)} plus tard`,
  remind: 'Rappel', noReminder: 'Aucun', before: (ms) => `${duration(ms)} avant`,
  next: 'Prochaines réunions', never: 'Aucune date dans les dix prochaines années.', noDays: 'Choisissez au moins un jour.', there: (moment, zone) => `${moment} à ${zone}`,
  preview: 'Les jours chômés sont exclus une fois l’horaire enregistré.',
  breaks: 'Pauses', breakHint: 'Pause d’été', breakName: (index) => `Nom de la pause ${index}`, breakFrom: (index) => `Premier jour de la pause ${index}`, breakTo: (index) => `Dernier jour de la pause ${index}`,
    addBreak: 'Ajouter une pause', removeBreak: (index) => `Supprimer la pause ${index}`, onBreak: (date) => `En pause jusqu’au ${date}`,
  off: 'Jours chômés', source: 'Calendrier', sources: { kept: 'Garder ces jours', none: 'Aucun', file: 'Fichier', url: 'Adresse' }, file: 'Fichier (.ics)', url: 'Adresse',
  replaced: 'L’enregistrement supprime les jours chômés.',
  current: (count, host) => `${c(count, { one: '# jour', other: '# jours' })}${host ? ` de ${host}` : ' d’un fichier'}`,
  works: 'Jour ouvré', isOff: (name) => `${name} est chômé`, off1: 'Jour chômé',
  chosen: 'Choisissez lesquels de ces jours sont chômés, puis enregistrez.', tooLarge: 'Le fichier est trop volumineux. Un calendrier a au plus 256 Kio.',
  observer: 'Lecture seule : vous ne pouvez pas modifier l’horaire.', none: 'Aucun horaire', noneHint: 'Les réunions commencent quand quelqu’un les démarre.',
  remove: 'Supprimer l’horaire', removeTitle: 'Supprimer cet horaire ?', removeMessage: 'Plus aucune réunion ne démarre automatiquement, et personne ne reçoit de rappel. Le standup et ses réunions passées restent.',
  changed: 'Quelqu’un d’autre a modifié cet horaire. L’enregistrement remplace sa modification.', use: 'Prendre la sienne',
  isGone: 'Standup introuvable. Il a peut-être été supprimé.',
};
