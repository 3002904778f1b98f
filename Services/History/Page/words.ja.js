// Japanese words of the history.
import { numbers } from '../../Gateway/Page/plurals.js';

const number = numbers('ja');

/** @type {typeof import('./words.js').words} */
export const words = {
  title: '履歴', of: (name) => `${name} の履歴`, period: '期間', weeks: (weeks) => `${number(weeks)} 週間`, save: 'CSV でダウンロード',
  none: 'この期間のミーティングはありません', noneHint: '期間を長くするか、次のミーティングの後にご覧ください。',
  unknown: '不明', table: '表で表示', gone: 'ユーザーが見つかりません。どのスタンドアップにも参加していない可能性があります。',
  cut: (count) => `このユーザーの最初の ${number(count)} 件のスタンドアップだけを含みます。`,
  length: {
    title: '時間と予定', text: (meetings, over) => `ミーティング ${number(meetings)} 件、うち予定超過 ${over} 件`,
    took: '時間', planned: '予定', paused: '一時停止', beyond: '予定超過',
  },
  speaking: {
    title: '発言時間', each: '1 回あたりの平均', total: '合計', meetings: '回数', over: '超過した発言', attendee: '参加者', standup: 'スタンドアップ',
    text: (name) => `最も長く話した人：${name}`, nobody: '発言時間の記録はありません。',
  },
  weekly: { title: '週ごとの発言時間', text: (total, weeks) => `${number(weeks)} 週間で ${total}` },
  turns: { title: '発言時間の超過', text: (meetings, over) => `ミーティング ${number(meetings)} 件で超過 ${number(over)} 回` },
  attendance: {
    title: '出席', week: '週の初日', here: '定刻', late: '遅刻', absent: '欠席', date: '日付',
    text: (weeks, percent) => `${number(weeks)} 週間、出席率 ${percent}%`,
    none: '出席の記録はありません。',
  },
};
