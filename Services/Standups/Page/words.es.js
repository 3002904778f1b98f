// Spanish words of standups and meetings.
import { lists, numbers, plurals } from '../../Gateway/Page/plurals.js';

const c = plurals('es');
const list = lists('es');
const number = numbers('es');

/** @type {typeof import('./words.js').words} */
export const words = {
  title: 'Daily Standups', add: 'Añadir standup', none: 'Aún no hay standups',
    noneHint: 'Crea el tuyo, prueba un ejemplo o importa un archivo.', addOwn: 'Crear tu standup', sample: 'Añadir un ejemplo', sampleTitle: 'Standup de ejemplo',
    sampleNames: ['Ada', 'Grace', 'Alan'], importFile: 'Importar un archivo',
    filter: 'Filtrar standups', filterHint: 'Título, team:web, is:running', team: 'team:', running: 'is:running', noMatch: 'Ningún standup coincide con el filtro.',
  pinned: 'Fijado', archived: (count) => `Archivados: ${number(count)}`, allArchived: 'Todos los standups están archivados.',
  live: 'Reunión en curso', people: (count) => c(count, { one: '# asistente', other: '# asistentes' }), search: 'Buscar en transcripciones',
  held: 'Espera una respuesta', paused: 'En pausa', unreadable: 'No se pudo leer: ', next: 'Próxima reunión',
};

/** @type {typeof import('./words.js').news} */
export const news = {
  next: (name) => `Después: ${name}`, last: 'No queda nadie más',
    turn: (name, next) => `Habla ${name}. ${next}.`,
  undo: 'Pulsa b para deshacer.', resume: 'Reanudar la reunión',
  over: 'La reunión terminó y se guardó.', discarded: 'La reunión se descartó.',
    restorable: 'La reunión se descartó. Un admin puede restaurarla durante 7 días.',
    stopped: 'La grabación se detuvo porque ya no está permitida.',
  marked: 'Se te marcó como presente.', yourTurn: 'Tu turno', youAreNext: 'Te toca después', soon: (minutes) => `Empieza en ${minutes} min`, started: 'La reunión ha empezado', write: (time) => `Escribe tus novedades antes del ${time}`,
  deleted: (title) => `Se eliminó «${title}».`, meetingDeleted: 'La reunión se eliminó.',
};

/** @type {typeof import('./words-later.js').words} */
export const later = {
  themes: {
    bubblegum: 'Chicle', buttercup: 'Botón de oro', indigo: 'Índigo', lavender: 'Lavanda', magenta: 'Magenta', navy: 'Azul marino', orange: 'Naranja',
    oxblood: 'Granate', periwinkle: 'Vincapervinca', poppy: 'Amapola', purple: 'Morado', seafoam: 'Verde mar', sky: 'Celeste', tan: 'Canela', teal: 'Verde azulado',
    yellow: 'Amarillo',
  },
  detail: {
    info: 'Standup', dayOff: (name) => (name ? `Día libre: ${name}` : 'Día libre'), start: 'Iniciar reunión', join: 'Unirse a la reunión', length: 'Duración', theme: 'Color',
      warning: 'Aviso antes del fin de un turno',
      history: 'Historial', discarded: 'Reuniones descartadas', past: 'Reuniones pasadas', offline: 'No disponible sin conexión', noPast: 'Aún no hay reuniones',
    attendees: 'Asistentes', edit: 'Editar', delete: 'Eliminar', settings: 'Grabación', noSchedule: 'Sin horario', deleteTitle: '¿Eliminar este standup?',
    deleteMessage: (title) => `Se eliminarán «${title}» y todas sus reuniones pasadas.`,
      isGone: 'Standup no encontrado. Puede que se haya eliminado.',
    pin: 'Fijar al principio de la lista', archive: 'Archivar', unarchive: 'Desarchivar', undo: 'Deshacer', suspended: 'Suspendido mientras está archivado',
      archivedHint: 'Este standup está archivado. No aparece en la lista y no puede reunirse.',
      archived: (title) => `«${title}» se archivó.`, unarchived: (title) => `«${title}» vuelve a estar en la lista.`,
    starting: 'Iniciando…', busyHint: 'Termina la reunión para eliminar este standup.',
  },
  form: {
    new: 'Nuevo standup', edit: 'Editar standup', title: 'Título', length: 'Duración',
      theme: 'Color', warning: 'Aviso',
      before: (time) => `${time} antes del fin de un turno`, noWarning: 'Ninguno', over: 'Permitir tiempo extra',
      overtime: 'Tiempo extra', allowed: 'Permitido', notAllowed: 'No permitido',
    language: 'Idioma', usual: 'Predeterminado', usualIs: (language) => `${language} (predeterminado)`,
      unspoken: 'No hay ningún modelo de voz instalado para este idioma, así que las reuniones no se pueden grabar.',
    attendees: 'Asistentes', attendee: (index) => `Nombre del asistente ${index}`, add: 'Añadir asistente',
      remove: (index) => `Quitar asistente ${index}`, weight: 'Parte del tiempo',
      weightOf: (index) => `Parte del tiempo, asistente ${index}`, minutesLabel: 'Duración en minutos', min: 'min',
    person: 'Persona', personOf: (index) => `Persona, asistente ${index}`, noPerson: 'Ninguna persona', formerMember: 'Antiguo miembro',
    save: 'Guardar', saving: 'Guardando…', conflict: 'Otra persona cambió este standup mientras lo editabas.', mine: 'Conservar el mío',
      theirs: 'Usar el suyo',
    fields: { title: 'Título', durationMs: 'Duración', theme: 'Color', warnMs: 'Aviso', mayRunOver: 'Tiempo extra', language: 'Idioma', attendees: 'Asistentes' },
      theirsIs: 'El suyo: ',
      mineIs: 'El tuyo: ',
    empty: 'Escribe un título o el nombre de un asistente.',
    isGone: 'Este standup se eliminó mientras lo editabas. Guarda para añadirlo como standup nuevo.',
    observer: 'Solo lectura: no puedes editar standups.',
  },
  people: {
    order: 'Orden', orders: { listed: 'Como en la lista', lastFirst: 'El último primero', shuffled: 'Aleatorio' },
    comes: (name) => `${name} participa en la próxima reunión`,
    absent: 'Ausente hasta el', until: (day) => `Ausente hasta el ${day}`,
    untilTime: (moment) => `Ausente hasta el ${moment}`, lastDay: 'Último día de ausencia',
    lastDayOf: (name) => `Último día de ausencia: ${name}`,
      past: 'El último día de ausencia debe ser hoy o posterior.',
    back: 'De vuelta', backOf: (name) => `${name} está de vuelta`,
    you: (name) => `${name} (tú)`,
    up: (name) => `Subir a ${name}`, down: (name) => `Bajar a ${name}`,
      moved: (name, at, count) => `${name} es el número ${at} de ${count} que faltan`,
    speakers: 'Turnos', here: 'Presente', hereOf: (name) => `${name} está presente`, late: 'Llegó tarde',
      is: { done: 'Ya habló', speaking: 'Habla', next: 'Siguiente', later: '', away: 'Ausente' },
  },
  live: {
    title: 'Reunión', left: 'Queda', beyond: 'De más', current: 'Habla ahora', turn: 'restante de este turno',
      turnTime: 'Tiempo restante de este turno', meetingTime: 'Tiempo restante de la reunión', ending: 'El turno termina pronto',
      controls: 'Controles', others: 'Más acciones',
      of: (index, count) => `Persona ${index} de ${count}`,
    back: (name) => `Volver a ${name}`, undo: 'Deshacer', you: 'Tú',
      stays: 'La pregunta sigue abierta. Cualquiera del equipo puede responderla.',
    begun: (name) => `${name} acaba de empezar. Pulsa otra vez para terminar este turno.`,
    more: '+1 min', moreLabel: '+1 min: un minuto más de turno',
      laterLabel: 'Mover la persona al final', pause: 'Pausar',
    skip: 'Siguiente', finish: 'Terminar la reunión', held: 'El temporizador está en pausa.',
      waits: 'Espera una respuesta',
    words: 'Transcripción', silence: 'Aún no se ha dicho nada.',
    voices: (count) => `Se reconocen las voces: ${c(count, { one: '# persona ha dado', other: '# personas han dado' })} su consentimiento. Las demás voces de la sala se comparan con ellas y no se guarda nada de ellas.`,
      doubtful: 'hablante dudoso',
    none: 'No hay ninguna reunión en curso', noneHint: 'Cuando empiece una, se unirán quienes tengan esta página abierta.',
      mute: 'Silenciar la campana', unmute: 'Activar la campana',
    turnLeft: (left) => `Queda ${left} de este turno`,
    runsOver: 'Se acabó el tiempo',
  },
  notes: {
    title: 'Pendientes', done: 'Hecho', doneLabel: (text) => `Hecho: ${text}`, isDone: 'hecho',
      label: 'Nuevo pendiente', whose: 'Pendiente para', speaker: 'Quien habla', add: 'Añadir',
      last: 'Añadir las últimas palabras',
  },
  past: {
    title: 'Reunión pasada', planned: (time) => `previsto ${time}`, paused: (time) => `en pausa ${time}`, timeUp: 'Se acabó el tiempo', saved: 'Terminada antes de tiempo', written: 'Por escrito', nothing: 'No se grabó nada.',
      download: 'Descargar como Markdown',
    isGone: 'Reunión no encontrada. Puede que se haya eliminado.',
    failure: 'Falló el reconocimiento de voz; falta lo dicho después.',
      denial: 'La grabación se detuvo porque ya no estaba permitida.', transcript: 'Transcripción', attendees: 'Asistentes',
    shortened: 'Esta transcripción es demasiado larga para mostrarla aquí. Descarga la reunión para leerla entera.',
    delete: 'Eliminar reunión', deleteTitle: '¿Eliminar esta reunión?', deleteMessage: 'También se eliminará su transcripción.',
  },
  search: {
    filters: 'Filtros', filtersOf: (count) => c(count, { one: '# filtro', other: '# filtros' }), any: 'Todos', standup: 'Standup', person: 'Persona', from: 'Desde', to: 'Hasta',
      reversed: 'El primer día es posterior al último.', standups: (count) => c(count, { one: '# standup', other: '# standups' }),
    title: 'Búsqueda', none: 'Ninguna reunión contiene todas estas palabras.',
      hint: 'Usa "comillas dobles" para una frase exacta. No importan mayúsculas ni acentos.',
    found: (count) => c(count, { one: '# reunión', other: '# reuniones' }),
    there: (name, count) => `${c(count, { one: '# reunión', other: '# reuniones' })} en la celda ${name}`,
    lost: (name, why) => `No se pudo buscar en la celda ${name}: ${why}`,
  },
};

/** @type {typeof import('./discarded-words.js').words} */
export const discarded = {
  title: 'Reuniones descartadas', none: 'No hay reuniones descartadas', hint: 'Una reunión aparece aquí 10 segundos después de descartarla y se puede restaurar durante 7 días.',
  admins: 'Solo un admin del equipo puede restaurar reuniones descartadas.',
  restore: 'Restaurar', restoreOf: (moment) => `Restaurar la reunión del ${moment}`, restored: 'La reunión se restauró.',
  until: (moment) => `hasta el ${moment}`, lines: (count) => c(count, { one: '# línea', other: '# líneas' }),
};

/** @type {typeof import('./presence-words.js').words} */
export const presence = {
  one: (name) => `${name} tiene conexión`,
  many: (names, count) => `${list(count > names.length ? [...names, c(count - names.length, { one: '# más', other: '# más' })] : names)} tienen conexión`,
  more: (count) => c(count, { one: '# conexión más', other: '# conexiones más' }),
  missing: (names) => `Faltan por llegar: ${names.join(', ')}`,
  connected: 'Con conexión', poor: 'Mala conexión', slow: 'mala conexión', microphone: 'micrófono encendido', unknown: 'Navegador desconocido',
  undo: 'Deshacer', undoLabel: 'Deshacer: marcarme como ausente',
};

/** @type {typeof import('./correct-words.js').words} */
export const correct = {
  begin: 'Corregir', beginLabel: 'Corregir la transcripción', end: 'Listo',
  hint: 'Corrige las palabras de una línea o quién la dijo. Lo que se oyó se conserva al lado.',
  edit: 'Editar', editOf: (text) => `Editar la línea «${text}»`, speaker: 'Quién habla', text: 'Palabras', save: 'Guardar', saving: 'Guardando…',
  heard: (text) => `Se oyó: ${text}`, heardAs: (name, text) => `Se oyó como ${name}: ${text}`,
  restore: 'Restaurar lo que se oyó', saved: 'La línea se corrigió.', undone: 'La corrección se deshizo.', undo: 'Deshacer',
  who: '¿Quién lo dijo?', whoOf: (text) => `Cambiar quién dijo «${text}»`,
  changed: (text) => `Otra persona cambió esta línea: «${text}». Al guardar, la reemplazas.`,
  unsaved: (text) => `Sin guardar: «${text}»`, dropped: (count) => c(count, { one: '# línea sin guardar.', other: '# líneas sin guardar.' }), resume: 'Reanudar',
};

/** @type {typeof import('./updates-words.js').words} */
export const updates = {
  title: 'Novedades por escrito', hint: 'Para la próxima reunión, de quienes no pueden venir.', write: 'Escribir novedades',
  field: (name) => `Novedades de ${name}`, who: 'Novedades de', placeholder: 'Hecho, siguiente, obstáculos',
  save: 'Guardar', saving: 'Guardando…', left: (count) => `Caracteres restantes: ${number(count)}`,
  edit: 'Editar', editOf: (name) => `Editar las novedades de ${name}`,
  remove: 'Quitar', removeOf: (name) => `Quitar las novedades de ${name}`,
  saved: 'Las novedades se guardaron.', removed: 'Las novedades se quitaron.', undo: 'Deshacer', gone: 'Las novedades ya se habían quitado.',
  changed: 'Otra persona cambió estas novedades mientras escribías. Al guardar se reemplazan.',
  turn: (name) => `Novedades por escrito de ${name}`, away: 'Novedades por escrito de los ausentes',
  none: (names) => `Sin novedades: ${names.join(', ')}`,
  absent: (name) => `${name} (ausente)`,
};

/** @type {typeof import('./alert-words.js').words} */
export const alerts = {
  answers: {
    allow: 'Permitir', dontAllow: 'No permitir', continueWithoutRecording: 'Continuar sin grabar',
    openSettings: 'Permitir grabar e iniciar', cancel: 'Cancelar', saveAndEnd: 'Guardar y terminar',
    discard: 'Descartar la reunión', resume: 'Reanudar', continueMeeting: 'Continuar la reunión',
    loadSamples: 'Cargar ejemplos', startEmpty: 'Empezar sin datos',
  },
  speechAuthorization: { title: '¿Grabar esta reunión?', message: 'Standups puede escribir una transcripción. No conserva el audio.' },
  speechDenied: { title: 'La grabación está desactivada para este standup', message: 'Se puede celebrar la reunión sin transcripción o permitir la grabación.' },
  speechRestricted: { title: 'El reconocimiento de voz no está disponible', message: (reason) => `${reason} Se puede celebrar la reunión sin transcripción.` },
  speechFailed: { title: 'Falló el reconocimiento de voz', message: (reason) => `${reason} La transcripción hasta ahora está guardada.` },
  paused: { title: 'En pausa', message: 'El temporizador está en pausa. Al reanudar, la reunión sigue para todos.' },
  dataFailedToLoad: { title: 'No se pudieron cargar los datos', message: (reason, path) => `${reason} El archivo ilegible se movió a ${path}.` },
  endMeeting: { title: '¿Terminar la reunión?', message: (who) => `${who} pidió terminar la reunión. Al reanudar, sigue para todos.` },
  discard: { title: '¿Descartar esta reunión?', message: 'Termina para todos y no se guarda. Un admin puede restaurarla durante 7 días.', yes: 'Descartar', no: 'Conservar la reunión' },
};

/** @type {typeof import('./glossary-words.js').words} */
export const glossary = {
  title: 'Glosario', hint: 'Las transcripciones de este equipo escriben estos términos como aquí. Los nombres de los asistentes no necesitan entrada.',
  none: 'Aún no hay términos', term: 'Término', sounds: 'Suena como (opcional)', soundsLike: (text) => `suena como «${text}»`,
  add: 'Añadir', adding: 'Añadiendo…', added: (term) => `Se añadió «${term}».`,
  removeOf: (term) => `Quitar ${term}`,
  removed: (term) => `Se quitó «${term}».`, undo: 'Deshacer',
  file: 'Importar una lista', fileHint: 'Un archivo de texto con un término por línea, o «término = suena como».',
  imported: (count) => c(count, { one: '# término importado.', other: '# términos importados.' }), skipped: (lines) => `Líneas omitidas: ${lines}.`,
  empty: 'El archivo no contiene términos.', tooLong: 'El archivo es demasiado largo; una lista puede tener como máximo 1 MB.',
};
