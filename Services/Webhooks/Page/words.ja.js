// Japanese words of webhooks.
import { numbers } from '../../Gateway/Page/plurals.js';

const number = numbers('ja');

export const places = { webhooks: { title: 'Webhook 一覧' } };

/** @type {typeof import('./words.js').words} */
export const words = {
  hint: 'Webhook は、チャットなどのほかのツールにイベントを送ります。', none: 'Webhook はありません',
  add: 'Webhook を追加', url: 'アドレス', team: 'チーム', allTeams: 'すべてのチーム', types: 'イベント',
    typesHint: '種類または系統を空白で区切ります。例：「meeting.finished standup」。省略するとすべて。',
  format: '形式', formats: [['binary', 'CloudEvent（バイナリ）'], ['structured', 'CloudEvent（構造化）'], ['slack', 'Slack'],
    ['mattermost', 'Mattermost'], ['discord', 'Discord'], ['matrix', 'Matrix']],
  secret: 'シークレット（省略可）', secretHint: 'リクエストに署名します。16～512 バイト。Matrix ではアクセストークン。シークレットの再表示はできません。',
  states: { active: '有効', failing: '失敗中', paused: '一時停止中' }, all: 'すべてのイベント',
    delivered: (count) => `サービス開始後に ${number(count)} 件配信`, behind: (count) => `${number(count)} 件のイベントが待機中`,
  failing: (since, count) => `${since} から失敗しています（${number(count)} 回試行）。`,
  next: (moment) => `次の試行：${moment}。`, test: 'テスト', testOf: (url) => `${url} をテスト`, testing: '待機中…', pause: '一時停止',
    pauseOf: (url) => `${url} を一時停止`, resume: '再開', resumeOf: (url) => `${url} を再開`, remove: '削除', removeOf: (url) => `${url} を削除`,
  edit: '編集', editOf: (url) => `${url} を編集`, editTitle: 'Webhook を編集', save: '保存', standup: 'スタンドアップ', allStandups: 'すべてのスタンドアップ',
    newSecret: '新しいシークレット', newSecretHint: '16～512 バイト。空の場合は、現在のシークレットのままです。',
  removeTitle: 'この Webhook を削除しますか？', removeMessage: (url) => `${url} にイベントは送られなくなります。待機中のイベントも送られません。`,
  accepted: (status, ms) => `テストは受け付けられました（${status}、${ms} ms）。`,
    refused: (why) => `テストは失敗しました：${why}`,
};
