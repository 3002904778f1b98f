// Arabic words of a standup's schedule.
import { isolated as i, plurals } from '../../Gateway/Page/plurals.js';
import { duration } from '../../Gateway/Page/words.js';

const c = plurals('ar');

/** @type {typeof import('./words.js').words} */
export const words = {
  title: 'الجدول', save: 'حفظ', saving: 'جارٍ الحفظ…', saved: 'حُفظ الجدول.', removed: 'أُزيل الجدول.',
  at: 'الوقت', on: 'الأيام', atOf: (index) => `الوقت ${index}`, onOf: (index) => `أيام الوقت ${index}`, addTime: 'إضافة وقت', removeTime: (index) => `إزالة الوقت ${index}`,
    repeats: 'الأسابيع', weeks: (count) => (count === 1 ? 'كل أسبوع' : count === 2 ? 'كل أسبوعين' : c(count, { few: 'كل # أسابيع', other: 'كل # أسبوع' })), weekOf: 'يجتمع في أسبوع',
    zone: 'المنطقة الزمنية', mode: 'البدء', modes: { ask: 'طلب البدء', start: 'بدء تلقائي', write: 'كتابيًا' },
    asked: 'السؤال', askedAtOnce: 'الجميع في الوقت نفسه', askedLocally: 'كل شخص في هذا الوقت بحسب منطقته الزمنية',
    closes: 'إغلاق التحديثات', after: (ms) => `بعد ${duration(ms)}`,
  remind: 'التذكير', noReminder: 'بلا', before: (ms) => `قبل ${duration(ms)}`,
  next: 'الاجتماعات القادمة', never: 'لا موعد خلال عشر سنوات.', noDays: 'اختر يومًا واحدًا على الأقل.', there: (moment, zone) => `${i(moment)} في ${i(zone)}`,
  preview: 'تُستثنى أيام العطل بعد حفظ الجدول.',
  breaks: 'فترات التوقف', breakHint: 'عطلة الصيف', breakName: (index) => `اسم فترة التوقف ${index}`, breakFrom: (index) => `أول يوم في فترة التوقف ${index}`, breakTo: (index) => `آخر يوم في فترة التوقف ${index}`,
    addBreak: 'إضافة فترة توقف', removeBreak: (index) => `إزالة فترة التوقف ${index}`, onBreak: (date) => `متوقف حتى ${i(date)}`,
  off: 'أيام العطل', source: 'التقويم', sources: { kept: 'الإبقاء على هذه الأيام', none: 'بلا', file: 'ملف', url: 'عنوان' }, file: 'ملف (.ics)', url: 'العنوان',
  replaced: 'الحفظ يزيل أيام العطل.',
  current: (count, host) => `${c(count, { zero: 'لا أيام', one: 'يوم واحد', two: 'يومان', few: '# أيام', many: '# يومًا', other: '# يوم' })}${host ? ` من ${i(host)}` : ' من ملف'}`,
  works: 'يوم عمل', isOff: (name) => `${i(name)} يوم عطلة`, off1: 'يوم عطلة',
  chosen: 'اختر أيّ هذه الأيام عطلة، ثم احفظ.', tooLarge: `الملف كبير جدًا. الحد الأقصى للتقويم ${i('256 KiB')}.`,
  observer: 'للعرض فقط: لا يمكنك تغيير الجدول.', none: 'لا جدول', noneHint: 'تبدأ الاجتماعات عندما يبدؤها شخص ما.',
  remove: 'إزالة الجدول', removeTitle: 'إزالة هذا الجدول؟', removeMessage: 'لن يبدأ أي اجتماع تلقائيًا، ولن يُذكَّر أحد. تبقى الوقفة واجتماعاتها السابقة.',
  changed: 'غيّر شخص آخر هذا الجدول. الحفظ يستبدل تغييره.', use: 'استخدام النسخة الأخرى',
  isGone: 'الوقفة غير موجودة. ربما حُذفت.',
};
