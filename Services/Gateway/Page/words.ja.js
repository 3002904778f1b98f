// Japanese words that features share. All Japanese sentences are polite (です, ます); labels and buttons are nouns.
export const places = { sessions: { title: 'ログイン状況' } };

/** @type {Record<string, string>} */
const roles = { observer: '閲覧者', member: 'メンバー', admin: '管理者', operator: 'オペレーター' };

/** @type {typeof import('./words.js').w} */
export const w = {
  app: 'Daily Standups', someone: '名前なし', untitled: '無題のスタンドアップ', units: ['時間', '分', '秒'],
    away: 'ページの一部を読み込めませんでした。再読み込みしてください。', skip: '本文へ移動', back: '戻る',
    close: '閉じる', cancel: 'キャンセル', more: 'さらに表示', loading: '読み込み中…',
  select: 'スタンドアップを選択してください', noPlace: 'ページが見つかりません', toList: 'スタンドアップ一覧へ', notFound: '見つかりません',
  foot: {
    import: 'インポート…', export: 'エクスポート', logout: 'ログアウト', phone: 'スマートフォンで使う', notify: '通知', sound: 'サウンド', language: '言語', keys: 'ショートカット',
    you: (name, role) => `${name} としてログイン中（${roles[role] ?? role}）`,
  },
  login: { ended: 'セッションが終了しました。', away: 'Standups が応答しません。再試行しています…' },
  connection: { lost: '接続が切れました。再接続しています… タイマーは動いています。' },
};

/** @type {typeof import('./words-later.js').words} */
export const words = {
  login: {
    hint: 'ログインにはリンクが必要です。招待した人に新しいリンクを依頼してください。',
      own: 'Standups が動いているマシンでは、次のコマンドでページが開きます：',
    failed: 'このリンクは無効か、期限切れか、使用済みです。',
      out: 'ログアウトしました。', code: 'または、リンクかコードを貼り付けてください', go: 'ログイン',
    with: (label) => `${label} でログイン`, others: 'アカウントがない場合：',
  },
  sessions: {
    denied: 'ログイン状況はオペレーターだけが見られます。', browsers: 'ブラウザー', none: 'ログイン中の人はいません', calendars: 'カレンダーのリンク',
    noCalendars: 'カレンダーのリンクはありません', addCalendar: 'カレンダーのリンクを追加', name: '名前', create: 'リンクを作成', link: 'リンク',
    calendarHint: 'カレンダーアプリは、このリンクからすべてのスタンドアップの時刻だけを読み取ります。リンクを渡す相手の名前を入力してください。',
    once: 'このリンクは今だけ表示されます。カレンダーアプリで購読に追加してください。', this: 'このブラウザー',
    since: (moment) => `${moment} から`, until: (moment) => `${moment} まで有効`, end: 'ログアウトさせる', endOf: (name) => `${name} をログアウトさせる`,
    endTitle: (name) => `${name} をログアウトさせますか？`, endMessage: 'このブラウザーはすぐに使えなくなります。再びログインするには、新しいリンクかアカウントが必要です。',
    endOwn: 'これはあなたのブラウザーです。新しいリンクかアカウントが必要になります。', revoke: '無効にする',
    revokeOf: (name) => `${name} のカレンダーのリンクを無効にする`, revokeTitle: (name) => `${name} のカレンダーのリンクを無効にしますか？`,
    revokeMessage: 'このリンクを使うカレンダーアプリは、時刻を読み取れなくなります。', ended: (name) => `${name} をログアウトさせました。`, revoked: (name) => `${name} のカレンダーのリンクを無効にしました。`,
  },
  roles,
  language: { title: '言語', label: 'このブラウザーでのページの言語', auto: 'ブラウザーの言語', use: 'この言語を使う',
    missing: (name) => `${name}のテキストを読み込めなかったため、ページは英語で表示されています。もう一度試すには、ページを再読み込みしてください。` },
  busy: '保存中…', copy: 'コピー', copied: 'コピーしました。', select: 'Ctrl+C を押すと、選択したテキストをコピーできます。',
  offline: {
    shown: (time) => `オフラインです。${time} のデータを表示しています。`, outdated: 'Standups が更新されました。', reload: '再読み込み',
    refused: 'オフラインのため、変更や読み込みができません。接続してからもう一度お試しください。',
  },
  phone: {
    title: 'スマートフォンで使う', hint: 'このコードをスマートフォンで読み取ってください。リンクはあなたとしてログインし、1 回だけ使えます。ほかの人に見せないでください。',
      qr: 'リンクの QR コード', link: 'リンク', until: (time) => `${time} まで有効です。`,
  },
  notify: {
    title: '通知', hint: 'このページがタブで開いている間、あなたのミーティングの開始前と開始時、次があなたの番のとき、あなたの番になったときに通知します。',
      on: 'オンにする', off: 'オフにする',
    results: { '': '', on: '通知はオンです。', off: '通知はオフです。', denied: 'ブラウザーがこのページの通知をブロックしています。サイトの設定で許可してから、もう一度お試しください。',
      unavailable: 'このブラウザーでは通知を使えません。HTTPS が必要です。' },
    offer: 'あなたの番になったら通知を受け取りますか？',
    failed: (error) => `通知を表示できませんでした：${error}`,
  },
  sound: {
    title: 'サウンド', legend: 'この端末のベルの音', names: { bell: 'ベル', wood: 'ウッドブロック', soft: 'やわらかい音', none: 'なし' },
    hint: '音が鳴るとページの縁が光ります。話す人が替わるときは実線、発言時間が終わる前は破線です。',
    turn: '再生：次の人', warning: '再生：終了間近', muted: 'ベルは消音中です。ミーティング中に m を押すと解除できます。',
  },
  import: { title: 'スタンドアップをインポート', file: 'ファイル（standups.json）', mode: '同じスタンドアップがある場合',
    refuse: 'インポートを中止する', keep: 'スキップする', replace: '置き換える', go: 'インポート', busy: 'インポート中…',
    done: (created, replaced, kept) => `追加 ${created} 件、置き換え ${replaced} 件、スキップ ${kept} 件。` },
  help: {
    title: 'キーボードショートカット', single: 'このブラウザーで 1 文字のショートカットを使う',
      singleHint: '音声入力を使う場合や、誤ってキーを押してしまう場合はオフにしてください。Enter、Tab、Esc は引き続き使えます。',
    keys: [['n またはスペース', '次の人'], ['e', 'ミーティングを終了'],
      ['p', '一時停止または再開'], ['+', '1 分延長'], ['l', '話す人を最後に回す'], ['b', '直前の変更を元に戻す'],
      ['1, 2, 3', '回答を選ぶ'], ['m', '自分のマイク（オフのときはベル）の消音を切り替え'], ['t（長押し）', '消音中に話す'], ['/', '検索'], ['?', 'ショートカットを表示'],
      ['Esc', '閉じる']],
  },
};
