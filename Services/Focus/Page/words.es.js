// Spanish words about focus sessions.
export const places = { focus: { title: 'Concentración' } };

/** @type {typeof import('./words.js').words} */
export const words = {
  label: '¿Qué estás haciendo?', start: 'Empezar', stop: 'Parar', items: 'Sesiones',
    all: 'Todas las sesiones', none: 'Aún no hay sesiones', delete: 'Eliminar', running: 'En curso', lasted: 'Duración',
    when: 'Fin',
  item: 'Sesión de concentración', isGone: 'Sesión no encontrada. Puede que se haya eliminado.',
};
