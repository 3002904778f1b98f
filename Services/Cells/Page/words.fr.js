// French words about other cells.
/** @type {typeof import('./words.js').words} */
export const words = {
  cell: (name) => `Cellule ${name}`,
  away: (name, why) => `Impossible de charger les standups de la cellule ${name} : ${why}`,
  more: 'Cette liste est incomplète. La page de la cellule affiche tous les standups.',
  hint: (name) => `L’adresse de la page de ${name} est inconnue. Un opérateur peut la définir avec`,
  moved: 'Dans une autre cellule', isIn: (name) => `Ce standup est dans une autre cellule : ${name}.`, go: (name) => `Ouvrir dans ${name}`,
};
