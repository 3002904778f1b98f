// Japanese words of the microphone and of a standup's recording setting.
import { duration } from '../../Gateway/Page/words.js';

/** @type {typeof import('./words.js').words} */
export const words = {
  start: 'このブラウザーで録音', stop: 'ここでの録音を停止', take: '引き継ぐ', on: 'このブラウザーで録音しています',
    opening: 'マイクを要求しています…',
  notRecorded: 'このミーティングは録音されていません。', recording: '録音中', noSound: '音がありません',
    signal: { quiet: '音が小さすぎます。マイクに近づいてください', clipped: '音が大きすぎます。マイクから離れてください' },
  taken: (name) => `${name} が録音を引き継ぎました。`,
  insecure: 'マイクを使えません。ブラウザーは HTTPS のページと localhost でだけマイクを許可します。',
  missing: '使えるマイクが見つかりませんでした。',
    denied: 'ブラウザーがマイクをブロックしました。アドレスバーで許可してから、もう一度お試しください。',
  behind: (ms) => `接続が遅いため、${duration(ms)}の音声が失われました。`,
    waiting: '再接続するまで、音声はここに保存されます。',
  sending: '最後の発言を送信しています…',
  interrupted: '通話または画面ロックでマイクが中断されました。録音は自動的に再開します。',
  muted: 'マイクが消音か無音です。マイクのスイッチとシステムのサウンド設定を確認してください。',
  noAudio: 'このブラウザーに音声が届いていません。マイク、スピーカー、システムのサウンド設定を確認し、ブラウザーを再起動してください。',
  late: '最後の発言を時間内に認識できませんでした。',
  unplugged: 'マイクが接続されていません。接続すると録音が再開します。',
  settings: {
    title: '録音', status: {
      authorized: 'このスタンドアップの録音は許可されています。', denied: 'このスタンドアップの録音はオフです。',
      notDetermined: '次のミーティングで確認します。',
        restricted: '録音は使えません。',
    }, allow: '録音を許可', deny: '録音しない', ask: '次のミーティングで確認',
    hint: 'Standups は文字起こしを作成し、音声は保存しません。「録音しない」を選ぶと、進行中の録音も停止します。',
      now: '現在のミーティングは録音されています。',
  },
};

/** @type {typeof import('./own-words.js').words} */
export const own = {
  start: '自分のマイクを使う', take: 'このマイクを使う', stop: 'オフにする', opening: 'マイクを要求しています…',
  mute: '消音', unmute: '消音を解除', level: 'マイクの音量', device: 'マイク',
  on: 'マイクはオンです', noAudio: 'マイクの音声が届いていません', off: '消音中です', reminder: '消音中です。解除するか、T を押しながら話してください。',
  elsewhere: 'マイクは別のウィンドウまたは端末でオンになっています。',
  unnamed: (number) => `マイク ${number}`,
  consent: {
    title: '自分のマイクを使いますか？', open: '自分のマイクをオンにする', later: '今はしない',
    text: 'マイクがオンの間、ほかの人の番でも、あなたの発言はあなたの名前で文字起こしされ、'
      + 'ミーティングの全員が読めます。Standups は音声を保存せず、無音や消音の間は送信しません。',
    keys: 'M を押すと消音します。消音中は T を押しながら話せます。',
  },
};

/** @type {typeof import('./dictate-words.js').words} */
export const dictate = {
  start: '音声で入力', stop: '音声入力を終了', opening: 'マイクを要求しています…', ending: '最後の発言を認識しています…',
  ended: '音声入力が終わりました。保存する前に文章を確認してください。',
  hint: '発言は文章に入力されます。保存するまで何も残りません。',
  consent: {
    title: '更新を音声で入力しますか？', start: '自分のマイクをオンにする', later: '今はしない',
    text: 'あなたの声は、あなただけのために文字にされます。Standups は音声も発言も保存しません。'
      + '文章はあなたが保存したときに残ります。マイクは最長 2 分でオフになります。',
    keys: 'ボタンを押すと開始と終了、押し続けると話している間だけ入力できます。',
  },
};
