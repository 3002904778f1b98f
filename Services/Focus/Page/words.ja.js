// Japanese words about focus sessions.
export const places = { focus: { title: '集中' } };

/** @type {typeof import('./words.js').words} */
export const words = {
  label: '何に取り組んでいますか？', start: '開始', stop: '終了', items: 'セッション',
    all: 'すべてのセッション', none: 'セッションはまだありません', delete: '削除', running: '集中中', lasted: '時間',
    when: '終了時刻',
  item: '集中セッション', isGone: 'セッションが見つかりません。削除された可能性があります。',
};
