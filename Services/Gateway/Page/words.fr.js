// French words that features share. All French texts say “vous”. Spaces before double punctuation do not break.
export const places = { sessions: { title: 'Connexions' } };

/** @type {Record<string, string>} */
const roles = { observer: 'lecture seule', member: 'membre', admin: 'admin', operator: 'opérateur' };

/** @type {typeof import('./words.js').w} */
export const w = {
  app: 'Daily Standups', someone: 'Quelqu’un', untitled: 'Standup sans titre', units: ['h', 'min', 's'],
    away: 'Une partie de la page n’a pas pu être chargée. Rechargez-la.', skip: 'Aller au contenu', back: 'Retour',
    close: 'Fermer', cancel: 'Annuler', more: 'Afficher plus', loading: 'Chargement…',
  select: 'Choisissez un standup', noPlace: 'Page introuvable', toList: 'Aller à vos standups.', notFound: 'Introuvable',
  foot: {
    import: 'Importer…', export: 'Exporter', logout: 'Se déconnecter', phone: 'Sur mon téléphone', notify: 'Notifications', sound: 'Sons', language: 'Langue', keys: 'Raccourcis',
    you: (name, role) => `Session de ${name} (${roles[role] ?? role})`,
  },
  login: { ended: 'Votre session est terminée.', away: 'Standups ne répond pas. Nouvel essai…' },
  connection: { lost: 'Connexion perdue. Reconnexion… Le minuteur continue.' },
};

/** @type {typeof import('./words-later.js').words} */
export const words = {
  login: {
    hint: 'Il vous faut un lien pour vous connecter. Demandez-en un nouveau à la personne qui vous a envoyé l’invitation.',
      own: 'Sur la machine qui exécute Standups, cette commande ouvre la page :',
    failed: 'Ce lien n’est pas valide, a expiré ou a déjà servi.',
      out: 'Votre session est fermée.', code: 'Ou collez le lien ou son code', go: 'Se connecter',
    with: (label) => `Se connecter avec ${label}`, others: 'Pas de compte chez eux ?',
  },
  sessions: {
    denied: 'Seuls les opérateurs voient qui est connecté.', browsers: 'Navigateurs', none: 'Personne n’est connecté', calendars: 'Liens de calendrier',
    noCalendars: 'Aucun lien de calendrier', addCalendar: 'Ajouter un lien de calendrier', name: 'Nom', create: 'Créer le lien', link: 'Lien',
    calendarHint: 'Une application de calendrier lit avec ce lien les horaires de tous les standups, et rien d’autre. Indiquez le nom de la personne qui le reçoit.',
    once: 'Ce lien n’est affiché que maintenant. Ajoutez-le comme abonnement dans l’application de calendrier.', this: 'ce navigateur',
    since: (moment) => `Depuis le ${moment}`, until: (moment) => `Valable jusqu’au ${moment}`, end: 'Déconnecter', endOf: (name) => `Déconnecter ${name}`,
    endTitle: (name) => `Déconnecter ${name} ?`, endMessage: 'Ce navigateur perd l’accès immédiatement. Pour se reconnecter, la personne a besoin d’un nouveau lien ou de son compte.',
    endOwn: 'C’est votre propre navigateur. Il vous faudra un nouveau lien ou votre compte.', revoke: 'Révoquer',
    revokeOf: (name) => `Révoquer le lien de calendrier de ${name}`, revokeTitle: (name) => `Révoquer le lien de calendrier de ${name} ?`,
    revokeMessage: 'Les applications de calendrier avec ce lien ne pourront plus lire les horaires.', ended: (name) => `La session de ${name} a été fermée.`, revoked: (name) => `Le lien de calendrier de ${name} a été révoqué.`,
  },
  roles,
  language: { title: 'Langue', label: 'Langue de la page dans ce navigateur', auto: 'Langue du navigateur', use: 'Utiliser cette langue',
    missing: (name) => `Les textes en ${name} n’ont pas pu être chargés ; la page est donc en anglais. Rechargez la page pour réessayer.` },
  busy: 'Enregistrement…', copy: 'Copier', copied: 'Copié.', select: 'Appuyez sur Ctrl+C pour copier le texte sélectionné.',
  offline: {
    shown: (time) => `Hors ligne. Heure des données : ${time}.`, outdated: 'Standups a été mis à jour.', reload: 'Recharger',
    refused: 'Vous êtes hors ligne : rien ne peut être modifié ni chargé. Réessayez une fois la connexion rétablie.',
  },
  phone: {
    title: 'Sur mon téléphone', hint: 'Scannez ce code avec votre téléphone. Le lien vous connecte et ne sert qu’une fois. Ne le montrez à personne.',
      qr: 'Code QR du lien', link: 'Lien', until: (time) => `Valable jusqu’à ${time}.`,
  },
  notify: {
    title: 'Notifications', hint: 'Recevez une notification quand une de vos réunions va commencer ou a commencé, quand votre tour approche et quand il arrive, tant que cette page est ouverte dans un onglet.',
      on: 'Activer', off: 'Désactiver',
    results: { '': '', on: 'Les notifications sont activées.', off: 'Les notifications sont désactivées.', denied: 'Votre navigateur bloque les notifications de cette page. Autorisez-les dans les paramètres du site, puis réessayez.',
      unavailable: 'Ce navigateur ne permet pas les notifications ici. Elles exigent HTTPS.' },
    offer: 'Recevoir une notification quand votre tour arrive ?',
    failed: (error) => `Impossible d’afficher une notification : ${error}`,
  },
  sound: {
    title: 'Sons', legend: 'Son de la cloche sur cet appareil', names: { bell: 'Cloche', wood: 'Bloc de bois', soft: 'Sons doux', none: 'Aucun' },
    hint: 'À chaque son, le bord de la page clignote : plein quand la parole change, en tirets quand un tour va finir.',
    turn: 'Écouter : suivant', warning: 'Écouter : fin du tour', muted: 'La cloche est coupée. Dans une réunion, appuyez sur m pour la rétablir.',
  },
  import: { title: 'Importer des standups', file: 'Fichier (standups.json)', mode: 'Si un standup existe déjà',
    refuse: 'Annuler l’importation', keep: 'Ignorer', replace: 'Remplacer', go: 'Importer', busy: 'Importation…',
    done: (created, replaced, kept) => `Ajoutés : ${created}, remplacés : ${replaced}, ignorés : ${kept}.` },
  help: {
    title: 'Raccourcis clavier', single: 'Raccourcis à une seule touche dans ce navigateur',
      singleHint: 'Désactivez-les si vous utilisez la saisie vocale ou appuyez sur des touches par accident. Entrée, Tab et Échap fonctionnent toujours.',
    keys: [['n ou Espace', 'Personne suivante'], ['e', 'Terminer la réunion'],
      ['p', 'Suspendre ou reprendre'], ['+', 'Une minute de plus'], ['l', 'Placer la personne à la fin'], ['b', 'Annuler le dernier changement'],
      ['1, 2, 3', 'Choisir une réponse'], ['m', 'Couper ou rétablir votre micro, ou la cloche s’il est éteint'], ['t (maintenir)', 'Parler quand le micro est coupé'], ['/', 'Rechercher'], ['?', 'Afficher ces raccourcis'],
      ['Esc', 'Fermer']],
  },
};
