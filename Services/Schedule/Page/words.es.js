// Spanish words of a standup's schedule.
import { plurals } from '../../Gateway/Page/plurals.js';
import { duration } from '../../Gateway/Page/words.js';

const c = plurals('es');

/** @type {typeof import('./words.js').words} */
export const words = {
  title: 'Horario', save: 'Guardar', saving: 'Guardando…', saved: 'El horario se guardó.', removed: 'El horario se eliminó.',
  at: 'Hora', on: 'Días', atOf: (index) => `Hora ${index}`, onOf: (index) => `Días de la hora ${index}`, addTime: 'Añadir una hora', removeTime: (index) => `Quitar la hora ${index}`,
    repeats: 'Semanas', weeks: (count) => (count === 1 ? 'Cada semana' : count === 2 ? 'Una semana sí y otra no' : `Cada ${count} semanas`), weekOf: 'Se reúne la semana del',
    zone: 'Zona horaria', mode: 'Inicio', modes: { ask: 'Pedir que se inicie', start: 'Iniciar automáticamente', write: 'Por escrito' },
    asked: 'Se pregunta', askedAtOnce: 'A todos al mismo tiempo', askedLocally: 'A cada persona a esta hora en su zona horaria',
    closes: 'Cierre de novedades', after: (ms) => `${duration(ms)} después`,
  remind: 'Recordatorio', noReminder: 'Ninguno', before: (ms) => `${duration(ms)} antes`,
  next: 'Próximas reuniones', never: 'No hay ninguna fecha en los próximos diez años.', noDays: 'Elige al menos un día.', there: (moment, zone) => `${moment} en ${zone}`,
  preview: 'Los días libres se excluyen cuando se guarda el horario.',
  breaks: 'Pausas', breakHint: 'Pausa de verano', breakName: (index) => `Nombre de la pausa ${index}`, breakFrom: (index) => `Primer día de la pausa ${index}`, breakTo: (index) => `Último día de la pausa ${index}`,
    addBreak: 'Añadir una pausa', removeBreak: (index) => `Quitar la pausa ${index}`, onBreak: (date) => `En pausa hasta el ${date}`,
  off: 'Días libres', source: 'Calendario', sources: { kept: 'Conservar estos días', none: 'Ninguno', file: 'Archivo', url: 'Dirección' }, file: 'Archivo (.ics)', url: 'Dirección',
  replaced: 'Al guardar se eliminan los días libres.',
  current: (count, host) => `${c(count, { one: '# día', other: '# días' })}${host ? ` de ${host}` : ' de un archivo'}`,
  works: 'Día laborable', isOff: (name) => `${name} es día libre`, off1: 'Día libre',
  chosen: 'Elige cuáles de estos días son libres y guarda.', tooLarge: 'El archivo es demasiado grande. Un calendario tiene como máximo 256 KiB.',
  observer: 'Solo lectura: no puedes cambiar el horario.', none: 'Sin horario', noneHint: 'Las reuniones empiezan cuando alguien las inicia.',
  remove: 'Eliminar horario', removeTitle: '¿Eliminar este horario?', removeMessage: 'Ninguna reunión se iniciará automáticamente y nadie recibirá recordatorios. El standup y sus reuniones pasadas permanecen.',
  changed: 'Otra persona cambió este horario. Al guardar se reemplaza su cambio.', use: 'Usar el suyo',
  isGone: 'Standup no encontrado. Puede que se haya eliminado.',
};
