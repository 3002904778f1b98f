// Arabic words of the operators’ tools.
import { plurals } from '../../Gateway/Page/plurals.js';

const c = plurals('ar');

export const places = {
  system: { title: 'النظام' }, health: { title: 'الحالة' }, services: { title: 'الخدمات' }, bindings: { title: 'الارتباطات' },
  'dead-letters': { title: 'رسائل تعذّر تسليمها' }, trace: { title: 'التتبع' },
};

/** @type {typeof import('./words.js').words} */
export const words = {
  about: { health: 'المشكلات وآخر الأوامر وتتبعها', services: 'الخدمات المتصلة والرسائل التي تقبلها',
    bindings: 'الرسائل والأوامر التي تؤدي إليها', 'dead-letters': 'رسائل لم يمكن تسليمها' },
  ok: 'كل شيء على ما يرام', degraded: 'شيء ما يحتاج إلى انتباهك',
  since: 'يعمل منذ', parked: 'رسائل منتظرة', letters: 'رسائل تعذّر تسليمها', denied: 'رسائل مرفوضة',
  refused: 'اتصالات مرفوضة', unbound: 'رسائل بلا ارتباط', latest: 'آخر الأوامر',
  instance: 'النسخة', state: 'الحالة', work: 'قيد التنفيذ', answers: 'يقبل', asks: 'يرسل', from: 'من',
  message: 'الرسالة', leads: 'تؤدي إلى', events: 'الأحداث', ignored: 'متجاهَل',
  noLetters: 'لا رسائل تعذّر تسليمها', replay: 'إعادة التسليم', drop: 'إهمال', replayAll: 'إعادة تسليم الكل',
  dropAll: 'إهمال الكل', dropTitle: 'إهمال كل الرسائل التي تعذّر تسليمها؟',
  dropMessage: 'ستُحذف ولا يمكن إعادة تسليمها.',
  attempts: (count) => c(count, { one: 'محاولة واحدة', two: 'محاولتان', few: '# محاولات', many: '# محاولةً', other: '# محاولة' }), picture: 'كل خدمة والرسائل التي ترسلها وما تؤدي إليه',
  forgotten: 'لم يعد في الذاكرة', table: 'عرض كجدول',
  delivered: (count) => c(count, { one: 'أُزيلت رسالة واحدة من قائمة الانتظار.', two: 'أُزيلت رسالتان من قائمة الانتظار.', few: 'أُزيلت # رسائل من قائمة الانتظار.', other: 'أُزيلت # رسالة من قائمة الانتظار.' }),
  instances: (count) => c(count, { one: 'نسخة واحدة', two: 'نسختان', few: '# نسخ', other: '# نسخة' }),
};
