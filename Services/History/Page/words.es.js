// Spanish words of the history.
import { plurals } from '../../Gateway/Page/plurals.js';

const c = plurals('es');

/** @type {typeof import('./words.js').words} */
export const words = {
  title: 'Historial', of: (name) => `Historial de ${name}`, period: 'Periodo', weeks: (weeks) => c(weeks, { one: '# semana', other: '# semanas' }), save: 'Descargar como CSV',
  none: 'No hay reuniones en este periodo', noneHint: 'Elige un periodo más largo o vuelve después de la próxima reunión.',
  unknown: 'Desconocido', table: 'Mostrar como tabla', gone: 'Persona no encontrada. Puede que no participe en ningún standup.',
  cut: (count) => c(count, { one: 'Solo se incluye el primer standup de esta persona.', other: 'Solo se incluyen los primeros # standups de esta persona.' }),
  length: {
    title: 'Duración y plan', text: (meetings, over) => `${c(meetings, { one: '# reunión', other: '# reuniones' })}, más largas de lo previsto: ${over}`,
    took: 'Duración', planned: 'Previsto', paused: 'En pausa', beyond: 'Exceso',
  },
  speaking: {
    title: 'Tiempo de intervención', each: 'Media por reunión', total: 'Total', meetings: 'Reuniones', over: 'Turnos excedidos', attendee: 'Asistente', standup: 'Standup',
    text: (name) => `${name} habló más tiempo que nadie`, nobody: 'No se conocen tiempos de intervención.',
  },
  weekly: { title: 'Tiempo de intervención por semana', text: (total, weeks) => `${total} en ${c(weeks, { one: '# semana', other: '# semanas' })}` },
  turns: { title: 'Turnos que se excedieron', text: (meetings, over) => `${c(over, { one: '# turno excedido', other: '# turnos excedidos' })} en ${c(meetings, { one: '# reunión', other: '# reuniones' })}` },
  attendance: {
    title: 'Asistencia', week: 'Semana del', here: 'A tiempo', late: 'Tarde', absent: 'Ausente', date: 'Fecha',
    text: (weeks, percent) => `${c(weeks, { one: '# semana', other: '# semanas' })}, ${percent} % de asistencia`,
    none: 'No se conoce la asistencia.',
  },
};
