// Japanese words about other cells.
/** @type {typeof import('./words.js').words} */
export const words = {
  cell: (name) => `セル ${name}`,
  away: (name, why) => `セル ${name} のスタンドアップを読み込めませんでした：${why}`,
  more: 'この一覧は一部です。セルのページですべて表示できます。',
  hint: (name) => `${name} のページのアドレスが不明です。オペレーターは次のコマンドで設定できます：`,
  moved: '別のセル', isIn: (name) => `このスタンドアップは別のセルにあります：${name}`, go: (name) => `${name} で開く`,
};
