// Spanish words about other cells.
/** @type {typeof import('./words.js').words} */
export const words = {
  cell: (name) => `Celda ${name}`,
  away: (name, why) => `No se pudieron cargar los standups de la celda ${name}: ${why}`,
  more: 'Esta lista está incompleta. La página de la celda muestra todos los standups.',
  hint: (name) => `Se desconoce la dirección de la página de ${name}. Un operador puede definirla con`,
  moved: 'En otra celda', isIn: (name) => `Este standup está en otra celda: ${name}.`, go: (name) => `Abrir en ${name}`,
};
