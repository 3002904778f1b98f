// Japanese words of persons, teams, invitations and tokens.
import { numbers } from '../../Gateway/Page/plurals.js';

const number = numbers('ja');

export const places = { people: { title: 'ユーザー' }, teams: { title: 'チーム' }, tokens: { title: 'トークン' } };

/** @type {typeof import('./words.js').words} */
export const words = {
  roles: { observer: '閲覧者', member: 'メンバー', admin: '管理者', operator: 'オペレーター' },
  save: '保存', add: '追加', remove: '削除', name: '名前', email: 'メールアドレス', zone: 'タイムゾーン', role: '役割',
  until: (moment) => `${moment} まで有効`, members: (count) => `メンバー ${number(count)} 人`,
  denied: 'オペレーターとチームの管理者だけが見られます。',
  people: {
    search: '名前で検索', none: 'ユーザーはまだいません', notFound: 'この名前のユーザーはいません',
      hint: 'チームのユーザーを追加してください。', add: 'ユーザーを追加', gone: 'ユーザーが見つかりません。削除された可能性があります。',
    edit: '編集', editTitle: 'ユーザーを編集', info: 'ユーザー', operator: 'システムを運用', unset: '未設定',
    history: '履歴', identities: 'アカウント', noIdentities: 'アカウントはありません。このユーザーは招待でログインします。',
    granted: (issuer) => `${issuer} による`,
    remove: 'ユーザーを削除', removeTitle: (name) => `${name} を削除しますか？`,
    removeMessage: (teams, accounts) =>
      [teams && `チームでの ${number(teams)} 件の役割を失います。`, accounts && `${number(accounts)} 件のアカウントが削除されます。`,
        'ログアウトされ、招待とトークンは無効になります。'].filter(Boolean).join(''),
    removeStays: 'スタンドアップと過去のミーティングの名前と発言は残ります。それらも消すには「発言と名前を消去」を使ってください。',
    removeSelf: 'これはあなたです。アクセスできなくなります。', removed: (name) => `${name} を削除しました。`,
    addIdentity: 'アカウントを追加', identityHint: 'このユーザーはこのアカウントでログインできるようになります。', issuer: 'プロバイダー', subject: 'アカウント（変わらない ID）',
    removeIdentity: 'アカウントを削除', removeIdentityOf: (subject) => `アカウント ${subject} を削除`,
    removeIdentityTitle: (subject) => `アカウント「${subject}」を削除しますか？`,
    removeIdentityMessage: (name, issuer) => `${name} は ${issuer} でこのアカウントを使ってログインできなくなります。`,
    removeIdentityRoles: (teams) => `このプロバイダーが与える役割も削除されます：${teams}`,
  },
  erase: {
    erase: '発言と名前を消去…', nameTitle: '名前を指定して消去', find: '検索',
    hint: 'スタンドアップ、過去のミーティング、集中セッションから名前を探します。次に、消去される内容を表示します。',
    finding: 'すべてのスタンドアップと過去のミーティングを検索しています…', title: (name) => `${name} を完全に消去しますか？`,
    none: (name) => `「${name}」は見つかりませんでした。`, exact: '名前はスタンドアップと同じ表記で入力してください。',
    message: 'ほかの人の発言は、この人に触れていても残ります。進行中のインポートは中止されます。元に戻せません。',
    go: '完全に消去', erasing: (count) => `消去しています… 残り ${number(count)} 件`,
    done: (name) => `${name} を消去しました。`, partly: '一部を消去できませんでした。',
    remains: 'バックアップ、エクスポートしたファイル、Webhook の配信にはデータが残っている可能性があります。', itsFocus: '集中',
    focus: (count) => `集中：${number(count)} 件のセッション`, person: (which) => `ユーザー ${which} と、その役割、アカウント`,
    standup: (title, one) =>
      [`${title}：${one.isAttendee ? '参加者、' : ''}過去のミーティング ${number(one.meetings)} 件、発言 ${number(one.segments)} 件`,
        one.unattributed && `話した人が不明な文 ${number(one.unattributed)} 件（残ります）`].filter(Boolean).join('、'),
  },
  teams: {
    title: 'チーム', none: 'チームはありません', noTeams: 'どのチームにも入っていません', add: 'チームを追加', id: 'ID（省略可）',
      idHint: '英小文字 a–z、数字、「-」。後から変更できません。省略すると名前から作られます。',
    gone: 'チームが見つかりません。削除された可能性があります。', members: 'メンバー', noMembers: 'メンバーはまだいません',
    addMember: 'メンバーを追加', addMemberHint: 'オペレーターが追加したユーザーのメールアドレスを入力してください。',
    addTo: 'チームに追加', choose: 'チームを選択', roleOf: (name) => `${name} の役割`,
    roleIn: (team) => `${team} での役割`, removeOf: (name) => `${name} を外す`, removeFrom: (team) => `${team} から外す`,
    removeTitle: (name) => `${name} をチームから外しますか？`, removeMessage: 'ほかのチームには残ります。',
    rename: 'チーム名を変更', renameIt: '名前を変更', renameHint: (id) => `ID は「${id}」のままです。`, delete: 'チームを削除', deleteTitle: (name) => `チーム「${name}」を削除しますか？`,
    deleteMessage: (members, id) => `${members ? `${number(members)} 人がこのチームでの役割を失います。` : ''}チームのトークンは無効になり、ほかのチームは ID「${id}」を使えません。スタンドアップがあるチームは削除できません。`,
    removed: (name) => `チーム「${name}」を削除しました。`,
  },
  retention: {
    title: '文字起こし', label: '保存期間', always: '無期限', days: (days) => `${number(days)} 日間`, usual: (days) => `${number(days)} 日間（全体の設定）`,
    pending: (from, before) => `${from} から適用されます。それまでは${before}です。`,
    hint: 'これより古い文字起こし、書かれた近況、破棄したミーティングは消去されます。短い期間は 24 時間後に適用されます。',
    saved: '保存期間を変更しました。', undo: '元に戻す', undone: '変更を元に戻しました。',
  },
  invite: {
    title: (name) => `${name} を招待`, invite: '招待', inviteOf: (name) => `${name} を招待`, valid: '有効期間',
    spans: [[1, '1 時間'], [24, '1 日'], [168, '7 日'], [720, '30 日']],
    go: 'リンクを作成', link: 'リンク', once: 'このリンクは 1 回だけ使え、今だけ表示されます。このユーザーだけに送ってください。',
    list: '未使用の招待', none: '未使用の招待はありません', withdraw: '取り下げ', withdrawOf: (name) => `${name} への招待を取り下げ`,
  },
  tokens: {
    hint: 'プログラムはトークンを使って HTTP でリクエストを送ります。', none: 'トークンはありません', add: 'トークンを追加', team: 'チーム', all: 'すべてのチーム',
      expires: '有効期間', never: '無期限',
    spans: [[7, '7 日'], [30, '30 日'], [90, '90 日'], [365, '1 年']],
    token: 'トークン', once: 'このトークンは今だけ表示されます。プログラムが読み取る場所に保存してください。',
    of: (role, team) => `${role}、${team}`, person: (name) => `${name} として`,
    commands: (names) => `${names} のみ`, used: (moment) => `最終使用 ${moment}`, unused: '未使用',
    ends: (moment) => `${moment} に期限切れ`, ended: (moment) => `${moment} に期限が切れました`, endless: '期限なし',
    revoke: '無効にする', revokeOf: (name) => `${name} を無効にする`, revokeTitle: (name) => `トークン「${name}」を無効にしますか？`,
    revokeMessage: 'このトークンを使うプログラムは、すぐにアクセスできなくなります。',
  },
};

/** @type {typeof import('./voice-words.js').words} */
export const voice = {
  title: 'あなたの声', label: 'ミーティングで自分の声を認識する', gone: '声紋を消去しました。', agreed: '同意しました。次のミーティングで声を学習します。',
  hint: '同意すると、同じ部屋でのミーティングがあなたの声を学習し、発言時間以外の発言もあなたの行として記録します。そのために声紋（声の特徴を表す数値）を暗号化して保存します。録音は保存しません。声紋は生体情報です。',
  end: 'オフにしたとき、ユーザーが削除されたとき、90日間使われなかったときに消去されます。文字起こしはそのまま残ります。',
  since: (moment) => `${moment}に同意しました。`, none: '声紋はまだありません。',
  print: (duration) => `${duration}の発言から作成した声紋。`, used: (moment) => `最終使用：${moment}。`,
};
