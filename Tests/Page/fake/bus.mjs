// Standups in memory: enough of the services' behaviour to test the page with failures on demand.
import { randomUUID } from 'node:crypto';
import { Directory, Refused } from './directory.mjs';
import { check, checkBreaks, counted, first, holidays as readHolidays } from './schedules.mjs';

export { Refused };

const actions = {
  speechAuthorization: () => ['allow', 'dontAllow', 'cancel'], speechDenied: () => ['continueWithoutRecording', 'openSettings', 'cancel'],
  endMeeting: ({ isDiscardable }) => (isDiscardable ? ['saveAndEnd', 'discard', 'resume'] : ['saveAndEnd', 'resume']), paused: () => ['resume', 'saveAndEnd', 'discard'], speechFailed: () => ['continueMeeting', 'discard'],
};

/** Time for which the end of a meeting can be undone, in milliseconds. */
const undoMs = 10_000;

export class Bus extends Directory {
  epoch = randomUUID();
  journal = [];
  standups = new Map();
  past = new Map();
  live = new Map();
  consent = new Map();
  notes = [];
  updates = new Map();
  dictations = new Map();
  retention = new Map();
  discarded = [];
  letters = [];
  focus = new Map();
  items = [];
  alert = null;
  schedules = new Map();
  heard = new Set();
  timer = setInterval(() => this.tick(), 50);

  publish(type, subject, data, isKept = true, by = undefined) {
    const event = { ...(by && { by }), specversion: '1.0', id: randomUUID(), source: '/standups/fake', type, subject, data, time: new Date().toISOString(), datacontenttype: 'application/json' };
    if (isKept) {
      Object.assign(event, { epoch: this.epoch, sequence: String(this.journal.length + 1).padStart(20, '0') });
      this.journal.push(event);
    }
    for (const hear of this.heard) hear(event);
  }

  summary(standup) {
    const past = this.past.get(standup.id) ?? [];
    const live = [...this.live.values()].find((each) => each.standup.id === standup.id);
    return { standup, meetings: past.length, ...(past[0] && { lastMeeting: past[0].date }), ...(live && { live: live.id }) };
  }

  snapshot() {
    return { epoch: this.epoch, sequence: this.journal.length, standups: [...this.standups.values()].map((each) => this.summary(each)), meetings: [...this.live.values()].map((each) => this.show(each)) };
  }

  elapsed(live) { return Math.min(live.standup.mayRunOver ? Infinity : this.duration(live), live.elapsedMs + (live.isRunning ? Date.now() - live.at : 0)); }

  show(live) {
    return { elapsedMs: this.elapsed(live), session: {
      id: live.id, standup: live.standup, clock: { elapsedMs: live.elapsedMs, at: { wallMs: live.at, boot: '', uptimeUs: 0 }, isRunning: live.isRunning }, speakerIndex: live.speaker,
      floor: [{ elapsedMs: 0, sinceMs: 0, speakerIndex: 0, isRunning: true }], segments: live.segments, heardLines: [], transcript: '', isRecording: live.isRecording, ...(live.heard && { heard: live.heard }),
      ...(live.agenda && { agenda: live.agenda }), ...(live.lineup && { lineup: live.lineup }), ...this.undo(live), ...(live.warnedMs && { warnedMs: live.warnedMs }), ...(live.alert && { destination: { alert: live.alert } }), ...(live.startedAt && { startedAt: { wallMs: live.startedAt, boot: '', uptimeUs: 0 } }),
    } };
  }

  hold(live, alert) {
    live.elapsedMs = this.elapsed(live);
    Object.assign(live, { at: Date.now(), isRunning: false, alert });
    const [name] = Object.keys(alert);
    this.publish('meeting.alertPresented', live.id, { alert, actions: actions[name](alert[name]), elapsedMs: live.elapsedMs }, true, this.by);
  }

  run(live) {
    Object.assign(live, { at: Date.now(), isRunning: true, alert: null });
    if (live.startedAt) return;
    live.startedAt = Date.now();
    this.publish('meeting.started', live.id, { standup: live.standup, isRecording: live.isRecording, ...(live.lineup && { lineup: live.lineup }) });
  }

  end(live, ending) {
    const { standup } = live;
    const meeting = this.minutes(live, ending);
    this.live.delete(live.id);
    this.updates.delete(standup.id);
    return this.save(standup, meeting, this.mayReopen(live));
  }

  /** Adds a past meeting. */
  save(standup, meeting, undo) {
    this.past.set(standup.id, [meeting, ...(this.past.get(standup.id) ?? [])]);
    this.publish('meeting.finished', meeting.id, { standup: standup.id, title: standup.title, meeting, ...undo });
    return meeting;
  }

  /** A live meeting as a past one. */
  minutes(live, ending) {
    const { standup } = live;
    const durationMs = this.elapsed(live);
    return { id: live.id, date: new Date(live.startedAt).toISOString(), durationMs: Math.min(durationMs, Date.now() - live.startedAt), plannedMs: standup.durationMs, pausedMs: 0, ...this.attendance(live), ending, segments: live.segments, transcript: live.segments.map(({ text }) => text).join('\n'), attendees: standup.attendees,
      ...(this.updates.get(standup.id)?.length && { updates: this.updates.get(standup.id) }), ...(this.notesOf(live.id).length && { notes: this.notesOf(live.id) }), turns: standup.attendees.map(({ id }, index) => ({ attendee: id, fromMs: Math.floor((standup.durationMs * index) / standup.attendees.length), toMs: Math.floor((standup.durationMs * (index + 1)) / standup.attendees.length) })) };
  }

  /** Attendees who are absent at the end, and those who arrived late. */
  attendance({ standup: { id, attendees }, lineup, agenda: { away = [], returned = [] } = {} }) {
    const out = (lineup?.absent ?? []).filter((each) => attendees.every((other) => other.id !== each));
    const absent = [...out.map((each) => this.standup(id).attendees.find((other) => other.id === each)), ...away.map((place) => attendees[place])];
    const late = attendees.filter((each, place) => !away.includes(place) && (lineup?.absent.includes(each.id) || returned.includes(place))).map((each) => each.id);
    return { absent, ...(late.length && { late }) };
  }

  notesOf(meeting) { return this.notes.filter((note) => note.meeting === meeting); }

  discard(live) {
    if (live.startedAt) {
      const kept = { live, meeting: this.minutes(live, 'saved'), at: Date.now() };
      this.discarded.unshift(kept);
      setTimeout(() => {
        if (this.discarded.includes(kept)) this.publish('meeting.erased', live.id, { standup: live.standup.id, reason: 'discarded' });
      }, undoMs).unref();
    }
    this.live.delete(live.id);
    this.notes = this.notes.filter(({ meeting }) => meeting !== live.id);
    this.publish('meeting.discarded', live.id, { elapsedMs: this.elapsed(live), ...this.mayReopen(live) });
  }

  /** The end of a meeting that had started can be undone for ten seconds. */
  mayReopen(live) {
    if (!live.startedAt) return {};
    this.ended = { live, change: randomUUID(), until: new Date(Date.now() + undoMs).toISOString() };
    return { undo: { change: this.ended.change, until: this.ended.until } };
  }

  /** Notes the state before a change, which can be undone for ten seconds. */
  mayUndo(live, kind) {
    const { speaker, standup, agenda } = live;
    live.undo = { change: randomUUID(), kind, attendee: this.speakers(live)[speaker].id, until: new Date(Date.now() + 10_000).toISOString() };
    live.before = { speaker, standup, agenda: structuredClone(agenda), elapsedMs: this.elapsed(live) };
  }

  undo(live) { return live.undo && { undo: live.undo }; }

  duration(live) { return live.agenda ? live.agenda.turnsMs.reduce((sum, turn) => sum + turn) : live.standup.durationMs; }

  speakers(live) { return live.agenda ? live.agenda.order.map((place) => live.standup.attendees[place]) : live.standup.attendees; }

  boundary(live, index) {
    if (live.agenda) return live.agenda.turnsMs.slice(0, index).reduce((sum, turn) => sum + turn, 0);
    const weigh = (people) => people.reduce((sum, { weight = 1 }) => sum + weight, 0);
    const { attendees, durationMs } = live.standup;
    return Math.floor((durationMs * weigh(attendees.slice(0, index))) / weigh(attendees));
  }

  change(live, cause, how, attendee) {
    const at = this.elapsed(live);
    const count = this.speakers(live).length;
    live.agenda ??= { order: [...Array(count).keys()], turnsMs: [...Array(count).keys()].map((index) => this.boundary(live, index + 1) - this.boundary(live, index)) };
    how(live.agenda, at);
    this.publish('meeting.agendaChanged', live.id, { agenda: live.agenda, cause, durationMs: this.duration(live), elapsedMs: at, ...(attendee && { attendee }), ...this.undo(live) });
  }

  speak(live, speaker, cause) {
    if (cause === 'time') live.undo = undefined;
    live.speaker = speaker;
    this.publish('meeting.speakerChanged', live.id, { attendee: this.speakers(live)[speaker], cause, elapsedMs: this.elapsed(live), speaker, ...this.undo(live) });
  }

  tick() {
    for (const live of this.live.values()) {
      if (!live.isRunning) continue;
      const at = this.elapsed(live);
      while (live.speaker + 1 < this.speakers(live).length && at >= this.boundary(live, live.speaker + 1)) this.speak(live, live.speaker + 1, 'time');
      const [from, to] = [this.boundary(live, live.speaker), this.boundary(live, live.speaker + 1)];
      const { warnMs } = live.standup;
      if (warnMs && warnMs < to - from && to - warnMs <= at && at < to && live.warnedMs !== to) {
        live.warnedMs = to;
        this.publish('meeting.turnEnding', live.id, { attendee: this.speakers(live)[live.speaker], elapsedMs: at, leftMs: to - at, speaker: live.speaker });
      }
      if (at >= this.duration(live) && live.standup.mayRunOver) {
        if (!live.isOver) this.publish('meeting.runningOver', live.id, { elapsedMs: this.duration(live), endsMs: this.duration(live) + 14_400_000 });
        live.isOver = true;
      } else if (at >= this.duration(live)) { this.end(live, 'timeUp'); continue; }
      const second = Math.floor(at / 1000);
      if (second === live.second) continue;
      live.second = second;
      this.publish('meeting.tick', live.id, { durationMs: this.duration(live), elapsedMs: second * 1000, speaker: live.speaker, speakers: this.speakers(live).length, turnEndsMs: this.boundary(live, live.speaker + 1) }, false);
    }
  }

  say(meeting, text, isPartial) {
    const live = this.find(meeting);
    const at = this.elapsed(live);
    if (isPartial) return this.publish('meeting.partial', meeting, { text, fromMs: at, toMs: at }, false);
    const attendee = this.speakers(live)[live.speaker];
    const segment = { attendee: attendee.id, speaker: attendee.name, fromMs: at, toMs: at + 900, text };
    live.segments.push(segment);
    live.heard = { stream: 'fake', untilMs: Date.now() - live.startedAt };
    return this.publish('meeting.segment', meeting, { segment });
  }

  find(id) {
    const live = this.live.get(id);
    if (!live) throw new Refused('not_found', 'This meeting is not running.');
    return live;
  }

  standup(id) {
    const standup = this.standups.get(id);
    if (!standup) throw new Refused('not_found', 'There is no such standup.');
    return standup;
  }

  people(drafts, known = []) {
    const people = (drafts ?? []).filter(({ name }) => name.trim()).map(({ id, name, weight, person = known.find((each) => each.id === id)?.person }) => ({ id: id ?? randomUUID(), name, ...(weight > 1 && { weight }), ...(person && { person }) }));
    for (const { person } of people) if (person && this.persons.every(({ id }) => id !== person)) throw new Refused('not_found', 'No such person has a role in the team.');
    return people.length ? people : [{ id: randomUUID(), name: '' }];
  }

  ask(target, body, session) {
    const handler = this[target];
    if (!handler) throw new Refused('unroutable', `Nobody answers “${target}”.`);
    this.by = session?.person && `person/${session.person}`;
    return handler.call(this, body, session);
  }

  'standups.status'() { return { standups: this.standups.size, live: this.live.size, ...(this.alert && { destination: { alert: this.alert } }) }; }
  'standups.answer'({ action }) {
    this.alert = null;
    if (action === 'loadSamples') for (const [title, theme, names] of [['Design', 'orange', ['Ada', 'Barbara']], ['Product', 'poppy', ['Margaret', 'Radia']], ['Engineering', 'periwinkle', ['Katherine']]]) this['standups.create']({ title, theme, attendees: names.map((name) => ({ name })) });
    return this['standups.status']();
  }
  'standups.create'({ title = '', durationMs = 300_000, theme = 'bubblegum', attendees, warnMs, mayRunOver, team, language }) {
    const standup = { id: randomUUID(), title, durationMs, theme, ...(team && team !== 'default' && { team }), attendees: this.people(attendees), ...(warnMs && { warnMs }), ...(mayRunOver && { mayRunOver }), ...(language && { language }), revision: 1 };
    this.standups.set(standup.id, standup);
    this.publish('standup.created', standup.id, { standup });
    return standup;
  }
  'standups.list'({ limit = 1000, after = 0 }) {
    const end = Number(after) + limit;
    return { standups: [...this.standups.values()].slice(Number(after), end).map((each) => this.summary(each)), ...(end < this.standups.size && { next: String(end) }) };
  }
  'cells.list'() { return { version: 0, cells: [] }; }
  'standups.edit'({ id, revision, attendees, isArchived, language, ...rest }) {
    const { isArchived: wasArchived, language: spoken, ...old } = this.standup(id);
    if (revision !== undefined && revision !== old.revision) throw new Refused('conflict', 'The standup was changed since.', { revision: old.revision });
    if (isArchived && this.summary(old).live) throw new Refused('conflict', 'This standup is in a meeting; end the meeting first.', { meeting: this.summary(old).live });
    const standup = { ...old, ...((isArchived ?? wasArchived) && { isArchived: true }), ...((language ?? spoken) && { language: language ?? spoken }), ...rest, ...(attendees && { attendees: this.people(attendees, old.attendees) }), revision: old.revision + 1 };
    this.standups.set(id, standup);
    this.publish('standup.updated', id, { standup });
    return standup;
  }
  mark(id, attendee, untilMs) {
    const old = this.standup(id);
    if (old.attendees.every((each) => each.id !== attendee)) throw new Refused('invalid', 'This is no attendee.');
    const attendees = old.attendees.map(({ absentUntilMs, ...each }) => (each.id === attendee ? { ...each, ...(untilMs && { absentUntilMs: untilMs }) } : { ...each, ...(absentUntilMs && { absentUntilMs }) }));
    const standup = { ...old, attendees, revision: old.revision + 1 };
    this.standups.set(id, standup);
    this.publish('standup.updated', id, { standup });
    return standup;
  }
  'standups.absent'({ id, attendee, untilMs }) { return this.mark(id, attendee, untilMs); }
  'standups.present'({ id, attendee }) { return this.mark(id, attendee); }
  'standups.delete'({ id }) {
    const standup = this.standup(id);
    if (this.summary(standup).live) throw new Refused('conflict', 'This standup is meeting now.');
    this.standups.delete(id);
    this.past.delete(id);
    this.publish('standup.deleted', id, { title: standup.title });
    return {};
  }
  'standups.get'({ id, limit = 20, after }) {
    const standup = this.standup(id);
    const all = this.past.get(id) ?? [];
    const from = Number(after ?? 0);
    return { summary: this.summary(standup), meetings: all.slice(from, from + limit), ...(from + limit < all.length && limit && { next: String(from + limit) }) };
  }
  'meetings.stats'({ standup: id, person, fromMs = 0, toMs = Infinity }) {
    const standup = this.standup(id);
    const counted = (each) => !person || each.person === person;
    const all = (this.past.get(id) ?? []).filter(({ date }) => Date.parse(date) >= fromMs && Date.parse(date) < toMs)
      .filter((each) => [...(each.attendees ?? []), ...(each.absent ?? [])].some(counted));
    const rows = new Map();
    const weeks = new Map();
    const zero = { present: 0, late: 0, absent: 0, spoke: 0, spokenMs: 0, plannedMs: 0, over: 0, overMs: 0 };
    const meetings = all.map(({ id: meeting, date, durationMs, plannedMs, pausedMs, attendees = [], absent, late = [], turns = [] }) => {
      const startMs = Math.floor((Date.parse(date) - 345_600_000) / 604_800_000) * 604_800_000 + 345_600_000;
      const week = weeks.get(startMs) ?? { startMs, meetings: 0, durationMs: 0, plannedMs: 0, spokenMs: 0, present: 0, late: 0, absent: 0 };
      weeks.set(startMs, week);
      week.meetings += 1;
      week.durationMs += durationMs ?? 0;
      week.plannedMs += plannedMs ?? 0;
      const isAway = (who) => absent?.some((each) => each.id === who);
      for (const each of new Map([...attendees, ...(absent ?? [])].map((one) => [one.id, one])).values()) {
        if (!counted(each)) continue;
        const row = rows.get(each.id) ?? { id: each.id, name: each.name, ...(each.person && { person: each.person }), ...zero };
        rows.set(each.id, row);
        const kind = absent && (isAway(each.id) ? 'absent' : 'present');
        if (kind) { row[kind] += 1; week[kind] += 1; }
        if (late.includes(each.id)) { row.late += 1; week.late += 1; }
        const own = turns.filter(({ attendee }) => attendee === each.id);
        if (!own.length) continue;
        const spoken = own.reduce((sum, turn) => sum + turn.toMs - turn.fromMs, 0);
        const planned = own.reduce((sum, turn) => sum + (turn.plannedMs ?? 0), 0);
        row.spoke += 1;
        row.spokenMs += spoken;
        row.plannedMs += planned;
        week.spokenMs += spoken;
        if (spoken > planned && own.every((turn) => turn.plannedMs !== undefined)) { row.over += 1; row.overMs += spoken - planned; }
      }
      return { id: meeting, date, durationMs, plannedMs, pausedMs, ...(absent && { present: attendees.filter((each) => !isAway(each.id)).length, late: late.length, absent: absent.length }) };
    });
    return { fromMs, toMs, meetings, attendees: [...rows.values()].map((row) => ({ ...row, name: standup.attendees.find((each) => each.id === row.id)?.name ?? row.name })), weeks: [...weeks.values()] };
  }
  'standups.deleteMeeting'({ standup: id, meeting }) {
    const standup = this.standup(id);
    this.past.set(id, (this.past.get(id) ?? []).filter((each) => each.id !== meeting));
    this.publish('standup.updated', id, { standup, deletedMeeting: meeting });
    return {};
  }
  'standups.followUps'({ standup }) {
    this.standup(standup);
    return { followUps: this.notes.filter((note) => note.standup === standup && !note.doneMs) };
  }
  'standups.note'({ standup, meeting, attendee, text, last }) {
    const live = this.find(meeting);
    const whose = this.standup(standup).attendees.find(({ id }) => id === attendee) ?? this.speakers(live)[live.speaker];
    const said = last ? live.segments.findLast((each) => each.attendee === whose.id)?.text : text.trim();
    if (!said) throw new Refused('conflict', 'Nothing was said yet.');
    const note = { id: randomUUID(), attendee: whose, text: said, meeting, atMs: Date.now(), standup };
    this.notes.push(note);
    this.publish('meeting.noted', meeting, { followUp: note });
    return note;
  }
  'standups.finishFollowUp'({ standup, followUp }) {
    const note = this.notes.find(({ id, doneMs }) => id === followUp && !doneMs);
    if (!note) throw new Refused('not_found', 'It is not open.');
    note.doneMs = Date.now();
    this.publish('standup.followUpDone', standup, { followUp, attendee: note.attendee.id, meeting: note.meeting });
    return note;
  }
  'standups.updates'({ standup }) {
    this.standup(standup);
    return { updates: this.updates.get(standup) ?? [] };
  }
  'standups.writeUpdate'({ standup: id, attendee, text }, session) {
    const standup = this.standup(id);
    const whose = standup.attendees.find((each) => (attendee ? each.id === attendee : each.person && each.person === session?.person));
    if (!whose) throw new Refused('invalid', 'No attendee of this standup is linked to you.');
    if (!text.trim() || [...text].length > 4000) throw new Refused('invalid', 'An update must not be blank or longer than 4000 characters.');
    const live = this.summary(standup).live;
    const update = { attendee: whose, text: text.trim(), atMs: Date.now(), ...(session?.person && session.person !== whose.person && { by: session.person }) };
    this.updates.set(id, [...(this.updates.get(id) ?? []).filter((each) => each.attendee.id !== whose.id), update]);
    const { text: said, ...rest } = update;
    this.publish('update.written', id, { ...rest, ...(live && { text: said }) });
    return { ...rest, ...(live && { meeting: live }) };
  }
  'standups.removeUpdate'({ standup, attendee }) {
    const all = this.updates.get(standup) ?? [];
    if (all.every((each) => each.attendee.id !== attendee)) throw new Refused('not_found', 'This attendee has no written update.');
    this.updates.set(standup, all.filter((each) => each.attendee.id !== attendee));
    this.publish('update.removed', standup, { attendee });
    return {};
  }
  'standups.search'({ query, standup: only, person, fromMs = 0, toMs = Infinity, offset = 0 }) {
    const words = query.toLowerCase().match(/\p{L}+/gu) ?? [];
    const matches = (text) => words.every((word) => text.toLowerCase().includes(word));
    const marked = (text) => text.slice(0, 160).replace(new RegExp(words.join('|'), 'gi'), (word) => `\u0002${word}\u0003`);
    const takesPart = (all = []) => !person || all.some((each) => each.person === person);
    const hits = [];
    for (const [standup, meetings] of this.past) {
      for (const meeting of meetings) {
        const at = Date.parse(meeting.date);
        if ((only && standup !== only) || at < fromMs || at >= toMs || !matches(meeting.transcript) || !takesPart(meeting.attendees)) continue;
        hits.push({ standup, title: this.standup(standup).title, meeting, snippet: marked(meeting.transcript) });
      }
    }
    const isRestricted = only || offset || fromMs || toMs !== Infinity;
    const text = ({ title, attendees }) => `${title}: ${attendees.map(({ name }) => name).join(', ')}`;
    const standups = isRestricted ? [] : [...this.standups.values()].filter((each) => matches(text(each)) && takesPart(each.attendees));
    return { hits, total: hits.length, ...(standups.length && { standups: standups.map((each) => ({ id: each.id, title: each.title, snippet: marked(text(each)) })) }) };
  }
  hasStandups(team) { return [...this.standups.values()].some((each) => (each.team ?? 'default') === team); }
  'standups.findPerson'({ name }) {
    const isNamed = (each) => each.name?.trim() === name.trim();
    const found = [...this.standups.values()].map((standup) => {
      const past = this.past.get(standup.id) ?? [];
      const spoken = (meeting) => meeting.segments.filter(({ speaker }) => speaker?.trim() === name.trim());
      return { standup: standup.id, isAttendee: standup.attendees.some(isNamed), unattributed: 0,
        meetings: past.filter((each) => each.attendees.some(isNamed) || spoken(each).length).length, segments: past.reduce((sum, each) => sum + spoken(each).length, 0) };
    });
    return { standups: found.filter(({ isAttendee, meetings }) => isAttendee || meetings) };
  }
  'standups.forgetPerson'({ standup: id, name }) {
    const old = this.standup(id);
    if (this.summary(old).live) throw new Refused('conflict', 'This standup is meeting now.', { meeting: this.summary(old).live });
    const { meetings = 0, segments = 0 } = this['standups.findPerson']({ name }).standups.find(({ standup }) => standup === id) ?? {};
    const isOther = (each) => each.name?.trim() !== name.trim();
    const standup = { ...old, attendees: this.people(old.attendees.filter(isOther), old.attendees), revision: old.revision + 1 };
    this.standups.set(id, standup);
    for (const meeting of this.past.get(id) ?? []) {
      meeting.attendees = meeting.attendees.filter(isOther);
      meeting.segments = meeting.segments.filter(({ speaker }) => speaker?.trim() !== name.trim());
      meeting.transcript = meeting.segments.map(({ text }) => text).join('\n');
    }
    this.publish('standup.updated', id, { standup });
    return { meetings, segments };
  }
  'meetings.start'({ standup: id, absent = [], present = [], order = 'listed' }) {
    const all = this.standup(id);
    if (all.isArchived) throw new Refused('conflict', 'This standup is archived; unarchive it before you start a meeting.');
    const away = [...absent, ...all.attendees.filter((each) => Date.now() < each.absentUntilMs && !present.includes(each.id)).map((each) => each.id)];
    const attendees = all.attendees.filter((each) => !away.includes(each.id)).map((each) => ({ ...each, absentUntilMs: undefined }));
    if (order === 'lastFirst') attendees.reverse();
    const standup = { ...all, attendees };
    if (!attendees.length) throw new Refused('invalid', 'No attendees are left to take part.');
    const running = this.summary(all).live;
    if (running) throw new Refused('conflict', 'This standup is meeting already.', { meeting: running });
    const { status: consent, reason } = this['transcription.authorization']({ subject: id, language: all.language });
    const live = { id: randomUUID(), standup, elapsedMs: 0, at: Date.now(), isRunning: false, speaker: 0, isRecording: consent === 'authorized', segments: [], alert: null, second: 0, startedAt: 0,
      ...((away.length || order !== 'listed') && { lineup: { absent: away, order } }) };
    this.live.set(live.id, live);
    if (consent === 'notDetermined') this.hold(live, { speechAuthorization: {} });
    else if (consent === 'denied') this.hold(live, { speechDenied: {} });
    else if (consent === 'restricted') this.hold(live, { speechRestricted: { reason } });
    else this.run(live);
    return this.show(live);
  }
  'meetings.get'({ id }) { return this.show(this.find(id)); }
  'meetings.next'({ id, from }) {
    const live = this.find(id);
    if (live.alert) throw new Refused('conflict', 'A question is open.');
    if (from !== undefined && from < live.speaker) return this.show(live);
    if (live.speaker + 1 >= this.speakers(live).length) this.hold(live, { endMeeting: { isDiscardable: false } });
    else {
      this.mayUndo(live, 'next');
      Object.assign(live, { elapsedMs: this.boundary(live, live.speaker + 1), at: Date.now() });
      this.speak(live, live.speaker + 1, 'skipped');
    }
    return this.show(live);
  }
  'meetings.postpone'({ id, from }) {
    const live = this.find(id);
    if (live.alert) throw new Refused('conflict', 'A question is open.');
    if (from < live.speaker) return this.show(live);
    if (live.speaker + 1 >= this.speakers(live).length) throw new Refused('conflict', 'The last speaker cannot be postponed.');
    this.mayUndo(live, 'postpone');
    this.change(live, 'postponed', ({ order, turnsMs }, at) => {
      const used = Math.max(1, Math.min(turnsMs[live.speaker], at - this.boundary(live, live.speaker)));
      turnsMs.push(Math.max(250, turnsMs[live.speaker] - used));
      turnsMs[live.speaker] = used;
      order.push(order[live.speaker]);
    });
    this.speak(live, live.speaker + 1, 'skipped');
    return this.show(live);
  }
  'meetings.reorder'({ id, from, order: wanted }) {
    const live = this.find(id);
    if (live.alert) throw new Refused('conflict', 'A question is open.');
    if (from < live.speaker) return this.show(live);
    const coming = this.speakers(live).slice(live.speaker + 1).map((each) => each.id);
    if ([...wanted].sort().join() !== [...coming].sort().join()) throw new Refused('conflict', 'The speakers to come have changed.');
    this.mayUndo(live, 'reorder');
    this.change(live, 'reordered', ({ order, turnsMs }) => {
      const first = live.speaker + 1;
      const turns = wanted.map((each) => first + coming.indexOf(each)).map((index) => [order[index], turnsMs[index]]);
      turns.forEach(([place, turn], index) => { order[first + index] = place; turnsMs[first + index] = turn; });
    });
    return this.show(live);
  }
  'meetings.extend'({ id, from, byMs = 60_000 }) {
    const live = this.find(id);
    if (from === undefined || from === live.speaker) this.change(live, 'extended', ({ turnsMs }) => { turnsMs[live.speaker] += byMs; });
    return this.show(live);
  }
  'meetings.absent'({ id, attendee }) {
    const live = this.find(id);
    const place = live.standup.attendees.findIndex((each) => each.id === attendee);
    this.mayUndo(live, 'absent');
    this.change(live, 'absent', (agenda) => {
      const at = agenda.order.findIndex((each, index) => index > live.speaker && each === place);
      if (at < 0) throw new Refused('conflict', 'No turn to come.');
      agenda.order.splice(at, 1);
      const [freed] = agenda.turnsMs.splice(at, 1);
      agenda.turnsMs[agenda.turnsMs.length - 1] += freed;
      agenda.away = [...agenda.away ?? [], place];
      agenda.returned = agenda.returned?.filter((each) => each !== place);
    });
    return this.show(live);
  }
  'meetings.present'({ id, attendee }) {
    const live = this.find(id);
    const comer = this.standup(live.standup.id).attendees.find((each) => each.id === attendee);
    this.mayUndo(live, 'present');
    this.change(live, 'present', (agenda) => {
      const { order, turnsMs, away = [], returned = [] } = agenda;
      if (live.standup.attendees.every((each) => each.id !== attendee)) live.standup = { ...live.standup, attendees: [...live.standup.attendees, comer] };
      const place = live.standup.attendees.findIndex((each) => each.id === attendee);
      order.push(place);
      turnsMs.push(10_000);
      if (away.includes(place)) Object.assign(agenda, { away: away.filter((each) => each !== place), returned: [...returned, place] });
    }, comer);
    return this.show(live);
  }
  /** A schedule as a reply contains it. A list has one time, and no days of the calendar. */
  schedule({ subject, rule, mode, remindMs, closesAfterMs, asksLocally, holidays, breaks = [] }, isAlone) {
    const off = holidays && { ...holidays, source: undefined, ...(!isAlone && { skipped: [], observances: [], observe: undefined, ignore: undefined }) };
    return { subject, rule, mode, ...(remindMs && { remindMs }), ...(closesAfterMs && { closesAfterMs }), ...(asksLocally && { asksLocally }), ...(off && { holidays: off }), ...(breaks.length && { breaks: isAlone ? breaks : breaks.slice(0, 1) }),
      next: first(rule, isAlone ? 5 : 1, holidays?.skipped.map(({ day }) => day), breaks) };
  }
  'schedule.list'() { return { schedules: [...this.schedules.values()].map((each) => this.schedule(each)), total: this.schedules.size }; }
  'schedule.set'({ subject, rule, mode = 'ask', remindMs, closesAfterMs, asksLocally, holidays, breaks = this.schedules.get(subject)?.breaks ?? [] }) {
    this.standup(subject);
    if ((mode === 'write') !== !!closesAfterMs) throw new Refused('invalid', 'Only a standup in writing has a time for updates.', { field: 'closesAfterMs' });
    check(rule);
    checkBreaks(breaks);
    const schedule = { subject, rule: counted(rule), mode, breaks: [...breaks].sort((one, other) => (one.from < other.from ? -1 : 1)), remindMs, closesAfterMs, asksLocally, ...(holidays && { holidays: readHolidays(holidays, this.schedules.get(subject)?.holidays) }) };
    this.schedules.set(subject, schedule);
    this.publish('schedule.changed', subject, { schedule: this.schedule(schedule) });
    return this.schedule(schedule, true);
  }
  'schedule.get'({ subject }) {
    const schedule = this.schedules.get(subject);
    if (!schedule) throw new Refused('not_found', 'It has no schedule.');
    return this.schedule(schedule, true);
  }
  'schedule.next'({ subject, rule, breaks = [], count = 10 }) {
    checkBreaks(breaks);
    if (rule) check(rule);
    return { times: rule ? first(counted(rule), count, [], breaks) : this['schedule.get']({ subject }).next };
  }
  'schedule.remove'({ subject }) {
    if (!this.schedules.delete(subject)) throw new Refused('not_found', 'It has no schedule.');
    this.publish('schedule.removed', subject, { subject });
    return {};
  }
  'meetings.undo'({ id, change }) {
    const live = this.live.get(id);
    const done = live ? live.undo : this.ended?.live.id === id ? this.ended : undefined;
    if (done?.change !== change || Date.now() >= Date.parse(done.until)) throw new Refused('conflict', 'This change can no longer be undone.');
    if (!live) {
      const { standup } = this.ended.live;
      const again = Object.assign(this.ended.live, { isRunning: true, at: Date.now(), alert: null });
      this.live.set(id, again);
      this.discarded = this.discarded.filter(({ live: each }) => each !== again);
      const { updates } = this.past.get(standup.id)?.find((each) => each.id === id) ?? {};
      if (updates) this.updates.set(standup.id, updates);
      this.past.set(standup.id, (this.past.get(standup.id) ?? []).filter((each) => each.id !== id));
      this.publish('meeting.reopened', id, { elapsedMs: again.elapsedMs });
      return this.show(again);
    }
    Object.assign(live, live.before, { at: Date.now(), undo: undefined });
    const agenda = live.agenda ?? { order: [...live.standup.attendees.keys()], turnsMs: [...live.standup.attendees.keys()].map((index) => this.boundary(live, index + 1) - this.boundary(live, index)) };
    this.publish('meeting.undone', id, { change, kind: done.kind, speaker: live.speaker, attendee: this.speakers(live)[live.speaker], elapsedMs: live.elapsedMs, agenda, durationMs: this.duration(live) });
    return this.show(live);
  }
  'meetings.pause'({ id }) {
    const live = this.find(id);
    if (live.alert) throw new Refused('conflict', 'A question is open.');
    this.hold(live, { paused: {} });
    return this.show(live);
  }
  'meetings.end'({ id }) {
    const live = this.find(id);
    if (live.alert) throw new Refused('conflict', 'A question is open.');
    this.hold(live, { endMeeting: { isDiscardable: true } });
    return this.show(live);
  }
  'meetings.answer'({ id, action }) {
    const live = this.find(id);
    if (!live.alert) throw new Refused('conflict', 'No question is open.');
    const [name] = Object.keys(live.alert);
    if (!actions[name](live.alert[name]).includes(action)) throw new Refused('conflict', 'The question does not take this answer.');
    this.publish('meeting.alertDismissed', id, { action, elapsedMs: live.elapsedMs });
    live.alert = null;
    if (action === 'cancel' || action === 'discard') { this.discard(live); return { discarded: {} }; }
    if (action === 'saveAndEnd') return { finished: this.end(live, 'saved') };
    if (action === 'allow' || action === 'openSettings') { this.consent.set(live.standup.id, 'authorized'); live.isRecording = true; }
    if (action === 'dontAllow') this.consent.set(live.standup.id, 'denied');
    this.run(live);
    return { live: this.show(live) };
  }
  'standups.retention'() { return { teams: [...this.retention.values()] }; }
  'standups.setRetention'({ team, days }) {
    const before = this.retention.get(team)?.days;
    if (!days) this.retention.delete(team);
    const changed = { team, ...(days && { days }), ...(days && days < (before ?? Infinity) && { ...(before && { before }), fromMs: Date.now() + 86_400_000 }) };
    if (days) this.retention.set(team, changed);
    return changed;
  }
  'meetings.listDiscarded'({ standup: id }) {
    const found = this.discarded.filter(({ live, at }) => (!id || live.standup.id === id) && Date.now() >= at + undoMs);
    return { meetings: found.map(({ live: { standup }, meeting, at }) => ({ meeting: meeting.id, standup: standup.id, title: standup.title, date: meeting.date, durationMs: meeting.durationMs,
      lines: meeting.segments.length, at: new Date(at).toISOString(), until: new Date(at + 7 * 86_400_000).toISOString() })) };
  }
  'meetings.correctLine'({ standup: id, meeting: wanted, line, was, text, attendee, isHeard }) {
    const live = this.live.get(wanted);
    const meeting = live ?? (this.past.get(id) ?? []).find((each) => each.id === wanted);
    const now = meeting?.segments[line];
    if (!now) throw new Refused('not_found', 'The transcript has no such line.');
    if (was.text !== now.text || was.attendee !== now.attendee || was.fromMs !== now.fromMs) throw new Refused('conflict', 'Someone else has changed this line in the meantime. Read it again.');
    const { heard = now.text, heardAttendee = now.attendee, heardSpeaker = now.speaker, ...rest } = now;
    const whose = (live ? this.speakers(live) : meeting.attendees).find((each) => each.id === attendee);
    const said = isHeard ? heard : text ?? now.text;
    const speaker = isHeard || attendee === heardAttendee ? { attendee: heardAttendee, speaker: heardSpeaker } : whose ? { attendee, speaker: whose.name } : {};
    const segment = { ...rest, ...speaker, text: said };
    if (said !== heard) segment.heard = heard;
    if (segment.attendee !== heardAttendee) Object.assign(segment, { heardAttendee, heardSpeaker });
    meeting.segments = meeting.segments.map((each) => (each === now ? segment : each));
    if (live) this.publish('meeting.lineReassigned', wanted, { segment, was: now.attendee });
    else {
      meeting.transcript = meeting.segments.map((each) => each.text).join(' ');
      this.publish('meeting.lineCorrected', wanted, { line, segment });
    }
    return { meeting: wanted, segment };
  }
  'meetings.restore'({ standup: id, meeting }) {
    const found = this.discarded.find((each) => each.meeting.id === meeting && each.live.standup.id === id);
    if (!found) throw new Refused('not_found', `The standup has no discarded meeting ${meeting}. It may have been restored or deleted.`);
    this.discarded = this.discarded.filter((each) => each !== found);
    this.save(this.standup(id), found.meeting);
    return {};
  }
  /** Recognises a line in the first second of a dictation, and another one at its end. */
  'transcription.dictate'({ id, standup, offset, audio = '', stream, isLast }, session) {
    if (id !== `dictation/${session?.person}`) throw new Refused('denied', 'This is the id of another person.');
    if (stream && this.dictations.get(id)?.stream !== stream) throw new Refused('not_found', 'This dictation has ended.');
    if (!stream) {
      if (this.standup(standup).attendees.every(({ person }) => person !== session.person)) throw new Refused('denied', 'No attendee of this standup is linked to you.');
      this.dictations.set(id, { stream: randomUUID(), received: 0 });
    }
    const dictation = this.dictations.get(id);
    dictation.received = Math.max(dictation.received, offset + Buffer.from(audio, 'base64').length / 2);
    const lines = dictation.received < 16_000 ? [] : ['Login page: done.'];
    if (isLast && !audio) lines.push('Next: tests.');
    return { stream: dictation.stream, creditSamples: 160_000, settled: dictation.received, lines, ...(isLast && !audio ? { isOver: true } : { partial: 'Login pa' }) };
  }
  'transcription.languages'() { return { standard: 'en', languages: ['es', 'pt'] }; }
  'transcription.authorization'({ subject, language }) {
    if (language && !['en', 'es', 'pt'].includes(language.split('-')[0])) return { status: 'restricted', reason: `No speech model for the language “${language}” is installed.` };
    return { status: this.consent.get(subject) ?? 'notDetermined' };
  }
  'transcription.authorize'({ subject, isGranted }) {
    const decision = isGranted === undefined ? 'notDetermined' : isGranted ? 'authorized' : 'denied';
    this.consent.set(subject, decision);
    this.publish('standup.recordingDecided', subject, { decision });
    return { status: decision };
  }

  one(person) {
    const focus = this.focus.get(person) ?? { person, title: '', isRunning: false, elapsedMs: 0, durationMs: 1_500_000, at: 0 };
    this.focus.set(person, focus);
    return focus;
  }
  'focus.get'({ person }) {
    const { at, ...focus } = this.one(person);
    return { ...focus, elapsedMs: focus.isRunning ? Date.now() - at : 0 };
  }
  'focus.start'({ person, title }) {
    Object.assign(this.one(person), { title, isRunning: true, at: Date.now() });
    this.publish('focus.started', person, { person, title, durationMs: 1_500_000 });
    return this['focus.get']({ person });
  }
  'focus.stop'({ person }) {
    const focus = this.one(person);
    const item = { id: randomUUID(), person, title: focus.title, seconds: Math.max(1, Math.round((Date.now() - focus.at) / 1000)), date: new Date().toISOString() };
    Object.assign(focus, { title: '', isRunning: false });
    this.items.unshift(item);
    this.publish('focus.stopped', person, { person });
    this.publish('focus.itemRecorded', person, { item });
    return { focus: this['focus.get']({ person }), item };
  }
  'focus.items'({ person } = {}) {
    const items = this.items.filter((each) => !person || each.person === person);
    return { items, total: items.length };
  }
  'focus.forget'({ person }) {
    this.items = this.items.filter((each) => each.person !== person);
    this.focus.delete(person);
    return {};
  }
  'focus.delete'({ id }) {
    this.items = this.items.filter((item) => item.id !== id);
    this.publish('focus.itemDeleted', 'tester', { id });
    return {};
  }

  'router.health'() {
    return { status: 'ok', since: '2026-11-21T07:39:15.150Z', deadLetters: this.letters.length, denied: 0, parked: 0, problems: [], refusedConnections: 0, unbound: [], unboundCalls: 0,
      services: ['focus', 'gateway', 'persistence', 'standups', 'timer', 'transcription', 'webhooks'].map((name) => ({ name, instances: 1, state: 'up' })) };
  }
  'router.services'() {
    return { services: ['persistence', 'standups', 'timer'].map((name) => ({ name, instance: randomUUID(), state: 'up', capacity: 1024, inFlight: 2, since: '2026-11-21T07:39:15.150Z', commands: [{ target: `${name}.get`, access: 'observer' }, { target: `${name}.list`, access: 'observer' }], delegates: [`${name}.changed`] })) };
  }
  'router.bindings'() {
    const bind = (child, message, causes, events = [], owner) => ({ child, message, causes, events, state: 'bound', ...(owner && { owner }) });
    return { bindings: [bind('standups', 'meetings.started', ['timer.start', 'transcription.start']), bind('standups', 'store.changesDecided', ['persistence.commit'], ['standup.created', 'standup.updated']),
      bind('timer', 'timer.speakerChanged', ['meetings.speakerChanged'], [], 'meeting'), bind('timer', 'timer.finished', ['meetings.timeUp'], [], 'meeting'), bind('timer', 'timer.finished', ['focus.timeUp'], [], 'focus'),
      bind('transcription', 'transcription.lineRecognized', ['meetings.lineHeard']), { child: 'timer', message: 'timer.speakerChanged', owner: 'focus', state: 'ignored', reason: 'A focus session has a single speaker.', causes: [], events: [] }] };
  }
  trace() {
    const root = '4be1f6a2-0c1d-4e57-9c0a-5d1f3f4b8a10';
    const message = (id, cause, target, from, to, clockUs, afterUs, code) => ({ id, correlation: root, ...(cause && { cause }), kind: 'CMD', target, from, to, time: '2026-11-21T07:22:32.178Z', clockUs, answer: { id: randomUUID(), kind: code ? 'ERR' : 'FIN', ...(code && { code }), afterUs } });
    return { correlation: root, memory: { messages: 812, capacity: 65_536, since: '2026-11-21T07:22:30.004Z' }, isJournalRead: true, messages: [message(root, undefined, 'meetings.start', 'tool', 'standups', 0, 9100), message('a', root, 'store.changesDecided', 'standups', 'router', 700, 5200),
      message('b', 'a', 'persistence.commit', 'router', 'persistence', 900, 4800), message('c', root, 'meetings.started', 'standups', 'router', 6200, 2700), message('d', 'c', 'timer.start', 'router', 'timer', 6400, 800), message('e', 'c', 'transcription.start', 'router', 'transcription', 6500, 2300, 'unavailable')],
    events: [{ id: randomUUID(), type: 'meeting.started', subject: 'm', sequence: 40, time: '2026-11-21T07:22:32.178Z', cause: 'b' }] };
  }
  'router.trace'({ id }) {
    const trace = this.trace();
    if (!trace.correlation.startsWith(id)) throw new Refused('not_found', 'Nothing is remembered of it.');
    return trace;
  }
  'router.traces'() { return { traces: this.trace().messages.slice(0, 1), memory: this.trace().memory }; }
  'router.deadLetters'({ action, id }) {
    const letters = this.letters.filter((letter) => !id || letter.id === id);
    if (action !== 'list') this.letters = this.letters.filter((letter) => !letters.includes(letter));
    return { letters, removed: action === 'list' ? [] : letters.map((letter) => letter.id), total: this.letters.length };
  }
}
