// French words about focus sessions.
export const places = { focus: { title: 'Concentration' } };

/** @type {typeof import('./words.js').words} */
export const words = {
  label: 'Que faites-vous ?', start: 'Démarrer', stop: 'Arrêter', items: 'Sessions',
    all: 'Toutes les sessions', none: 'Aucune session', delete: 'Supprimer', running: 'En cours', lasted: 'Durée',
    when: 'Fin',
  item: 'Session de concentration', isGone: 'Session introuvable. Elle a peut-être été supprimée.',
};
