// German words of persons, teams, invitations and tokens.
import { plurals } from '../../Gateway/Page/plurals.js';

const c = plurals('de');

export const places = { people: { title: 'Personen' }, teams: { title: 'Teams' }, tokens: { title: 'Tokens' } };

/** @type {typeof import('./words.js').words} */
export const words = {
  roles: { observer: 'Nur Ansicht', member: 'Mitglied', admin: 'Admin', operator: 'Betrieb' },
  save: 'Speichern', add: 'Hinzufügen', remove: 'Entfernen', name: 'Name', email: 'E-Mail', zone: 'Zeitzone', role: 'Rolle',
  until: (moment) => `Gültig bis ${moment}`, members: (count) => c(count, { one: '# Mitglied', other: '# Mitglieder' }),
  denied: 'Das sehen nur der Betrieb und Admins eines Teams.',
  people: {
    search: 'Nach Namen suchen', none: 'Noch keine Personen', notFound: 'Keine Person mit diesem Namen',
      hint: 'Füge die Personen deiner Teams hinzu.', add: 'Person hinzufügen', gone: 'Person nicht gefunden. Vielleicht wurde sie entfernt.',
    edit: 'Bearbeiten', editTitle: 'Person bearbeiten', info: 'Person', operator: 'Betreibt die Installation', unset: 'Nicht festgelegt',
    history: 'Verlauf', identities: 'Konten', noIdentities: 'Keine Konten. Diese Person meldet sich mit Einladungen an.',
    granted: (issuer) => `Von ${issuer}`,
    remove: 'Person entfernen', removeTitle: (name) => `${name} entfernen?`,
    removeMessage: (teams, accounts) =>
      [teams && `${c(teams, { one: '# Rolle in einem Team geht', other: '# Rollen in Teams gehen' })} verloren.`, accounts && `${c(accounts, { one: '# Konto wird', other: '# Konten werden' })} entfernt.`,
        'Die Person wird abgemeldet, ihre Einladungen und Tokens werden widerrufen.'].filter(Boolean).join(' '),
    removeStays: 'Name und Worte in Standups und vergangenen Meetings bleiben. Um auch sie zu löschen, nimm „Worte und Namen löschen“.',
    removeSelf: 'Das bist du: Du verlierst den Zugriff.', removed: (name) => `${name} wurde entfernt.`,
    addIdentity: 'Konto hinzufügen', identityHint: 'Die Person kann sich dann mit diesem Konto anmelden.', issuer: 'Anbieter', subject: 'Konto (seine unveränderliche ID)',
    removeIdentity: 'Konto entfernen', removeIdentityOf: (subject) => `Konto ${subject} entfernen`,
    removeIdentityTitle: (subject) => `Konto „${subject}“ entfernen?`,
    removeIdentityMessage: (name, issuer) => `${name} kann sich damit nicht mehr bei ${issuer} anmelden.`,
    removeIdentityRoles: (teams) => `Auch die Rollen, die dieser Anbieter vergibt, werden entfernt: ${teams}.`,
  },
  erase: {
    erase: 'Worte und Namen löschen …', nameTitle: 'Eine Person löschen', find: 'Suchen',
    hint: 'Der Name wird in Standups, vergangenen Meetings und Fokussitzungen gesucht. Danach siehst du, was gelöscht würde.',
    finding: 'Alle Standups und vergangenen Meetings werden durchsucht …', title: (name) => `${name} endgültig löschen?`,
    none: (name) => `Zu „${name}“ wurde nichts gefunden.`, exact: 'Der Name muss genau so geschrieben sein wie im Standup.',
    message: 'Die Worte anderer bleiben, auch wenn sie diese Person erwähnen. Ein laufender Import wird abgebrochen. Das lässt sich nicht rückgängig machen.',
    go: 'Endgültig löschen', erasing: (count) => c(count, { one: 'Wird gelöscht … Noch # Stelle.', other: 'Wird gelöscht … Noch # Stellen.' }),
    done: (name) => `${name} wurde gelöscht.`, partly: 'Nicht alles wurde gelöscht.',
    remains: 'Sicherungen, exportierte Dateien und zugestellte Webhooks können die Daten noch enthalten.', itsFocus: 'Fokus',
    focus: (count) => `Fokus: ${c(count, { one: '# Sitzung', other: '# Sitzungen' })}`, person: (which) => `Die Person ${which}, mit Rollen und Konten`,
    standup: (title, one) =>
      [`${title}: ${one.isAttendee ? 'nimmt teil, ' : ''}${c(one.meetings, { one: '# vergangenes Meeting', other: '# vergangene Meetings' })}, ${c(one.segments, { one: '# Äußerung', other: '# Äußerungen' })}`,
        one.unattributed && `${c(one.unattributed, { one: '# Text', other: '# Texte' })} ohne bekannte Person (bleibt)`].filter(Boolean).join(', '),
  },
  teams: {
    title: 'Teams', none: 'Keine Teams', noTeams: 'In keinem Team', add: 'Team hinzufügen', id: 'ID (optional)',
      idHint: 'Buchstaben a–z, Ziffern und „-“. Sie ändert sich nie. Standard: aus dem Namen gebildet.',
    gone: 'Team nicht gefunden. Vielleicht wurde es entfernt.', members: 'Mitglieder', noMembers: 'Noch keine Mitglieder',
    addMember: 'Mitglied hinzufügen', addMemberHint: 'Gib die E-Mail-Adresse einer Person ein, die der Betrieb hinzugefügt hat.',
    addTo: 'Zu Team hinzufügen', choose: 'Team wählen', roleOf: (name) => `Rolle von ${name}`,
    roleIn: (team) => `Rolle in ${team}`, removeOf: (name) => `${name} entfernen`, removeFrom: (team) => `Aus ${team} entfernen`,
    removeTitle: (name) => `${name} aus dem Team entfernen?`, removeMessage: 'Die Person bleibt in ihren anderen Teams.',
    rename: 'Team umbenennen', renameIt: 'Umbenennen', renameHint: (id) => `Die ID bleibt „${id}“.`, delete: 'Team entfernen', deleteTitle: (name) => `Team „${name}“ entfernen?`,
    deleteMessage: (members, id) => `${members ? `${c(members, { one: '# Person verliert ihre', other: '# Personen verlieren ihre' })} Rolle darin. ` : ''}Seine Tokens werden widerrufen, und kein anderes Team kann die ID „${id}“ bekommen. Ein Team mit Standups kann nicht entfernt werden.`,
    removed: (name) => `Das Team „${name}“ wurde entfernt.`,
  },
  retention: {
    title: 'Transkripte', label: 'Aufbewahrung', always: 'Ohne Grenze', days: (days) => c(days, { one: '# Tag', other: '# Tage' }),
    usual: (days) => `${c(days, { one: '# Tag', other: '# Tage' })} (Installation)`,
    pending: (from, before) => `Gilt ab ${from}. Bis dahin: ${before}.`,
    hint: 'Ältere Transkripte, geschriebene Updates und verworfene Meetings werden gelöscht. Eine kürzere Frist gilt nach 24 Stunden.',
    saved: 'Die Aufbewahrung wurde geändert.', undo: 'Rückgängig', undone: 'Die Änderung wurde rückgängig gemacht.',
  },
  invite: {
    title: (name) => `${name} einladen`, invite: 'Einladen', inviteOf: (name) => `${name} einladen`, valid: 'Gültig für',
    spans: [[1, '1 Stunde'], [24, '1 Tag'], [168, '7 Tage'], [720, '30 Tage']],
    go: 'Link erstellen', link: 'Link', once: 'Dieser Link gilt einmal und wird nur jetzt gezeigt. Sende ihn nur an diese Person.',
    list: 'Offene Einladungen', none: 'Keine offenen Einladungen', withdraw: 'Zurückziehen', withdrawOf: (name) => `Einladung von ${name} zurückziehen`,
  },
  tokens: {
    hint: 'Mit einem Token sendet ein Programm Anfragen über HTTP.', none: 'Keine Tokens', add: 'Token hinzufügen', team: 'Team', all: 'Alle Teams',
      expires: 'Läuft ab nach', never: 'Nie',
    spans: [[7, '7 Tage'], [30, '30 Tage'], [90, '90 Tage'], [365, '1 Jahr']],
    token: 'Token', once: 'Dieser Token wird nur jetzt gezeigt. Speichere ihn dort, wo das Programm ihn liest.',
    of: (role, team) => `${role}, ${team}`, person: (name) => `Als ${name}`,
    commands: (names) => `Nur ${names}`, used: (moment) => `Zuletzt benutzt ${moment}`, unused: 'Nie benutzt',
    ends: (moment) => `Läuft ab ${moment}`, ended: (moment) => `Abgelaufen ${moment}`, endless: 'Läuft nicht ab',
    revoke: 'Widerrufen', revokeOf: (name) => `${name} widerrufen`, revokeTitle: (name) => `Token „${name}“ widerrufen?`,
    revokeMessage: 'Programme, die ihn benutzen, verlieren sofort den Zugriff.',
  },
};

/** @type {typeof import('./voice-words.js').words} */
export const voice = {
  title: 'Deine Stimme', label: 'Meine Stimme in Meetings erkennen', gone: 'Dein Stimmprofil wurde gelöscht.', agreed: 'Du hast zugestimmt. Deine Stimme wird im nächsten Meeting gelernt.',
  hint: 'Wenn du zustimmst, lernen Meetings in einem Raum deine Stimme und geben dir die Zeilen, die du sprichst, auch außerhalb deiner Redezeit. Dafür speichert Standups ein Stimmprofil: Zahlen, die deine Stimme beschreiben, verschlüsselt und ohne Aufnahme. Das sind biometrische Daten.',
  end: 'Es wird gelöscht, wenn du dies ausschaltest, wenn du entfernt wirst und wenn es 90 Tage lang nicht benutzt wurde. Transkripte bleiben, wie sie sind.',
  since: (moment) => `Du hast am ${moment} zugestimmt.`, none: 'Noch kein Stimmprofil.',
  print: (duration) => `Stimmprofil aus ${duration} Sprache.`, used: (moment) => `Zuletzt benutzt: ${moment}.`,
};
