// Spanish words of persons, teams, invitations and tokens.
import { plurals } from '../../Gateway/Page/plurals.js';

const c = plurals('es');

export const places = { people: { title: 'Personas' }, teams: { title: 'Equipos' }, tokens: { title: 'Tokens' } };

/** @type {typeof import('./words.js').words} */
export const words = {
  roles: { observer: 'Solo lectura', member: 'Miembro', admin: 'Admin', operator: 'Operador' },
  save: 'Guardar', add: 'Añadir', remove: 'Quitar', name: 'Nombre', email: 'Correo', zone: 'Zona horaria', role: 'Rol',
  until: (moment) => `Válido hasta el ${moment}`, members: (count) => c(count, { one: '# miembro', other: '# miembros' }),
  denied: 'Solo los operadores y los admins de un equipo pueden ver esto.',
  people: {
    search: 'Buscar por nombre', none: 'Aún no hay personas', notFound: 'Nadie tiene este nombre',
      hint: 'Añade a las personas de tus equipos.', add: 'Añadir persona', gone: 'Persona no encontrada. Puede que se haya quitado.',
    edit: 'Editar', editTitle: 'Editar persona', info: 'Persona', operator: 'Opera la instalación', unset: 'Sin definir',
    history: 'Historial', identities: 'Cuentas', noIdentities: 'Sin cuentas. Esta persona entra con invitaciones.',
    granted: (issuer) => `De ${issuer}`,
    remove: 'Quitar persona', removeTitle: (name) => `¿Quitar a ${name}?`,
    removeMessage: (teams, accounts) =>
      [teams && `Pierde ${c(teams, { one: '# rol', other: '# roles' })} en equipos.`, accounts && `${c(accounts, { one: 'Se quitará # cuenta', other: 'Se quitarán # cuentas' })}.`,
        'Se cierra su sesión, y se revocan sus invitaciones y tokens.'].filter(Boolean).join(' '),
    removeStays: 'Su nombre y sus palabras permanecen en standups y reuniones pasadas. Para eliminarlos también, usa «Borrar palabras y nombre».',
    removeSelf: 'Eres tú: perderás el acceso.', removed: (name) => `Se quitó a ${name}.`,
    addIdentity: 'Añadir cuenta', identityHint: 'La persona podrá entrar con esta cuenta.', issuer: 'Proveedor', subject: 'Cuenta (su ID inmutable)',
    removeIdentity: 'Quitar cuenta', removeIdentityOf: (subject) => `Quitar la cuenta ${subject}`,
    removeIdentityTitle: (subject) => `¿Quitar la cuenta «${subject}»?`,
    removeIdentityMessage: (name, issuer) => `${name} ya no podrá entrar con ella en ${issuer}.`,
    removeIdentityRoles: (teams) => `También se quitan los roles que otorga este proveedor: ${teams}.`,
  },
  erase: {
    erase: 'Borrar palabras y nombre…', nameTitle: 'Borrar a una persona', find: 'Buscar',
    hint: 'Se busca el nombre en standups, reuniones pasadas y sesiones de concentración. Después verás qué se borraría.',
    finding: 'Buscando en todos los standups y reuniones pasadas…', title: (name) => `¿Borrar a ${name} para siempre?`,
    none: (name) => `No se encontró nada de «${name}».`, exact: 'El nombre debe escribirse exactamente como en el standup.',
    message: 'Las palabras de otros permanecen, aunque mencionen a esta persona. Se cancela cualquier importación en curso. No se puede deshacer.',
    go: 'Borrar para siempre', erasing: (count) => c(count, { one: 'Borrando… Queda # lugar.', other: 'Borrando… Quedan # lugares.' }),
    done: (name) => `Se borró a ${name}.`, partly: 'No se borró todo.',
    remains: 'Las copias de seguridad, los archivos exportados y los envíos de webhooks aún pueden contener los datos.', itsFocus: 'Concentración',
    focus: (count) => `Concentración: ${c(count, { one: '# sesión', other: '# sesiones' })}`, person: (which) => `La persona ${which}, con roles y cuentas`,
    standup: (title, one) =>
      [`${title}: ${one.isAttendee ? 'asistente, ' : ''}${c(one.meetings, { one: '# reunión pasada', other: '# reuniones pasadas' })}, ${c(one.segments, { one: '# intervención', other: '# intervenciones' })}`,
        one.unattributed && `${c(one.unattributed, { one: '# texto', other: '# textos' })} sin autor conocido (permanece)`].filter(Boolean).join(', '),
  },
  teams: {
    title: 'Equipos', none: 'No hay equipos', noTeams: 'En ningún equipo', add: 'Añadir equipo', id: 'ID (opcional)',
      idHint: 'Letras a–z, dígitos y «-». Nunca cambia. Por defecto: se forma a partir del nombre.',
    gone: 'Equipo no encontrado. Puede que se haya eliminado.', members: 'Miembros', noMembers: 'Aún no hay miembros',
    addMember: 'Añadir miembro', addMemberHint: 'Escribe el correo de una persona que un operador haya añadido.',
    addTo: 'Añadir a un equipo', choose: 'Elige un equipo', roleOf: (name) => `Rol de ${name}`,
    roleIn: (team) => `Rol en ${team}`, removeOf: (name) => `Quitar a ${name}`, removeFrom: (team) => `Quitar de ${team}`,
    removeTitle: (name) => `¿Quitar a ${name} del equipo?`, removeMessage: 'La persona sigue en sus otros equipos.',
    rename: 'Cambiar nombre del equipo', renameIt: 'Cambiar nombre', renameHint: (id) => `El ID sigue siendo «${id}».`, delete: 'Eliminar equipo', deleteTitle: (name) => `¿Eliminar el equipo «${name}»?`,
    deleteMessage: (members, id) => `${members ? `${c(members, { one: '# persona perderá', other: '# personas perderán' })} su rol en él. ` : ''}Se revocan sus tokens, y ningún otro equipo puede recibir el ID «${id}». Un equipo con standups no se puede eliminar.`,
    removed: (name) => `Se eliminó el equipo «${name}».`,
  },
  retention: {
    title: 'Transcripciones', label: 'Conservación', always: 'Sin límite', days: (days) => c(days, { one: '# día', other: '# días' }),
    usual: (days) => `${c(days, { one: '# día', other: '# días' })} (instalación)`,
    pending: (from, before) => `Se aplica desde ${from}. Hasta entonces: ${before}.`,
    hint: 'Se borran las transcripciones, las novedades escritas y las reuniones descartadas más antiguas. Un plazo más corto se aplica después de 24 horas.',
    saved: 'Se cambió la conservación.', undo: 'Deshacer', undone: 'Se deshizo el cambio.',
  },
  invite: {
    title: (name) => `Invitar a ${name}`, invite: 'Invitar', inviteOf: (name) => `Invitar a ${name}`, valid: 'Válido durante',
    spans: [[1, '1 hora'], [24, '1 día'], [168, '7 días'], [720, '30 días']],
    go: 'Crear enlace', link: 'Enlace', once: 'Este enlace sirve una vez y solo se muestra ahora. Envíalo únicamente a esta persona.',
    list: 'Invitaciones sin usar', none: 'No hay invitaciones sin usar', withdraw: 'Retirar', withdrawOf: (name) => `Retirar la invitación de ${name}`,
  },
  tokens: {
    hint: 'Un programa usa un token para enviar peticiones por HTTP.', none: 'No hay tokens', add: 'Añadir token', team: 'Equipo', all: 'Todos los equipos',
      expires: 'Caduca tras', never: 'Nunca',
    spans: [[7, '7 días'], [30, '30 días'], [90, '90 días'], [365, '1 año']],
    token: 'Token', once: 'Este token solo se muestra ahora. Guárdalo donde el programa lo lea.',
    of: (role, team) => `${role}, ${team}`, person: (name) => `Como ${name}`,
    commands: (names) => `Solo ${names}`, used: (moment) => `Último uso: ${moment}`, unused: 'Nunca usado',
    ends: (moment) => `Caduca: ${moment}`, ended: (moment) => `Caducó: ${moment}`, endless: 'No caduca',
    revoke: 'Revocar', revokeOf: (name) => `Revocar ${name}`, revokeTitle: (name) => `¿Revocar el token «${name}»?`,
    revokeMessage: 'Los programas que lo usan pierden el acceso de inmediato.',
  },
};

/** @type {typeof import('./voice-words.js').words} */
export const voice = {
  title: 'Tu voz', label: 'Reconocer mi voz en las reuniones', gone: 'Se ha borrado tu huella de voz.', agreed: 'Has aceptado. Tu voz se aprenderá en la próxima reunión.',
  hint: 'Si aceptas, las reuniones en una misma sala aprenden tu voz y te asignan las líneas que dices, también fuera de tu turno. Para ello, Standups guarda una huella de voz: números que describen tu voz, cifrados y sin grabación. Son datos biométricos.',
  end: 'Se borra cuando desactivas esto, cuando se te quita y tras 90 días sin uso. Las transcripciones quedan como están.',
  since: (moment) => `Aceptaste el ${moment}.`, none: 'Aún no hay huella de voz.',
  print: (duration) => `Huella de voz de ${duration} de habla.`, used: (moment) => `Último uso: ${moment}.`,
};
