// French words of the microphone and of a standup's recording setting.
import { duration } from '../../Gateway/Page/words.js';

/** @type {typeof import('./words.js').words} */
export const words = {
  start: 'Enregistrer avec ce navigateur', stop: 'Arrêter d’enregistrer ici', take: 'Prendre le relais', on: 'Ce navigateur écoute',
    opening: 'Demande d’accès au micro…',
  notRecorded: 'Cette réunion n’est pas enregistrée.', recording: 'Enregistrement', noSound: 'Pas de son',
    signal: { quiet: 'Très faible : rapprochez-vous', clipped: 'Trop fort : éloignez-vous' },
  taken: (name) => `${name} a pris le relais de l’enregistrement.`,
  insecure: 'Le micro est indisponible : les navigateurs ne l’autorisent que sur les pages HTTPS et sur localhost.',
  missing: 'Ce navigateur n’a trouvé aucun micro utilisable.',
    denied: 'Le navigateur a bloqué le micro. Autorisez-le dans la barre d’adresse, puis réessayez.',
  behind: (ms) => `La connexion est trop lente. Son perdu : ${duration(ms)}.`,
    waiting: 'Le son est conservé ici jusqu’à votre reconnexion.',
  sending: 'Envoi des dernières paroles…',
  interrupted: 'Un appel ou l’écran verrouillé a interrompu le micro. L’enregistrement reprend automatiquement.',
  muted: 'Le micro est coupé ou silencieux. Vérifiez son interrupteur et les réglages du son du système.',
  noAudio: 'Ce navigateur ne reçoit aucun son. Vérifiez le micro, les haut-parleurs et les réglages du son du système, puis redémarrez le navigateur.',
  late: 'Les derniers mots n’ont pas été reconnus à temps.',
  unplugged: 'Le micro est débranché. L’enregistrement reprend quand vous en branchez un.',
  settings: {
    title: 'Enregistrement', status: {
      authorized: 'L’enregistrement est autorisé pour ce standup.', denied: 'L’enregistrement est désactivé pour ce standup.',
      notDetermined: 'La question sera posée à la prochaine réunion.',
        restricted: 'L’enregistrement est indisponible.',
    }, allow: 'Autoriser l’enregistrement', deny: 'Ne pas enregistrer', ask: 'Demander à la prochaine réunion',
    hint: 'Standups écrit une transcription et ne conserve pas le son. « Ne pas enregistrer » arrête aussi un enregistrement en cours.',
      now: 'La réunion actuelle est enregistrée.',
  },
};

/** @type {typeof import('./own-words.js').words} */
export const own = {
  start: 'Utiliser mon micro', take: 'Utiliser ce micro', stop: 'Éteindre', opening: 'Demande d’accès au micro…',
  mute: 'Couper', unmute: 'Rétablir', level: 'Niveau du micro', device: 'Micro',
  on: 'Votre micro est allumé', noAudio: 'Aucun son du micro', off: 'Votre micro est coupé', reminder: 'Votre micro est coupé. Rétablissez-le, ou maintenez T pour parler.',
  elsewhere: 'Votre micro est allumé dans une autre fenêtre ou sur un autre appareil.',
  unnamed: (number) => `Micro ${number}`,
  consent: {
    title: 'Utiliser votre micro ?', open: 'Allumer mon micro', later: 'Pas maintenant',
    text: 'Tant que votre micro est allumé, vos paroles sont transcrites à votre nom, pendant tous les tours, et toute la '
      + 'réunion peut les lire. Standups ne conserve pas le son et n’en envoie pas quand vous vous taisez ou coupez le micro.',
    keys: 'Appuyez sur M pour couper le micro. Quand il est coupé, maintenez T pour parler.',
  },
};

/** @type {typeof import('./dictate-words.js').words} */
export const dictate = {
  start: 'Dicter', stop: 'Arrêter la dictée', opening: 'Demande d’accès au micro…', ending: 'Reconnaissance des derniers mots…',
  ended: 'La dictée est terminée. Vérifiez le texte avant de l’enregistrer.',
  hint: 'Vos paroles apparaissent dans le texte. Rien n’est conservé avant l’enregistrement.',
  consent: {
    title: 'Dicter votre mise à jour ?', start: 'Allumer mon micro', later: 'Pas maintenant',
    text: 'Votre voix est transcrite pour vous seul. Standups ne conserve ni le son ni les mots ; le texte est conservé quand '
      + 'vous l’enregistrez. Le micro s’éteint au bout de 2 minutes au plus tard.',
    keys: 'Appuyez sur le bouton pour commencer et arrêter, ou maintenez-le pendant que vous parlez.',
  },
};
