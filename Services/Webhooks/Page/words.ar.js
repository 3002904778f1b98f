// Arabic words of webhooks.
import { isolated as i, numbers, plurals } from '../../Gateway/Page/plurals.js';

const c = plurals('ar');
const number = numbers('ar');

export const places = { webhooks: { title: 'ويب هوك' } };

/** @type {typeof import('./words.js').words} */
export const words = {
  hint: 'يرسل الويب هوك الأحداث إلى أداة أخرى، مثل تطبيق محادثة.', none: 'لا ويب هوك',
  add: 'إضافة ويب هوك', url: 'العنوان', team: 'الفريق', allTeams: 'كل الفرق', types: 'الأحداث',
    typesHint: 'أنواع أو عائلات تفصل بينها مسافات، مثل «meeting.finished standup». الافتراضي: الكل.',
  format: 'الصيغة', formats: [['binary', 'CloudEvent (ثنائي)'], ['structured', 'CloudEvent (منظَّم)'], ['slack', 'Slack'],
    ['mattermost', 'Mattermost'], ['discord', 'Discord'], ['matrix', 'Matrix']],
  secret: 'السر (اختياري)', secretHint: 'يوقّع الطلبات: من 16 إلى 512 بايت. في Matrix هو رمز الوصول. لا يُعرض السر مجددًا.',
  states: { active: 'نشط', failing: 'متعثر', paused: 'متوقف مؤقتًا' }, all: 'كل الأحداث',
    delivered: (count) => `سُلّم منذ بدء الخدمة: ${number(count)}`, behind: (count) => c(count, { zero: 'لا أحداث منتظرة', one: 'حدث واحد منتظر', two: 'حدثان منتظران', few: '# أحداث منتظرة', many: '# حدثًا منتظرًا', other: '# حدث منتظر' }),
  failing: (since, count) => `متعثر منذ ${i(since)} (${c(count, { one: 'محاولة واحدة', two: 'محاولتان', few: '# محاولات', many: '# محاولةً', other: '# محاولة' })}).`,
  next: (moment) => `المحاولة التالية: ${i(moment)}.`, test: 'اختبار', testOf: (url) => `اختبار ${i(url)}`, testing: 'انتظار…', pause: 'إيقاف مؤقت',
    pauseOf: (url) => `إيقاف ${i(url)} مؤقتًا`, resume: 'استئناف', resumeOf: (url) => `استئناف ${i(url)}`, remove: 'إزالة', removeOf: (url) => `إزالة ${i(url)}`,
  edit: 'تعديل', editOf: (url) => `تعديل ${i(url)}`, editTitle: 'تعديل الويب هوك', save: 'حفظ', standup: 'الوقفة', allStandups: 'كل الوقفات',
    newSecret: 'سر جديد', newSecretHint: 'من 16 إلى 512 بايت. إن تُرك فارغًا بقي السر الحالي.',
  removeTitle: 'إزالة هذا الويب هوك؟', removeMessage: (url) => `لن تُرسل أي أحداث إلى ${i(url)}، ولا الأحداث المنتظرة.`,
  accepted: (status, ms) => `قُبل الاختبار (${status}، ${i(`${ms} ms`)}).`,
    refused: (why) => `فشل الاختبار: ${i(why)}`,
};
