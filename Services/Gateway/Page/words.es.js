// Spanish words that features share. All Spanish texts say “tú”.
export const places = { sessions: { title: 'Sesiones abiertas' } };

/** @type {Record<string, string>} */
const roles = { observer: 'solo lectura', member: 'miembro', admin: 'admin', operator: 'operador' };

/** @type {typeof import('./words.js').w} */
export const w = {
  app: 'Daily Standups', someone: 'Alguien', untitled: 'Standup sin título', units: ['h', 'min', 's'],
    away: 'No se pudo cargar una parte de la página. Vuelve a cargarla.', skip: 'Ir al contenido', back: 'Atrás',
    close: 'Cerrar', cancel: 'Cancelar', more: 'Mostrar más', loading: 'Cargando…',
  select: 'Elige un standup', noPlace: 'Página no encontrada', toList: 'Ir a tus standups.', notFound: 'No encontrado',
  foot: {
    import: 'Importar…', export: 'Exportar', logout: 'Cerrar sesión', phone: 'Usar en mi móvil', notify: 'Notificaciones', sound: 'Sonidos', language: 'Idioma', keys: 'Atajos',
    you: (name, role) => `Sesión de ${name} (${roles[role] ?? role})`,
  },
  login: { ended: 'Tu sesión ha terminado.', away: 'Standups no responde. Intentándolo de nuevo…' },
  connection: { lost: 'Conexión perdida. Reconectando… El temporizador sigue en marcha.' },
};

/** @type {typeof import('./words-later.js').words} */
export const words = {
  login: {
    hint: 'Necesitas un enlace para entrar. Pide uno nuevo a la persona que te invitó.',
      own: 'En el equipo que ejecuta Standups, este comando abre la página:',
    failed: 'Este enlace no es válido, ha caducado o ya se usó.',
      out: 'Has cerrado la sesión.', code: 'O pega el enlace o su código', go: 'Entrar',
    with: (label) => `Entrar con ${label}`, others: '¿No tienes cuenta ahí?',
  },
  sessions: {
    denied: 'Solo los operadores ven quién ha entrado.', browsers: 'Navegadores', none: 'Nadie ha entrado', calendars: 'Enlaces de calendario',
    noCalendars: 'No hay enlaces de calendario', addCalendar: 'Añadir enlace de calendario', name: 'Nombre', create: 'Crear enlace', link: 'Enlace',
    calendarHint: 'Con este enlace, una aplicación de calendario lee los horarios de todos los standups, y nada más. Usa el nombre de la persona que lo recibe.',
    once: 'Este enlace solo se muestra ahora. Añádelo a la aplicación de calendario como suscripción.', this: 'este navegador',
    since: (moment) => `Desde el ${moment}`, until: (moment) => `Válido hasta el ${moment}`, end: 'Cerrar sesión', endOf: (name) => `Cerrar la sesión de ${name}`,
    endTitle: (name) => `¿Cerrar la sesión de ${name}?`, endMessage: 'Este navegador pierde el acceso de inmediato. Para volver a entrar, la persona necesita un enlace nuevo o su cuenta.',
    endOwn: 'Este es tu propio navegador. Necesitarás un enlace nuevo o tu cuenta.', revoke: 'Revocar',
    revokeOf: (name) => `Revocar el enlace de calendario de ${name}`, revokeTitle: (name) => `¿Revocar el enlace de calendario de ${name}?`,
    revokeMessage: 'Las aplicaciones de calendario con este enlace ya no podrán leer los horarios.', ended: (name) => `Se cerró la sesión de ${name}.`, revoked: (name) => `Se revocó el enlace de calendario de ${name}.`,
  },
  roles,
  language: { title: 'Idioma', label: 'Idioma de la página en este navegador', auto: 'Idioma del navegador', use: 'Usar este idioma',
    missing: (name) => `No se han podido cargar los textos en ${name}, por lo que la página está en inglés. Vuelve a cargar la página para intentarlo de nuevo.` },
  busy: 'Guardando…', copy: 'Copiar', copied: 'Copiado.', select: 'Pulsa Ctrl+C para copiar el texto seleccionado.',
  offline: {
    shown: (time) => `Sin conexión. Hora de los datos: ${time}.`, outdated: 'Standups se actualizó.', reload: 'Recargar',
    refused: 'No tienes conexión, así que no se puede cambiar ni cargar nada. Inténtalo cuando la recuperes.',
  },
  phone: {
    title: 'Usar en mi móvil', hint: 'Escanea este código con el móvil. El enlace entra con tu sesión y sirve una vez. No se lo muestres a nadie.',
      qr: 'Código QR del enlace', link: 'Enlace', until: (time) => `Válido hasta las ${time}.`,
  },
  notify: {
    title: 'Notificaciones', hint: 'Recibe una notificación cuando una de tus reuniones va a empezar o ha empezado, cuando se acerca tu turno y cuando llega, mientras esta página esté abierta en una pestaña.',
      on: 'Activar', off: 'Desactivar',
    results: { '': '', on: 'Las notificaciones están activadas.', off: 'Las notificaciones están desactivadas.', denied: 'Tu navegador bloquea las notificaciones de esta página. Permítelas en los ajustes del sitio e inténtalo de nuevo.',
      unavailable: 'Este navegador no admite notificaciones aquí. Requieren HTTPS.' },
    offer: '¿Recibir una notificación cuando llegue tu turno?',
    failed: (error) => `No se pudo mostrar una notificación: ${error}`,
  },
  sound: {
    title: 'Sonidos', legend: 'Sonido de la campana en este dispositivo', names: { bell: 'Campana', wood: 'Caja china', soft: 'Tonos suaves', none: 'Ninguno' },
    hint: 'Con cada sonido parpadea el borde de la página: continuo al cambiar de persona, discontinuo cuando un turno va a terminar.',
    turn: 'Oír: siguiente', warning: 'Oír: fin del turno', muted: 'La campana está silenciada. En una reunión, pulsa m para activarla.',
  },
  import: { title: 'Importar standups', file: 'Archivo (standups.json)', mode: 'Si un standup ya existe',
    refuse: 'Cancelar la importación', keep: 'Omitir', replace: 'Reemplazar', go: 'Importar', busy: 'Importando…',
    done: (created, replaced, kept) => `Añadidos: ${created}, reemplazados: ${replaced}, omitidos: ${kept}.` },
  help: {
    title: 'Atajos de teclado', single: 'Atajos de una sola tecla en este navegador',
      singleHint: 'Desactívalos si usas entrada por voz o pulsas teclas sin querer. Intro, Tab y Esc siguen funcionando.',
    keys: [['n o Espacio', 'Siguiente persona'], ['e', 'Terminar la reunión'],
      ['p', 'Pausar o reanudar'], ['+', 'Un minuto más'], ['l', 'Mover la persona al final'], ['b', 'Deshacer el último cambio'],
      ['1, 2, 3', 'Elegir una respuesta'], ['m', 'Silenciar o activar tu micrófono, o la campana si está apagado'], ['t (mantener)', 'Hablar con el micrófono silenciado'], ['/', 'Buscar'], ['?', 'Mostrar estos atajos'],
      ['Esc', 'Cerrar']],
  },
};
