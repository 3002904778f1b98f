// Arabic words about focus sessions.
export const places = { focus: { title: 'التركيز' } };

/** @type {typeof import('./words.js').words} */
export const words = {
  label: 'ماذا تفعل؟', start: 'بدء', stop: 'إيقاف', items: 'الجلسات',
    all: 'كل الجلسات', none: 'لا توجد جلسات بعد', delete: 'حذف', running: 'قيد التركيز', lasted: 'المدة',
    when: 'انتهت',
  item: 'جلسة تركيز', isGone: 'الجلسة غير موجودة. ربما حُذفت.',
};
