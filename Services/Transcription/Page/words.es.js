// Spanish words of the microphone and of a standup's recording setting.
import { duration } from '../../Gateway/Page/words.js';

/** @type {typeof import('./words.js').words} */
export const words = {
  start: 'Grabar con este navegador', stop: 'Dejar de grabar aquí', take: 'Tomar el relevo', on: 'Este navegador está escuchando',
    opening: 'Solicitando el micrófono…',
  notRecorded: 'Esta reunión no se está grabando.', recording: 'Grabando', noSound: 'Sin sonido',
    signal: { quiet: 'Muy bajo: acércate', clipped: 'Demasiado alto: aléjate' },
  taken: (name) => `${name} tomó el relevo de la grabación.`,
  insecure: 'El micrófono no está disponible: los navegadores solo lo permiten en páginas HTTPS y en localhost.',
  missing: 'Este navegador no encontró ningún micrófono que pueda usar.',
    denied: 'El navegador bloqueó el micrófono. Permítelo en la barra de direcciones e inténtalo de nuevo.',
  behind: (ms) => `La conexión es demasiado lenta. Audio perdido: ${duration(ms)}.`,
    waiting: 'El audio se guarda aquí hasta que vuelvas a conectarte.',
  sending: 'Enviando las últimas palabras…',
  interrupted: 'Una llamada o la pantalla bloqueada interrumpió el micrófono. La grabación se reanuda automáticamente.',
  muted: 'El micrófono está silenciado o no capta nada. Comprueba su interruptor y los ajustes de sonido del sistema.',
  noAudio: 'Este navegador no recibe sonido. Comprueba el micrófono, los altavoces y los ajustes de sonido del sistema, y reinicia el navegador.',
  late: 'Las últimas palabras no se reconocieron a tiempo.',
  unplugged: 'El micrófono está desconectado. La grabación se reanuda cuando conectes uno.',
  settings: {
    title: 'Grabación', status: {
      authorized: 'La grabación está permitida para este standup.', denied: 'La grabación está desactivada para este standup.',
      notDetermined: 'Se preguntará en la próxima reunión.',
        restricted: 'La grabación no está disponible.',
    }, allow: 'Permitir la grabación', deny: 'No grabar', ask: 'Preguntar en la próxima reunión',
    hint: 'Standups escribe una transcripción y no conserva el audio. «No grabar» también detiene una grabación en curso.',
      now: 'La reunión actual se está grabando.',
  },
};

/** @type {typeof import('./own-words.js').words} */
export const own = {
  start: 'Usar mi micrófono', take: 'Usar este micrófono', stop: 'Apagar', opening: 'Solicitando el micrófono…',
  mute: 'Silenciar', unmute: 'Activar', level: 'Nivel del micrófono', device: 'Micrófono',
  on: 'Tu micrófono está encendido', noAudio: 'No llega sonido del micrófono', off: 'Tu micrófono está silenciado', reminder: 'Tu micrófono está silenciado. Actívalo o mantén pulsada la T para hablar.',
  elsewhere: 'Tu micrófono está encendido en otra ventana o en otro dispositivo.',
  unnamed: (number) => `Micrófono ${number}`,
  consent: {
    title: '¿Usar tu micrófono?', open: 'Encender mi micrófono', later: 'Ahora no',
    text: 'Mientras tu micrófono esté encendido, tus palabras se transcriben con tu nombre, durante todos los turnos, y todos en la '
      + 'reunión pueden leerlas. Standups no conserva el audio ni lo envía mientras callas o lo silencias.',
    keys: 'Pulsa M para silenciarlo. Mientras esté silenciado, mantén pulsada la T para hablar.',
  },
};

/** @type {typeof import('./dictate-words.js').words} */
export const dictate = {
  start: 'Dictar', stop: 'Terminar el dictado', opening: 'Solicitando el micrófono…', ending: 'Reconociendo las últimas palabras…',
  ended: 'El dictado ha terminado. Revisa el texto antes de guardarlo.',
  hint: 'Tus palabras aparecen en el texto. No se guarda nada hasta que lo guardes.',
  consent: {
    title: '¿Dictar tu actualización?', start: 'Encender mi micrófono', later: 'Ahora no',
    text: 'Tu voz se convierte en texto solo para ti. Standups no conserva ni el audio ni las palabras; el texto se guarda cuando '
      + 'lo guardas tú. El micrófono se apaga a los 2 minutos como máximo.',
    keys: 'Pulsa el botón para empezar y terminar, o mantenlo pulsado mientras hablas.',
  },
};
