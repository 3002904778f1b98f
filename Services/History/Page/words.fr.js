// French words of the history.
import { plurals } from '../../Gateway/Page/plurals.js';

const c = plurals('fr');

/** @type {typeof import('./words.js').words} */
export const words = {
  title: 'Historique', of: (name) => `Historique de ${name}`, period: 'Période', weeks: (weeks) => c(weeks, { one: '# semaine', other: '# semaines' }), save: 'Télécharger en CSV',
  none: 'Aucune réunion dans cette période', noneHint: 'Choisissez une période plus longue, ou revenez après la prochaine réunion.',
  unknown: 'Inconnu', table: 'Afficher en tableau', gone: 'Personne introuvable. Elle ne participe peut-être à aucun standup.',
  cut: (count) => c(count, { one: 'Seul le premier standup de cette personne est inclus.', other: 'Seuls les # premiers standups de cette personne sont inclus.' }),
  length: {
    title: 'Durée et prévision', text: (meetings, over) => `${c(meetings, { one: '# réunion', other: '# réunions' })}, plus longues que prévu : ${over}`,
    took: 'Durée', planned: 'Prévu', paused: 'Suspendu', beyond: 'Dépassement',
  },
  speaking: {
    title: 'Temps de parole', each: 'Moyenne par réunion', total: 'Total', meetings: 'Réunions', over: 'Dépassements', attendee: 'Participant', standup: 'Standup',
    text: (name) => `${name} a parlé le plus longtemps`, nobody: 'Aucun temps de parole connu.',
  },
  weekly: { title: 'Temps de parole par semaine', text: (total, weeks) => `${total} en ${c(weeks, { one: '# semaine', other: '# semaines' })}` },
  turns: { title: 'Tours dépassés', text: (meetings, over) => `${c(over, { one: '# tour dépassé', other: '# tours dépassés' })} en ${c(meetings, { one: '# réunion', other: '# réunions' })}` },
  attendance: {
    title: 'Présence', week: 'Semaine du', here: 'À l’heure', late: 'En retard', absent: 'Absent', date: 'Date',
    text: (weeks, percent) => `${c(weeks, { one: '# semaine', other: '# semaines' })}, ${percent} % de présence`,
    none: 'Aucune présence connue.',
  },
};
