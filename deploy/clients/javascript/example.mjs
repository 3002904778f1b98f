#!/usr/bin/env node
// Starts a meeting, prints its events, and gives each speaker one second.
//
//   standups web invite robot --role operator          prints the link
//   node example.mjs 'http://localhost:8080/#login=…'
import { Client } from './index.js';

const client = await Client.login(process.argv[2]);
const { id: standup } = await client.command('standups.create', { title: 'From JavaScript', durationMs: 60_000, theme: 'teal',
  attendees: [{ name: 'Ada' }, { name: 'Grace' }] });
const events = client.follow();
let meeting = '';
for await (const item of events) {
  if (item.type === 'snapshot') {
    // Following begins before the start, so no event of the meeting is missed.
    ({ session: { id: meeting } } = await client.command('meetings.start', { standup, isRecorded: false }));
    events.watch([meeting]);
  } else if (item.subject === meeting) {
    console.log(item.type, JSON.stringify(item.data).slice(0, 100));
    const speaker = item.type === 'meeting.started' ? 0 : item.data.speaker;
    if (item.type === 'meeting.started' || item.type === 'meeting.speakerChanged') {
      setTimeout(() => client.command('meetings.next', { id: meeting, from: speaker }).catch(console.error), 1000);
    }
    // After the last speaker the meeting has either asked how to end, or it is over already.
    if (item.type === 'meeting.alertPresented') await client.command('meetings.answer', { id: meeting, action: 'saveAndEnd' });
    if (item.type === 'meeting.finished') break;
  }
}
await client.command('standups.delete', { id: standup });
await client.logout();
