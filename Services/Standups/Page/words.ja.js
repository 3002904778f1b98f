// Japanese words of standups and meetings.
import { lists, numbers } from '../../Gateway/Page/plurals.js';

const list = lists('ja');
const number = numbers('ja');

/** @type {typeof import('./words.js').words} */
export const words = {
  title: 'Daily Standups', add: 'スタンドアップを追加', none: 'スタンドアップはまだありません',
    noneHint: '新しく作るか、サンプルを試すか、ファイルをインポートしてください。', addOwn: 'スタンドアップを作成', sample: 'サンプルを追加', sampleTitle: 'サンプルのスタンドアップ',
    sampleNames: ['Ada', 'Grace', 'Alan'], importFile: 'ファイルをインポート',
    filter: 'スタンドアップを絞り込む', filterHint: 'タイトル、team:web、is:running', team: 'team:', running: 'is:running', noMatch: '条件に合うスタンドアップはありません。',
  pinned: '固定済み', archived: (count) => `アーカイブ済み：${number(count)}`, allArchived: 'すべてのスタンドアップがアーカイブされています。',
  live: 'ミーティング中', people: (count) => `参加者 ${number(count)} 人`, search: '文字起こしを検索',
  held: '回答待ち', paused: '一時停止中', unreadable: '読み取れませんでした：', next: '次のミーティング',
};

/** @type {typeof import('./words.js').news} */
export const news = {
  next: (name) => `次：${name}`, last: '次の人はいません',
    turn: (name, next) => `${name} が話しています。${next}。`,
  undo: 'b を押すと元に戻せます。', resume: 'ミーティングを再開',
  over: 'ミーティングは終了し、保存されました。', discarded: 'ミーティングは破棄されました。',
    restorable: 'ミーティングは破棄されました。管理者は 7 日間、復元できます。',
    stopped: '録音が許可されなくなったため、停止しました。',
  marked: 'あなたを出席にしました。', yourTurn: 'あなたの番です', youAreNext: '次はあなたの番です', soon: (minutes) => `${minutes} 分後に始まります`, started: 'ミーティングが始まりました', write: (time) => `${time} までに近況を書いてください`,
  deleted: (title) => `「${title}」は削除されました。`, meetingDeleted: 'ミーティングは削除されました。',
};

/** @type {typeof import('./words-later.js').words} */
export const later = {
  themes: {
    bubblegum: 'バブルガム', buttercup: 'バターカップ', indigo: '藍色', lavender: 'ラベンダー', magenta: 'マゼンタ', navy: '紺色', orange: 'オレンジ',
    oxblood: 'えんじ色', periwinkle: '薄紫', poppy: 'ポピー', purple: '紫', seafoam: '青磁色', sky: '空色', tan: '黄褐色', teal: '青緑',
    yellow: '黄色',
  },
  detail: {
    info: 'スタンドアップの情報', dayOff: (name) => (name ? `休日：${name}` : '休日'), start: 'ミーティングを開始', join: 'ミーティングに参加', length: '時間', theme: '色',
      warning: '発言時間の終了前の合図',
      history: '履歴', discarded: '破棄したミーティング', past: '過去のミーティング', offline: 'オフラインでは使えません', noPast: 'ミーティングはまだありません',
    attendees: '参加者', edit: '編集', delete: '削除', settings: '録音', noSchedule: 'スケジュールなし', deleteTitle: 'このスタンドアップを削除しますか？',
    deleteMessage: (title) => `「${title}」と過去のミーティングがすべて削除されます。`,
      isGone: 'スタンドアップが見つかりません。削除された可能性があります。',
    pin: '一覧の先頭に固定', archive: 'アーカイブ', unarchive: 'アーカイブを解除', undo: '元に戻す', suspended: 'アーカイブ中は停止',
      archivedHint: 'このスタンドアップはアーカイブされています。一覧には表示されず、ミーティングは開けません。',
      archived: (title) => `「${title}」をアーカイブしました。`, unarchived: (title) => `「${title}」を一覧に戻しました。`,
    starting: '開始しています…', busyHint: 'スタンドアップを削除するには、ミーティングを終了してください。',
  },
  form: {
    new: '新しいスタンドアップ', edit: 'スタンドアップを編集', title: 'タイトル', length: '時間',
      theme: '色', warning: '合図',
      before: (time) => `発言時間の終了 ${time}前`, noWarning: 'なし', over: '時間超過を許可',
      overtime: '時間超過', allowed: '許可', notAllowed: '許可しない',
    language: '言語', usual: '標準', usualIs: (language) => `${language}（標準）`,
      unspoken: 'この言語の音声モデルがインストールされていないため、ミーティングを録音できません。',
    attendees: '参加者', attendee: (index) => `参加者 ${index} の名前`, add: '参加者を追加',
      remove: (index) => `参加者 ${index} を削除`, weight: '時間の割合',
      weightOf: (index) => `参加者 ${index} の時間の割合`, minutesLabel: '時間（分）', min: '分',
    person: 'ユーザー', personOf: (index) => `参加者 ${index} のユーザー`, noPerson: 'ユーザーなし', formerMember: '元メンバー',
    save: '保存', saving: '保存中…', conflict: '編集中に、ほかの人がこのスタンドアップを変更しました。', mine: '自分の内容を残す',
      theirs: '相手の内容を使う',
    fields: { title: 'タイトル', durationMs: '時間', theme: '色', warnMs: '合図', mayRunOver: '時間超過', language: '言語', attendees: '参加者' },
      theirsIs: '相手：',
      mineIs: '自分：',
    empty: 'タイトルか参加者の名前を入力してください。',
    isGone: '編集中に、このスタンドアップは削除されました。保存すると、新しいスタンドアップとして追加されます。',
    observer: '閲覧のみ：スタンドアップは編集できません。',
  },
  people: {
    order: '順番', orders: { listed: '一覧の順', lastFirst: '逆順', shuffled: 'ランダム' },
    comes: (name) => `${name} は次のミーティングに参加`,
    absent: '不在期間の終わり', until: (day) => `${day} まで不在`,
    untilTime: (moment) => `${moment} まで不在`, lastDay: '不在の最終日',
    lastDayOf: (name) => `不在の最終日：${name}`,
      past: '不在の最終日は今日以降にしてください。',
    back: '復帰', backOf: (name) => `${name} が復帰`,
    you: (name) => `${name}（あなた）`,
    up: (name) => `${name} を上へ`, down: (name) => `${name} を下へ`,
      moved: (name, at, count) => `${name} は残り ${count} 人中 ${at} 番目です`,
    speakers: '話す順番', here: '出席', hereOf: (name) => `${name} は出席`, late: '途中参加',
      is: { done: '終了', speaking: '発言中', next: '次', later: '', away: '不在' },
  },
  live: {
    title: 'ミーティング', left: '残り', beyond: '超過', current: '話している人', turn: '発言時間の残り',
      turnTime: '発言時間の残り', meetingTime: 'ミーティングの残り時間', ending: 'まもなく終わります',
      controls: '操作', others: 'その他の操作',
      of: (index, count) => `${index} 人目 / ${count} 人`,
    back: (name) => `${name} に戻る`, undo: '元に戻す', you: 'あなた',
      stays: '質問は残ります。チームの誰でも回答できます。',
    begun: (name) => `${name} は話し始めたばかりです。終えるにはもう一度押してください。`,
    more: '+1 分', moreLabel: '+1 分：発言時間を 1 分延長',
      laterLabel: '話す人を最後に回す', pause: '一時停止',
    skip: '次の人', finish: 'ミーティングを終了', held: 'タイマーは一時停止中です。',
      waits: '回答待ち',
    words: '文字起こし', silence: 'まだ発言はありません。',
    voices: (count) => `声を識別しています: ${number(count)}人が同意しました。室内のほかの声は比較されるだけで、何も保存されません。`,
      doubtful: '話者は不確か',
    none: '進行中のミーティングはありません', noneHint: '始まると、このページを開いている全員が参加します。',
      mute: 'ベルを消音', unmute: 'ベルの消音を解除',
    turnLeft: (left) => `発言時間の残り ${left}`,
    runsOver: '時間です',
  },
  notes: {
    title: 'フォローアップ', done: '完了', doneLabel: (text) => `完了：${text}`, isDone: '完了',
      label: '新しいフォローアップ', whose: '担当者', speaker: '話している人', add: '追加',
      last: '直前の発言を追加',
  },
  past: {
    title: '過去のミーティング', planned: (time) => `予定 ${time}`, paused: (time) => `一時停止 ${time}`, timeUp: '時間切れ', saved: '早めに終了', written: '書面', nothing: '記録はありません。',
      download: 'Markdown でダウンロード',
    isGone: 'ミーティングが見つかりません。削除された可能性があります。',
    failure: '音声認識が失敗したため、これより後の発言はありません。',
      denial: '録音が許可されなくなったため、停止しました。', transcript: '文字起こし', attendees: '参加者',
    shortened: '文字起こしが長すぎるため、ここには表示できません。全文はミーティングをダウンロードしてご覧ください。',
    delete: 'ミーティングを削除', deleteTitle: 'このミーティングを削除しますか？', deleteMessage: '文字起こしも削除されます。',
  },
  search: {
    filters: '絞り込み', filtersOf: (count) => `絞り込み ${number(count)} 件`, any: 'すべて', standup: 'スタンドアップ', person: 'ユーザー', from: '開始日', to: '終了日',
      reversed: '開始日が終了日より後です。', standups: (count) => `スタンドアップ ${number(count)} 件`,
    title: '検索', none: 'すべての語を含むミーティングはありません。',
      hint: '完全に一致する語句は "引用符" で囲んでください。大文字と小文字、アクセント記号は区別しません。',
    found: (count) => `ミーティング ${number(count)} 件`,
    there: (name, count) => `セル ${name} のミーティング ${number(count)} 件`,
    lost: (name, why) => `セル ${name} を検索できませんでした：${why}`,
  },
};

/** @type {typeof import('./discarded-words.js').words} */
export const discarded = {
  title: '破棄したミーティング', none: '破棄したミーティングはありません', hint: 'ミーティングは破棄の 10 秒後にここに表示され、7 日間復元できます。',
  admins: '破棄したミーティングを復元できるのは、チームの管理者だけです。',
  restore: '復元', restoreOf: (moment) => `${moment} のミーティングを復元`, restored: 'ミーティングを復元しました。',
  until: (moment) => `${moment} まで`, lines: (count) => `${number(count)} 行`,
};

/** @type {typeof import('./presence-words.js').words} */
export const presence = {
  one: (name) => `${name} が接続中`,
  many: (names, count) => `${list(count > names.length ? [...names, `ほか ${count - names.length} 人`] : names)}が接続中`,
  more: (count) => `ほか ${number(count)} 件の接続`,
  missing: (names) => `まだ来ていない人：${names.join('、')}`,
  connected: '接続中', poor: '接続が不安定', slow: '接続が不安定', microphone: 'マイクがオン', unknown: '不明なブラウザー',
  undo: '元に戻す', undoLabel: '元に戻す：自分を不在にする',
};

/** @type {typeof import('./correct-words.js').words} */
export const correct = {
  begin: '修正', beginLabel: '文字起こしを修正', end: '完了',
  hint: '行の言葉や話者を修正できます。認識された内容は横に残ります。',
  edit: '編集', editOf: (text) => `行「${text}」を編集`, speaker: '話者', text: '言葉', save: '保存', saving: '保存中…',
  heard: (text) => `認識結果：${text}`, heardAs: (name, text) => `認識結果（${name}）：${text}`,
  restore: '認識結果に戻す', saved: '行を修正しました。', undone: '修正を取り消しました。', undo: '元に戻す',
  who: '誰の発言ですか？', whoOf: (text) => `「${text}」の話者を変更`,
  changed: (text) => `ほかの人がこの行を変更しました：「${text}」。保存すると置き換わります。`,
  unsaved: (text) => `未保存：「${text}」`, dropped: (count) => `${number(count)} 行が保存されていません。`, resume: '再開',
};

/** @type {typeof import('./updates-words.js').words} */
export const updates = {
  title: '書面の近況', hint: '次のミーティングに来られない人が書きます。', write: '近況を書く',
  field: (name) => `${name} の近況`, who: '近況を書く人', placeholder: 'やったこと、次にすること、困っていること',
  save: '保存', saving: '保存中…', left: (count) => `残り ${number(count)} 文字`,
  edit: '編集', editOf: (name) => `${name} の近況を編集`,
  remove: '削除', removeOf: (name) => `${name} の近況を削除`,
  saved: '近況を保存しました。', removed: '近況を削除しました。', undo: '元に戻す', gone: '近況はすでに削除されています。',
  changed: '入力中に、ほかの人がこの近況を変更しました。保存すると置き換わります。',
  turn: (name) => `${name} の書面の近況`, away: '不在の人の書面の近況',
  none: (names) => `近況なし：${names.join('、')}`,
  absent: (name) => `${name}（不在）`,
};

/** @type {typeof import('./alert-words.js').words} */
export const alerts = {
  answers: {
    allow: '許可', dontAllow: '許可しない', continueWithoutRecording: '録音せずに続ける',
    openSettings: '録音を許可して開始', cancel: 'キャンセル', saveAndEnd: '保存して終了',
    discard: 'ミーティングを破棄', resume: '再開', continueMeeting: 'ミーティングを続ける',
    loadSamples: 'サンプルを読み込む', startEmpty: '空の状態で始める',
  },
  speechAuthorization: { title: 'このミーティングを録音しますか？', message: 'Standups は文字起こしを作成できます。音声は保存しません。' },
  speechDenied: { title: 'このスタンドアップの録音はオフです', message: '文字起こしなしで行うか、録音を許可できます。' },
  speechRestricted: { title: '音声認識を使えません', message: (reason) => `${reason} 文字起こしなしで行えます。` },
  speechFailed: { title: '音声認識が失敗しました', message: (reason) => `${reason} ここまでの文字起こしは保存されています。` },
  paused: { title: '一時停止中', message: 'タイマーは一時停止中です。再開すると全員のミーティングが続きます。' },
  dataFailedToLoad: { title: 'データを読み込めませんでした', message: (reason, path) => `${reason} 読み取れないファイルは ${path} に移動しました。` },
  endMeeting: { title: 'ミーティングを終了しますか？', message: (who) => `${who} が終了を求めています。再開すると全員のミーティングが続きます。` },
  discard: { title: 'このミーティングを破棄しますか？', message: '全員のミーティングが終了し、保存されません。管理者は 7 日間、復元できます。', yes: '破棄', no: 'ミーティングを残す' },
};

/** @type {typeof import('./glossary-words.js').words} */
export const glossary = {
  title: '用語集', hint: 'このチームの文字起こしでは、これらの用語をここにあるとおりに表記します。参加者の名前は登録不要です。',
  none: '用語はまだありません', term: '用語', sounds: '読み方（任意、ラテン文字）', soundsLike: (text) => `「${text}」と読む`,
  add: '追加', adding: '追加しています…', added: (term) => `「${term}」を追加しました。`,
  removeOf: (term) => `${term} を削除`,
  removed: (term) => `「${term}」を削除しました。`, undo: '元に戻す',
  file: 'リストをインポート', fileHint: '1 行に 1 つの用語、または「用語 = 読み方」を書いたテキストファイル。',
  imported: (count) => `${number(count)} 件の用語をインポートしました。`, skipped: (lines) => `スキップした行：${lines}`,
  empty: 'ファイルに用語がありません。', tooLong: 'ファイルが大きすぎます。リストは 1 MB までです。',
};
