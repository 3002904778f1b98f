// Spanish words of the operators’ tools.
import { plurals } from '../../Gateway/Page/plurals.js';

const c = plurals('es');

export const places = {
  system: { title: 'Sistema' }, health: { title: 'Estado' }, services: { title: 'Servicios' }, bindings: { title: 'Vínculos' },
  'dead-letters': { title: 'Mensajes no entregados' }, trace: { title: 'Traza' },
};

/** @type {typeof import('./words.js').words} */
export const words = {
  about: { health: 'Problemas, últimos comandos y sus trazas', services: 'Servicios conectados y los mensajes que aceptan',
    bindings: 'Mensajes y los comandos a los que llevan', 'dead-letters': 'Mensajes que no se pudieron entregar' },
  ok: 'Todo va bien', degraded: 'Algo requiere tu atención',
  since: 'En marcha desde', parked: 'Mensajes en espera', letters: 'Mensajes no entregados', denied: 'Mensajes denegados',
  refused: 'Conexiones rechazadas', unbound: 'Mensajes sin vínculo', latest: 'Últimos comandos',
  instance: 'Instancia', state: 'Estado', work: 'En curso', answers: 'Acepta', asks: 'Emite', from: 'De',
  message: 'Mensaje', leads: 'Lleva a', events: 'Eventos', ignored: 'ignorado',
  noLetters: 'No hay mensajes sin entregar', replay: 'Reenviar', drop: 'Descartar', replayAll: 'Reenviar todos',
  dropAll: 'Descartar todos', dropTitle: '¿Descartar todos los mensajes no entregados?',
  dropMessage: 'Se eliminarán y no se podrán reenviar.',
  attempts: (count) => c(count, { one: '# intento', other: '# intentos' }), picture: 'Cada servicio, los mensajes que emite y a qué llevan',
  forgotten: 'Ya no está en memoria', table: 'Mostrar como tabla',
  delivered: (count) => c(count, { one: '# mensaje retirado de la cola.', other: '# mensajes retirados de la cola.' }), instances: (count) => c(count, { one: '# instancia', other: '# instancias' }),
};
