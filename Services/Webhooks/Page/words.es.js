// Spanish words of webhooks.
import { numbers, plurals } from '../../Gateway/Page/plurals.js';

const c = plurals('es');
const number = numbers('es');

export const places = { webhooks: { title: 'Webhooks' } };

/** @type {typeof import('./words.js').words} */
export const words = {
  hint: 'Un webhook envía eventos a otra herramienta, como un chat.', none: 'No hay webhooks',
  add: 'Añadir webhook', url: 'Dirección', team: 'Equipo', allTeams: 'Todos los equipos', types: 'Eventos',
    typesHint: 'Tipos o familias, separados por espacios, como «meeting.finished standup». Por defecto: todos.',
  format: 'Formato', formats: [['binary', 'CloudEvent (binario)'], ['structured', 'CloudEvent (estructurado)'], ['slack', 'Slack'],
    ['mattermost', 'Mattermost'], ['discord', 'Discord'], ['matrix', 'Matrix']],
  secret: 'Secreto (opcional)', secretHint: 'Firma las peticiones: de 16 a 512 bytes. Para Matrix, el token de acceso. El secreto no se vuelve a mostrar.',
  states: { active: 'Activo', failing: 'Con fallos', paused: 'En pausa' }, all: 'Todos los eventos',
    delivered: (count) => `Entregados desde el inicio del servicio: ${number(count)}`, behind: (count) => c(count, { one: '# evento en espera', other: '# eventos en espera' }),
  failing: (since, count) => `Con fallos desde el ${since} (${c(count, { one: '# intento', other: '# intentos' })}).`,
  next: (moment) => `Próximo intento: ${moment}.`, test: 'Probar', testOf: (url) => `Probar ${url}`, testing: 'Esperando…', pause: 'Pausar',
    pauseOf: (url) => `Pausar ${url}`, resume: 'Reanudar', resumeOf: (url) => `Reanudar ${url}`, remove: 'Eliminar', removeOf: (url) => `Eliminar ${url}`,
  edit: 'Editar', editOf: (url) => `Editar ${url}`, editTitle: 'Editar webhook', save: 'Guardar', standup: 'Standup', allStandups: 'Todos los standups',
    newSecret: 'Nuevo secreto', newSecretHint: 'De 16 a 512 bytes. Si queda vacío, se conserva el secreto actual.',
  removeTitle: '¿Eliminar este webhook?', removeMessage: (url) => `No se envían más eventos a ${url}, ni siquiera los que están en espera.`,
  accepted: (status, ms) => `La prueba fue aceptada (${status}, ${ms} ms).`,
    refused: (why) => `La prueba falló: ${why}`,
};
