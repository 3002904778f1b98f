// Japanese words of the operators’ tools.
import { numbers } from '../../Gateway/Page/plurals.js';

const number = numbers('ja');

export const places = {
  system: { title: 'システム' }, health: { title: '状態' }, services: { title: 'サービス' }, bindings: { title: 'バインディング' },
  'dead-letters': { title: '配信不能メッセージ' }, trace: { title: 'トレース' },
};

/** @type {typeof import('./words.js').words} */
export const words = {
  about: { health: '問題、最近のコマンド、トレース', services: '接続中のサービスと、受け付けるメッセージ',
    bindings: 'メッセージと、それが起こすコマンド', 'dead-letters': '配信できなかったメッセージ' },
  ok: '正常です', degraded: '確認が必要です',
  since: '稼働開始', parked: '待機中のメッセージ', letters: '配信不能メッセージ', denied: '拒否されたメッセージ',
  refused: '拒否された接続', unbound: 'バインディングのないメッセージ', latest: '最近のコマンド',
  instance: 'インスタンス', state: '状態', work: '処理中', answers: '受け付け', asks: '送信', from: '送信元',
  message: 'メッセージ', leads: '結果', events: 'イベント', ignored: '無視',
  noLetters: '配信不能メッセージはありません', replay: '再配信', drop: '破棄', replayAll: 'すべて再配信',
  dropAll: 'すべて破棄', dropTitle: '配信不能メッセージをすべて破棄しますか？',
  dropMessage: '削除され、再配信できなくなります。',
  attempts: (count) => `${number(count)} 回試行`, picture: '各サービスと、送信するメッセージと、その結果',
  forgotten: 'メモリに残っていません', table: '表で表示',
  delivered: (count) => `${number(count)} 件の配信不能メッセージをキューから取り除きました。`, instances: (count) => `${number(count)} インスタンス`,
};
