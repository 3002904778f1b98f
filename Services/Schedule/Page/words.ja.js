// Japanese words of a standup's schedule.
import { numbers } from '../../Gateway/Page/plurals.js';
import { duration } from '../../Gateway/Page/words.js';

const number = numbers('ja');

/** @type {typeof import('./words.js').words} */
export const words = {
  title: 'スケジュール', save: '保存', saving: '保存中…', saved: 'スケジュールを保存しました。', removed: 'スケジュールを削除しました。',
  at: '時刻', on: '曜日', atOf: (index) => `時刻 ${index}`, onOf: (index) => `時刻 ${index} の曜日`, addTime: '時刻を追加', removeTime: (index) => `時刻 ${index} を削除`,
    repeats: '週', weeks: (count) => (count === 1 ? '毎週' : count === 2 ? '隔週' : `${count} 週ごと`), weekOf: '開催する週',
    zone: 'タイムゾーン', mode: '開始', modes: { ask: '開始を促す', start: '自動で開始', write: '書面' },
    asked: '依頼', askedAtOnce: '全員に同時', askedLocally: '各自のタイムゾーンのこの時刻',
    closes: '近況の締め切り', after: (ms) => `${duration(ms)}後`,
  remind: 'リマインダー', noReminder: 'なし', before: (ms) => `${duration(ms)}前`,
  next: '次回以降のミーティング', never: '今後 10 年以内に該当する日時はありません。', noDays: '1 日以上選んでください。', there: (moment, zone) => `${zone} では ${moment}`,
  preview: '休日はスケジュールの保存後に除かれます。',
  breaks: '休止期間', breakHint: '夏休み', breakName: (index) => `休止期間 ${index} の名前`, breakFrom: (index) => `休止期間 ${index} の初日`, breakTo: (index) => `休止期間 ${index} の最終日`,
    addBreak: '休止期間を追加', removeBreak: (index) => `休止期間 ${index} を削除`, onBreak: (date) => `${date}まで休止`,
  off: '休日', source: 'カレンダー', sources: { kept: 'これらの日を残す', none: 'なし', file: 'ファイル', url: 'アドレス' }, file: 'ファイル（.ics）', url: 'アドレス',
  replaced: '保存すると休日がなくなります。',
  current: (count, host) => `${number(count)} 日${host ? `（${host}）` : '（ファイル）'}`,
  works: '稼働日', isOff: (name) => `${name} は休日`, off1: '休日',
  chosen: '休日にする日を選び、保存してください。', tooLarge: 'ファイルが大きすぎます。カレンダーは 256 KiB までです。',
  observer: '閲覧のみ：スケジュールは変更できません。', none: 'スケジュールなし', noneHint: 'ミーティングは誰かが開始すると始まります。',
  remove: 'スケジュールを削除', removeTitle: 'このスケジュールを削除しますか？', removeMessage: 'ミーティングは自動で始まらなくなり、リマインダーも届きません。スタンドアップと過去のミーティングは残ります。',
  changed: 'ほかの人がこのスケジュールを変更しました。保存すると、その変更が置き換わります。', use: '相手の内容を使う',
  isGone: 'スタンドアップが見つかりません。削除された可能性があります。',
};
