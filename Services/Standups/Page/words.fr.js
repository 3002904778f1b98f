// French words of standups and meetings.
import { lists, numbers, plurals } from '../../Gateway/Page/plurals.js';

const c = plurals('fr');
const list = lists('fr');
const number = numbers('fr');

/** @type {typeof import('./words.js').words} */
export const words = {
  title: 'Daily Standups', add: 'Ajouter un standup', none: 'Aucun standup',
    noneHint: 'Créez le vôtre, essayez un exemple ou importez un fichier.', addOwn: 'Créer votre standup', sample: 'Ajouter un exemple', sampleTitle: 'Standup d’exemple',
    sampleNames: ['Ada', 'Grace', 'Alan'], importFile: 'Importer un fichier',
    filter: 'Filtrer les standups', filterHint: 'Titre, team:web, is:running', team: 'team:', running: 'is:running', noMatch: 'Aucun standup ne correspond au filtre.',
  pinned: 'Épinglé', archived: (count) => `Archivés : ${number(count)}`, allArchived: 'Tous les standups sont archivés.',
  live: 'Réunion en cours', people: (count) => c(count, { one: '# participant', other: '# participants' }), search: 'Rechercher dans les transcriptions',
  held: 'Attend une réponse', paused: 'Suspendue', unreadable: 'Illisible : ', next: 'Prochaine réunion',
};

/** @type {typeof import('./words.js').news} */
export const news = {
  next: (name) => `Ensuite : ${name}`, last: 'Plus personne ensuite',
    turn: (name, next) => `${name} a la parole. ${next}.`,
  undo: 'Appuyez sur b pour annuler.', resume: 'Reprendre la réunion',
  over: 'La réunion est terminée et enregistrée.', discarded: 'La réunion a été abandonnée.',
    restorable: 'La réunion a été abandonnée. Un admin peut la restaurer pendant 7 jours.',
    stopped: 'L’enregistrement s’est arrêté, car il n’est plus autorisé.',
  marked: 'Votre présence est notée.', yourTurn: 'À vous', youAreNext: 'Vous parlez ensuite', soon: (minutes) => `Commence dans ${minutes} min`, started: 'La réunion a commencé', write: (time) => `Écrivez votre mise à jour avant le ${time}`,
  deleted: (title) => `« ${title} » a été supprimé.`, meetingDeleted: 'La réunion a été supprimée.',
};

/** @type {typeof import('./words-later.js').words} */
export const later = {
  themes: {
    bubblegum: 'Chewing-gum', buttercup: 'Bouton-d’or', indigo: 'Indigo', lavender: 'Lavande', magenta: 'Magenta', navy: 'Bleu marine', orange: 'Orange',
    oxblood: 'Sang-de-bœuf', periwinkle: 'Pervenche', poppy: 'Coquelicot', purple: 'Violet', seafoam: 'Vert d’eau', sky: 'Bleu ciel', tan: 'Beige', teal: 'Sarcelle',
    yellow: 'Jaune',
  },
  detail: {
    info: 'Standup', dayOff: (name) => (name ? `Jour chômé : ${name}` : 'Jour chômé'), start: 'Démarrer la réunion', join: 'Rejoindre la réunion', length: 'Durée', theme: 'Couleur',
      warning: 'Avertissement avant la fin d’un tour',
      history: 'Historique', discarded: 'Réunions abandonnées', past: 'Réunions passées', offline: 'Indisponible hors ligne', noPast: 'Aucune réunion',
    attendees: 'Participants', edit: 'Modifier', delete: 'Supprimer', settings: 'Enregistrement', noSchedule: 'Pas d’horaire', deleteTitle: 'Supprimer ce standup ?',
    deleteMessage: (title) => `« ${title} » et toutes ses réunions passées seront supprimés.`,
      isGone: 'Standup introuvable. Il a peut-être été supprimé.',
    pin: 'Épingler en haut de la liste', archive: 'Archiver', unarchive: 'Désarchiver', undo: 'Annuler', suspended: 'Suspendu tant que le standup est archivé',
      archivedHint: 'Ce standup est archivé. Il n’apparaît pas dans la liste et ne peut pas se réunir.',
      archived: (title) => `« ${title} » a été archivé.`, unarchived: (title) => `« ${title} » est de retour dans la liste.`,
    starting: 'Démarrage…', busyHint: 'Terminez la réunion pour supprimer ce standup.',
  },
  form: {
    new: 'Nouveau standup', edit: 'Modifier le standup', title: 'Titre', length: 'Durée',
      theme: 'Couleur', warning: 'Avertissement',
      before: (time) => `${time} avant la fin d’un tour`, noWarning: 'Aucun', over: 'Autoriser le dépassement',
      overtime: 'Dépassement', allowed: 'Autorisé', notAllowed: 'Non autorisé',
    language: 'Langue', usual: 'Par défaut', usualIs: (language) => `${language} (par défaut)`,
      unspoken: 'Aucun modèle vocal n’est installé pour cette langue : les réunions ne peuvent pas être enregistrées.',
    attendees: 'Participants', attendee: (index) => `Nom du participant ${index}`, add: 'Ajouter un participant',
      remove: (index) => `Retirer le participant ${index}`, weight: 'Part du temps',
      weightOf: (index) => `Part du temps, participant ${index}`, minutesLabel: 'Durée en minutes', min: 'min',
    person: 'Personne', personOf: (index) => `Personne, participant ${index}`, noPerson: 'Aucune personne', formerMember: 'Ancien membre',
    save: 'Enregistrer', saving: 'Enregistrement…', conflict: 'Quelqu’un d’autre a modifié ce standup pendant que vous le modifiiez.', mine: 'Garder le mien',
      theirs: 'Prendre le sien',
    fields: { title: 'Titre', durationMs: 'Durée', theme: 'Couleur', warnMs: 'Avertissement', mayRunOver: 'Dépassement', language: 'Langue', attendees: 'Participants' },
      theirsIs: 'Le sien : ',
      mineIs: 'Le vôtre : ',
    empty: 'Saisissez un titre ou le nom d’un participant.',
    isGone: 'Ce standup a été supprimé pendant que vous le modifiiez. Enregistrez pour l’ajouter comme nouveau standup.',
    observer: 'Lecture seule : vous ne pouvez pas modifier les standups.',
  },
  people: {
    order: 'Ordre', orders: { listed: 'Celui de la liste', lastFirst: 'Le dernier d’abord', shuffled: 'Aléatoire' },
    comes: (name) => `${name} participe à la prochaine réunion`,
    absent: 'Absent jusqu’au', until: (day) => `Absent jusqu’au ${day}`,
    untilTime: (moment) => `Absent jusqu’au ${moment}`, lastDay: 'Dernier jour d’absence',
    lastDayOf: (name) => `Dernier jour d’absence : ${name}`,
      past: 'Le dernier jour d’absence ne peut pas être passé.',
    back: 'De retour', backOf: (name) => `${name} est de retour`,
    you: (name) => `${name} (vous)`,
    up: (name) => `Monter ${name}`, down: (name) => `Descendre ${name}`,
      moved: (name, at, count) => `${name} est numéro ${at} des ${count} à venir`,
    speakers: 'Intervenants', here: 'Présent', hereOf: (name) => `${name} est présent`, late: 'Arrivé en retard',
      is: { done: 'Terminé', speaking: 'Parle', next: 'Ensuite', later: '', away: 'Absent' },
  },
  live: {
    title: 'Réunion', left: 'Reste', beyond: 'Dépassé', current: 'A la parole', turn: 'restant pour ce tour',
      turnTime: 'Temps restant pour ce tour', meetingTime: 'Temps restant pour la réunion', ending: 'Ce tour finit bientôt',
      controls: 'Commandes', others: 'Autres actions',
      of: (index, count) => `Personne ${index} sur ${count}`,
    back: (name) => `Revenir à ${name}`, undo: 'Annuler', you: 'Vous',
      stays: 'La question reste ouverte. Toute l’équipe peut y répondre.',
    begun: (name) => `${name} vient de commencer. Appuyez encore pour terminer ce tour.`,
    more: '+1 min', moreLabel: '+1 min : une minute de plus pour ce tour',
      laterLabel: 'Placer la personne à la fin', pause: 'Pause',
    skip: 'Suivant', finish: 'Terminer la réunion', held: 'Le minuteur est suspendu.',
      waits: 'Attend une réponse',
    words: 'Transcription', silence: 'Rien n’a encore été dit.',
    voices: (count) => `Les voix sont reconnues : ${c(count, { one: '# personne a donné son accord', other: '# personnes ont donné leur accord' })}. Les autres voix dans la salle y sont comparées, et rien n’en est conservé.`,
      doubtful: 'locuteur incertain',
    none: 'Aucune réunion en cours', noneHint: 'Quand une réunion commence, tous ceux qui ont cette page ouverte la rejoignent.',
      mute: 'Couper la cloche', unmute: 'Rétablir la cloche',
    turnLeft: (left) => `Reste ${left} pour ce tour`,
    runsOver: 'Temps écoulé',
  },
  notes: {
    title: 'Points à suivre', done: 'Fait', doneLabel: (text) => `Fait : ${text}`, isDone: 'fait',
      label: 'Nouveau point', whose: 'Point pour', speaker: 'Qui a la parole', add: 'Ajouter',
      last: 'Ajouter les dernières paroles',
  },
  past: {
    title: 'Réunion passée', planned: (time) => `prévu ${time}`, paused: (time) => `suspendu ${time}`, timeUp: 'Temps écoulé', saved: 'Terminée en avance', written: 'Par écrit', nothing: 'Rien n’a été enregistré.',
      download: 'Télécharger en Markdown',
    isGone: 'Réunion introuvable. Elle a peut-être été supprimée.',
    failure: 'La reconnaissance vocale a échoué ; la suite manque.',
      denial: 'L’enregistrement s’est arrêté, car il n’était plus autorisé.', transcript: 'Transcription', attendees: 'Participants',
    shortened: 'Cette transcription est trop longue pour être affichée ici. Téléchargez la réunion pour tout lire.',
    delete: 'Supprimer la réunion', deleteTitle: 'Supprimer cette réunion ?', deleteMessage: 'Sa transcription sera aussi supprimée.',
  },
  search: {
    filters: 'Filtres', filtersOf: (count) => c(count, { one: '# filtre', other: '# filtres' }), any: 'Tous', standup: 'Standup', person: 'Personne', from: 'Du', to: 'Au',
      reversed: 'Le premier jour est après le dernier.', standups: (count) => c(count, { one: '# standup', other: '# standups' }),
    title: 'Recherche', none: 'Aucune réunion ne contient tous ces mots.',
      hint: 'Mettez une expression exacte entre "guillemets doubles". La casse et les accents ne comptent pas.',
    found: (count) => c(count, { one: '# réunion', other: '# réunions' }),
    there: (name, count) => `${c(count, { one: '# réunion', other: '# réunions' })} dans la cellule ${name}`,
    lost: (name, why) => `Impossible de rechercher dans la cellule ${name} : ${why}`,
  },
};

/** @type {typeof import('./discarded-words.js').words} */
export const discarded = {
  title: 'Réunions abandonnées', none: 'Aucune réunion abandonnée', hint: 'Une réunion apparaît ici 10 secondes après son abandon et peut être restaurée pendant 7 jours.',
  admins: 'Seul un admin de l’équipe peut restaurer les réunions abandonnées.',
  restore: 'Restaurer', restoreOf: (moment) => `Restaurer la réunion du ${moment}`, restored: 'La réunion a été restaurée.',
  until: (moment) => `jusqu’au ${moment}`, lines: (count) => c(count, { one: '# ligne', other: '# lignes' }),
};

/** @type {typeof import('./presence-words.js').words} */
export const presence = {
  one: (name) => `${name} est connecté`,
  many: (names, count) => `${list(count > names.length ? [...names, c(count - names.length, { one: '# autre', other: '# autres' })] : names)} sont connectés`,
  more: (count) => c(count, { one: '# autre connexion', other: '# autres connexions' }),
  missing: (names) => `Pas encore là : ${names.join(', ')}`,
  connected: 'Connecté', poor: 'Mauvaise connexion', slow: 'mauvaise connexion', microphone: 'micro activé', unknown: 'Navigateur inconnu',
  undo: 'Annuler', undoLabel: 'Annuler : noter mon absence',
};

/** @type {typeof import('./correct-words.js').words} */
export const correct = {
  begin: 'Corriger', beginLabel: 'Corriger la transcription', end: 'Terminé',
  hint: 'Corrigez les mots d’une ligne, ou qui l’a dite. Ce qui a été entendu est conservé à côté.',
  edit: 'Modifier', editOf: (text) => `Modifier la ligne « ${text} »`, speaker: 'Intervenant', text: 'Mots', save: 'Enregistrer', saving: 'Enregistrement…',
  heard: (text) => `Entendu : ${text}`, heardAs: (name, text) => `Entendu de ${name} : ${text}`,
  restore: 'Rétablir ce qui a été entendu', saved: 'La ligne a été corrigée.', undone: 'La correction a été annulée.', undo: 'Annuler',
  who: 'Qui l’a dit ?', whoOf: (text) => `Changer l’intervenant de « ${text} »`,
  changed: (text) => `Quelqu’un d’autre a modifié cette ligne : « ${text} ». L’enregistrement la remplace.`,
  unsaved: (text) => `Non enregistré : « ${text} »`, dropped: (count) => c(count, { one: '# ligne non enregistrée.', other: '# lignes non enregistrées.' }), resume: 'Reprendre',
};

/** @type {typeof import('./updates-words.js').words} */
export const updates = {
  title: 'Mises à jour écrites', hint: 'Pour la prochaine réunion, par ceux qui ne peuvent pas venir.', write: 'Écrire une mise à jour',
  field: (name) => `Mise à jour de ${name}`, who: 'Mise à jour de', placeholder: 'Fait, ensuite, obstacles',
  save: 'Enregistrer', saving: 'Enregistrement…', left: (count) => `Caractères restants : ${number(count)}`,
  edit: 'Modifier', editOf: (name) => `Modifier la mise à jour de ${name}`,
  remove: 'Retirer', removeOf: (name) => `Retirer la mise à jour de ${name}`,
  saved: 'La mise à jour a été enregistrée.', removed: 'La mise à jour a été retirée.', undo: 'Annuler', gone: 'La mise à jour a déjà été retirée.',
  changed: 'Quelqu’un d’autre a modifié cette mise à jour pendant que vous écriviez. L’enregistrement la remplace.',
  turn: (name) => `Mise à jour écrite de ${name}`, away: 'Mises à jour écrites des absents',
  none: (names) => `Pas de mise à jour : ${names.join(', ')}`,
  absent: (name) => `${name} (absent)`,
};

/** @type {typeof import('./alert-words.js').words} */
export const alerts = {
  answers: {
    allow: 'Autoriser', dontAllow: 'Ne pas autoriser', continueWithoutRecording: 'Continuer sans enregistrer',
    openSettings: 'Autoriser et démarrer', cancel: 'Annuler', saveAndEnd: 'Enregistrer et terminer',
    discard: 'Abandonner la réunion', resume: 'Reprendre', continueMeeting: 'Continuer la réunion',
    loadSamples: 'Charger des exemples', startEmpty: 'Commencer à vide',
  },
  speechAuthorization: { title: 'Enregistrer cette réunion ?', message: 'Standups peut écrire une transcription. Le son n’est pas conservé.' },
  speechDenied: { title: 'L’enregistrement est désactivé pour ce standup', message: 'Vous pouvez vous réunir sans transcription, ou autoriser l’enregistrement.' },
  speechRestricted: { title: 'Reconnaissance vocale indisponible', message: (reason) => `${reason} Vous pouvez vous réunir sans transcription.` },
  speechFailed: { title: 'La reconnaissance vocale a échoué', message: (reason) => `${reason} La transcription jusqu’ici est enregistrée.` },
  paused: { title: 'Suspendue', message: 'Le minuteur est suspendu. La reprise vaut pour tous.' },
  dataFailedToLoad: { title: 'Impossible de charger les données', message: (reason, path) => `${reason} Le fichier illisible a été déplacé vers ${path}.` },
  endMeeting: { title: 'Terminer la réunion ?', message: (who) => `${who} demande à terminer la réunion. La reprise vaut pour tous.` },
  discard: { title: 'Abandonner cette réunion ?', message: 'Elle se termine pour tous et n’est pas enregistrée. Un admin peut la restaurer pendant 7 jours.', yes: 'Abandonner', no: 'Garder la réunion' },
};

/** @type {typeof import('./glossary-words.js').words} */
export const glossary = {
  title: 'Glossaire', hint: 'Les transcriptions de cette équipe écrivent ces termes comme ici. Les noms des participants n’ont pas besoin d’entrée.',
  none: 'Aucun terme pour l’instant', term: 'Terme', sounds: 'Se prononce comme (facultatif)', soundsLike: (text) => `se prononce comme « ${text} »`,
  add: 'Ajouter', adding: 'Ajout…', added: (term) => `« ${term} » a été ajouté.`,
  removeOf: (term) => `Retirer ${term}`,
  removed: (term) => `« ${term} » a été retiré.`, undo: 'Annuler',
  file: 'Importer une liste', fileHint: 'Un fichier texte avec un terme par ligne, ou « terme = prononciation ».',
  imported: (count) => c(count, { one: '# terme importé.', other: '# termes importés.' }), skipped: (lines) => `Lignes ignorées : ${lines}.`,
  empty: 'Le fichier ne contient aucun terme.', tooLong: 'Le fichier est trop long ; une liste peut avoir au plus 1 Mo.',
};
