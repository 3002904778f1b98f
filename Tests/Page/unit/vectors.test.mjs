// JavaScript gives the same results as Swift: Tests/Fixtures/page, written by Swift's tests.
import './page.mjs';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { judge } from '../../../Services/Gateway/Page/follow.js';
import * as forms from '../../../Services/Standups/Page/form.js';
import { ids } from '../../../Services/Gateway/Page/ids.js';
import { features } from '../../../Services/Gateway/Page/parts.js';
import { link, parse, path } from '../../../Services/Gateway/Page/places.js';
import { start, weighed } from '../../../Services/Gateway/Page/countdown.js';
import { speakerAt } from '../../../Services/Gateway/Page/ring.js';
import { isBlank } from '../../../Services/Gateway/Page/words.js';
import { SoundWindow, SpokenTimes } from '../../../Services/Transcription/Page/sound-window.js';
import { NoiseFloor } from '../../../Services/Transcription/Page/voice.js';

const cases = (name) => JSON.parse(readFileSync(new URL(`../../Fixtures/page/${name}.json`, import.meta.url))).cases;
const kinds = { newStandup: 'new', deadLetters: 'dead-letters', standupAlert: 'deleteStandup', focusItem: 'focusItem' };

test('a path leads to the place that Swift says, and back', () => {
  let count = 0;
  for (const { path: whole, place, itsPath, itsLink, link: text } of cases('places')) {
    if (text !== undefined || whole.includes('#')) continue;
    count += 1;
    const cut = whole.indexOf('?');
    // Nothing before the question mark is decoded.
    const found = parse(cut < 0 ? whole : whole.slice(0, cut), cut < 0 ? '' : whole.slice(cut));
    if (!place) { assert.equal(found, null, whole); continue; }
    assert.ok(found, whole);
    assert.equal(found.kind, kinds[place.screen] ?? place.screen, whole);
    for (const name of ['standup', 'meeting', 'item', 'trace', 'person', 'team']) assert.equal(found[name], place[name], whole);
    if (place.screen === 'recordAlert') assert.equal(found.alert, place.alert);
    if (place.words !== undefined) assert.equal(found.query, place.words);
    assert.equal(path(found), itsPath);
    assert.equal(link(found), itsLink);
  }
  assert.ok(count > 50);
});

test('Swift knows each place that a feature declares', () => {
  // The gateway rejects every other path.
  const known = new Set(cases('places').filter(({ place }) => place).map(({ place }) => kinds[place.screen] ?? place.screen));
  const declared = features.flatMap(({ places }) => Object.keys(places ?? {}));
  assert.ok(declared.length > 20);
  assert.deepEqual(declared.filter((kind) => !known.has(kind)), []);
});

test('the focus of a form goes where Swift says', () => {
  const next = ids.next;
  try {
    for (const { name, standup, form: first, steps } of cases('form')) {
      let id = 0;
      ids.next = () => `00000000-0000-0000-0000-${(id++).toString(16).padStart(12, '0')}`;
      const form = forms.draft(standup);
      check(form, first, name);
      for (const step of steps) {
        if (step.action === 'addAttendee') forms.add(form);
        else if (step.action === 'deleteAttendees') forms.remove(form, step.ids);
        else if (step.action === 'setName') form.attendees = form.attendees.map((each) => (each.id === step.id ? { ...each, name: step.text } : each));
        else if (step.action === 'setMinutes') form.durationMs = forms.bounded(step.minutes) * 60_000;
        else {
          // A service adds the blank attendee, which is left out here.
          const names = step.saved.attendees.map((each) => each.name).filter((each) => !isBlank(each));
          if (!names.length) id += 1;
          assert.deepEqual(forms.saved(form.attendees).map((each) => each.name), names, name);
          continue;
        }
        check(form, step.form, `${name}: ${step.action}`);
      }
    }
  } finally {
    ids.next = next;
  }
});

function check(form, { focus, minutes, standup }, name) {
  assert.equal(form.focus, focus, name);
  assert.equal(forms.nearest(form.durationMs), minutes, name);
  assert.equal(form.durationMs, standup.durationMs, name);
  assert.deepEqual(form.attendees.map(({ id, name }) => ({ id, name })), standup.attendees, name);
}

test('speakers begin when Swift says', () => {
  for (const { durationMs, speakers, weights, turnsMs, turns, moments } of cases('schedule')) {
    if (weights) assert.deepEqual(weighed(durationMs, weights), turnsMs);
    for (const { index, startMs, turnMs } of turns ?? []) {
      assert.equal(start(durationMs, speakers, index, turnsMs), startMs);
      assert.equal(start(durationMs, speakers, index + 1, turnsMs) - start(durationMs, speakers, index, turnsMs), turnMs);
    }
    for (const { elapsedMs, speaker } of moments ?? []) assert.equal(speakerAt(durationMs, speakers, elapsedMs, turnsMs), speaker, `${elapsedMs} of ${durationMs}/${speakers}`);
  }
});

test('sound waits, is sent and is settled as Swift says', () => {
  const samples = (offset, count) => Int16Array.from({ length: count }, (_, index) => (offset + index) % 30_000);
  for (const { name, steps, ...bounds } of cases('audioWindow')) {
    const window = new SoundWindow(bounds);
    for (const { action, after, piece, message, credit, settled } of steps) {
      if (action === 'add') window.add({ ...piece, samples: samples(piece.offset, piece.count) });
      else if (action === 'accepted') window.accepted(credit, settled);
      else if (action === 'message') {
        const sent = window.message();
        assert.deepEqual(sent && { atMs: sent.atMs, count: sent.samples.length, offset: sent.offset }, message ?? null, name);
        if (sent) assert.deepEqual(sent.samples, samples(sent.offset, sent.samples.length), name);
      } else window[action]();
      const { isSent, isSettled, keptSamples, dropped } = window;
      assert.deepEqual({ credit: window.credit, dropped, isSent, isSettled, keptSamples, settled: window.settled }, after, `${name}: ${action}`);
    }
  }
});

test('sound was spoken when Swift says', () => {
  for (const { name, chunks } of cases('spokenTimes')) {
    const times = new SpokenTimes();
    for (const { atMs, count, end, nowMs } of chunks) assert.equal(times.heard(count, end, nowMs), atMs, name);
  }
});

test('who asks again after a gap is where Swift is, and shows each event once', () => {
  for (const { name, epoch, position, steps } of cases('gapRepair')) {
    if (steps.some(({ effects }) => effects.some(({ effect }) => effect === 'lost'))) continue;
    const follow = { epoch, after: position };
    const journal = new Set();
    const shown = [];
    // The gateway sends all events after our position, in order, whatever was dropped here.
    const hear = (sequence) => {
      const verdict = judge(follow, { type: 'test', subject: '', time: '', data: {}, epoch, sequence: String(sequence).padStart(20, '0') });
      if (verdict === 'take') shown.push(sequence);
      return verdict;
    };
    for (const { action, sequence, page, position } of steps) {
      if (action === 'event') {
        journal.add(sequence);
        if (hear(sequence) === 'gap') assert.ok(sequence > follow.after + 1);
      }
      for (const each of page?.events ?? []) journal.add(each);
      if (page) for (const each of [...journal].sort((a, b) => a - b)) hear(each);
      assert.ok(follow.after <= position, name);
    }
    for (const each of [...journal].sort((a, b) => a - b)) hear(each);
    assert.deepEqual(shown, [...new Set(shown)].sort((a, b) => a - b), name);
    assert.equal(follow.after, steps[steps.length - 1].position, name);
  }
});

test('the noise floor is the one of the recognition', () => {
  let count = 0;
  for (const { seed, steps } of cases('noiseFloor')) {
    const noise = new NoiseFloor();
    for (const [index, { frame, isSpeaking, floor, isVoice }] of steps.entries()) {
      noise.learn(frame, isSpeaking);
      // Swift computes with fewer digits.
      assert.ok(Math.abs(noise.level * 1000 - floor) < 10, `seed ${seed}, step ${index}`);
      const threshold = Math.max(noise.level + 6, -74);
      if (Math.abs(frame - threshold) > 0.05) assert.equal(noise.isVoice(frame), isVoice, `seed ${seed}, step ${index}`);
      count += isVoice ? 1 : 0;
    }
  }
  assert.ok(count > 50);
});
