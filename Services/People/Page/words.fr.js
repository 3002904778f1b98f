// French words of persons, teams, invitations and tokens.
import { plurals } from '../../Gateway/Page/plurals.js';

const c = plurals('fr');

export const places = { people: { title: 'Personnes' }, teams: { title: 'Équipes' }, tokens: { title: 'Jetons' } };

/** @type {typeof import('./words.js').words} */
export const words = {
  roles: { observer: 'Lecture seule', member: 'Membre', admin: 'Admin', operator: 'Opérateur' },
  save: 'Enregistrer', add: 'Ajouter', remove: 'Retirer', name: 'Nom', email: 'E-mail', zone: 'Fuseau horaire', role: 'Rôle',
  until: (moment) => `Valable jusqu’au ${moment}`, members: (count) => c(count, { one: '# membre', other: '# membres' }),
  denied: 'Seuls les opérateurs et les admins d’une équipe peuvent voir ceci.',
  people: {
    search: 'Rechercher par nom', none: 'Aucune personne', notFound: 'Personne ne porte ce nom',
      hint: 'Ajoutez les personnes de vos équipes.', add: 'Ajouter une personne', gone: 'Personne introuvable. Elle a peut-être été retirée.',
    edit: 'Modifier', editTitle: 'Modifier la personne', info: 'Personne', operator: 'Exploite l’installation', unset: 'Non défini',
    history: 'Historique', identities: 'Comptes', noIdentities: 'Aucun compte. Cette personne se connecte avec des invitations.',
    granted: (issuer) => `De ${issuer}`,
    remove: 'Retirer la personne', removeTitle: (name) => `Retirer ${name} ?`,
    removeMessage: (teams, accounts) =>
      [teams && `Cette personne perd ${c(teams, { one: '# rôle', other: '# rôles' })} dans des équipes.`, accounts && `${c(accounts, { one: '# compte sera supprimé', other: '# comptes seront supprimés' })}.`,
        'Elle est déconnectée, et ses invitations et jetons sont révoqués.'].filter(Boolean).join(' '),
    removeStays: 'Son nom et ses paroles restent dans les standups et les réunions passées. Pour les supprimer aussi, utilisez « Effacer les paroles et le nom ».',
    removeSelf: 'C’est vous : vous perdrez l’accès.', removed: (name) => `${name} a été retiré.`,
    addIdentity: 'Ajouter un compte', identityHint: 'La personne pourra se connecter avec ce compte.', issuer: 'Fournisseur', subject: 'Compte (son identifiant immuable)',
    removeIdentity: 'Retirer le compte', removeIdentityOf: (subject) => `Retirer le compte ${subject}`,
    removeIdentityTitle: (subject) => `Retirer le compte « ${subject} » ?`,
    removeIdentityMessage: (name, issuer) => `${name} ne pourra plus s’en servir pour se connecter chez ${issuer}.`,
    removeIdentityRoles: (teams) => `Les rôles accordés par ce fournisseur sont aussi retirés : ${teams}.`,
  },
  erase: {
    erase: 'Effacer les paroles et le nom…', nameTitle: 'Effacer une personne', find: 'Chercher',
    hint: 'Le nom est cherché dans les standups, les réunions passées et les sessions de concentration. Vous verrez ensuite ce qui serait effacé.',
    finding: 'Recherche dans tous les standups et réunions passées…', title: (name) => `Effacer ${name} définitivement ?`,
    none: (name) => `Rien n’a été trouvé pour « ${name} ».`, exact: 'Le nom doit être écrit exactement comme dans le standup.',
    message: 'Les paroles des autres restent, même si elles mentionnent cette personne. Une importation en cours est annulée. C’est irréversible.',
    go: 'Effacer définitivement', erasing: (count) => c(count, { one: 'Effacement… Il reste # emplacement.', other: 'Effacement… Il reste # emplacements.' }),
    done: (name) => `${name} a été effacé.`, partly: 'Tout n’a pas été effacé.',
    remains: 'Les sauvegardes, les fichiers exportés et les envois de webhooks peuvent encore contenir ces données.', itsFocus: 'Concentration',
    focus: (count) => `Concentration : ${c(count, { one: '# session', other: '# sessions' })}`, person: (which) => `La personne ${which}, avec ses rôles et comptes`,
    standup: (title, one) =>
      [`${title} : ${one.isAttendee ? 'participe, ' : ''}${c(one.meetings, { one: '# réunion passée', other: '# réunions passées' })}, ${c(one.segments, { one: '# intervention', other: '# interventions' })}`,
        one.unattributed && `${c(one.unattributed, { one: '# texte', other: '# textes' })} sans auteur connu (conservé)`].filter(Boolean).join(', '),
  },
  teams: {
    title: 'Équipes', none: 'Aucune équipe', noTeams: 'Dans aucune équipe', add: 'Ajouter une équipe', id: 'Identifiant (facultatif)',
      idHint: 'Lettres a–z, chiffres et « - ». Il ne change jamais. Par défaut : formé à partir du nom.',
    gone: 'Équipe introuvable. Elle a peut-être été retirée.', members: 'Membres', noMembers: 'Aucun membre',
    addMember: 'Ajouter un membre', addMemberHint: 'Saisissez l’adresse e-mail d’une personne ajoutée par un opérateur.',
    addTo: 'Ajouter à une équipe', choose: 'Choisissez une équipe', roleOf: (name) => `Rôle de ${name}`,
    roleIn: (team) => `Rôle dans ${team}`, removeOf: (name) => `Retirer ${name}`, removeFrom: (team) => `Retirer de ${team}`,
    removeTitle: (name) => `Retirer ${name} de l’équipe ?`, removeMessage: 'La personne reste dans ses autres équipes.',
    rename: 'Renommer l’équipe', renameIt: 'Renommer', renameHint: (id) => `L’identifiant reste « ${id} ».`, delete: 'Supprimer l’équipe', deleteTitle: (name) => `Supprimer l’équipe « ${name} » ?`,
    deleteMessage: (members, id) => `${members ? `${c(members, { one: '# personne y perd son rôle', other: '# personnes y perdent leur rôle' })}. ` : ''}Ses jetons sont révoqués, et aucune autre équipe ne peut recevoir l’identifiant « ${id} ». Une équipe qui a des standups ne peut pas être supprimée.`,
    removed: (name) => `L’équipe « ${name} » a été supprimée.`,
  },
  retention: {
    title: 'Transcriptions', label: 'Conservation', always: 'Sans limite', days: (days) => c(days, { one: '# jour', other: '# jours' }),
    usual: (days) => `${c(days, { one: '# jour', other: '# jours' })} (installation)`,
    pending: (from, before) => `S’applique à partir du ${from}. Jusque-là : ${before}.`,
    hint: 'Les transcriptions, les mises à jour écrites et les réunions abandonnées plus anciennes sont effacées. Une durée plus courte s’applique après 24 heures.',
    saved: 'La conservation a été modifiée.', undo: 'Annuler', undone: 'La modification a été annulée.',
  },
  invite: {
    title: (name) => `Inviter ${name}`, invite: 'Inviter', inviteOf: (name) => `Inviter ${name}`, valid: 'Valable pendant',
    spans: [[1, '1 heure'], [24, '1 jour'], [168, '7 jours'], [720, '30 jours']],
    go: 'Créer le lien', link: 'Lien', once: 'Ce lien ne sert qu’une fois et n’est affiché que maintenant. Envoyez-le uniquement à cette personne.',
    list: 'Invitations non utilisées', none: 'Aucune invitation non utilisée', withdraw: 'Retirer', withdrawOf: (name) => `Retirer l’invitation de ${name}`,
  },
  tokens: {
    hint: 'Un programme utilise un jeton pour envoyer des requêtes par HTTP.', none: 'Aucun jeton', add: 'Ajouter un jeton', team: 'Équipe', all: 'Toutes les équipes',
      expires: 'Expire après', never: 'Jamais',
    spans: [[7, '7 jours'], [30, '30 jours'], [90, '90 jours'], [365, '1 an']],
    token: 'Jeton', once: 'Ce jeton n’est affiché que maintenant. Enregistrez-le là où le programme le lit.',
    of: (role, team) => `${role}, ${team}`, person: (name) => `En tant que ${name}`,
    commands: (names) => `Seulement ${names}`, used: (moment) => `Dernière utilisation : ${moment}`, unused: 'Jamais utilisé',
    ends: (moment) => `Expire le ${moment}`, ended: (moment) => `Expiré le ${moment}`, endless: 'N’expire pas',
    revoke: 'Révoquer', revokeOf: (name) => `Révoquer ${name}`, revokeTitle: (name) => `Révoquer le jeton « ${name} » ?`,
    revokeMessage: 'Les programmes qui l’utilisent perdent l’accès immédiatement.',
  },
};

/** @type {typeof import('./voice-words.js').words} */
export const voice = {
  title: 'Votre voix', label: 'Reconnaître ma voix en réunion', gone: 'Votre empreinte vocale a été effacée.', agreed: 'Vous avez accepté. Votre voix sera apprise à la prochaine réunion.',
  hint: 'Si vous acceptez, les réunions dans une même salle apprennent votre voix et vous attribuent les lignes que vous dites, même hors de votre tour. Pour cela, Standups garde une empreinte vocale : des nombres qui décrivent votre voix, chiffrés, sans enregistrement. Ce sont des données biométriques.',
  end: 'Elle est effacée si vous désactivez ceci, si l’on vous retire, et après 90 jours sans utilisation. Les transcriptions restent telles quelles.',
  since: (moment) => `Vous avez accepté le ${moment}.`, none: 'Pas encore d’empreinte vocale.',
  print: (duration) => `Empreinte vocale tirée de ${duration} de parole.`, used: (moment) => `Dernière utilisation : ${moment}.`,
};
