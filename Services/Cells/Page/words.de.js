// German words about other cells.
/** @type {typeof import('./words.js').words} */
export const words = {
  cell: (name) => `Zelle ${name}`,
  away: (name, why) => `Die Standups der Zelle ${name} konnten nicht geladen werden: ${why}`,
  more: 'Diese Liste ist unvollständig. Die Seite der Zelle zeigt alle Standups.',
  hint: (name) => `Die Adresse der Seite von ${name} ist unbekannt. Wer die Installation betreibt, kann sie festlegen mit`,
  moved: 'In einer anderen Zelle', isIn: (name) => `Dieses Standup ist in einer anderen Zelle: ${name}.`, go: (name) => `In ${name} öffnen`,
};
