// Arabic words of the history.
import { isolated as i, plurals } from '../../Gateway/Page/plurals.js';

const c = plurals('ar');
/** @param {number} count */
const weeksOf = (count) => c(count, { one: 'أسبوع واحد', two: 'أسبوعان', few: '# أسابيع', many: '# أسبوعًا', other: '# أسبوع' });

/** @type {typeof import('./words.js').words} */
export const words = {
  title: 'السجل', of: (name) => `سجل ${i(name)}`, period: 'الفترة', weeks: weeksOf, save: 'تنزيل بصيغة CSV',
  none: 'لا اجتماعات في هذه الفترة', noneHint: 'اختر فترة أطول، أو عُد بعد الاجتماع التالي.',
  unknown: 'غير معروف', table: 'عرض كجدول', gone: 'الشخص غير موجود. ربما لا يشارك في أي وقفة.',
  cut: (count) => c(count, { one: 'تُعرض أول وقفة فقط لهذا الشخص.', two: 'تُعرض أول وقفتين فقط لهذا الشخص.', few: 'تُعرض أول # وقفات فقط لهذا الشخص.', other: 'تُعرض أول # وقفة فقط لهذا الشخص.' }),
  length: {
    title: 'المدة والخطة', text: (meetings, over) => `${c(meetings, { zero: 'لا اجتماعات', one: 'اجتماع واحد', two: 'اجتماعان', few: '# اجتماعات', many: '# اجتماعًا', other: '# اجتماع' })}، منها أطول من المخطط: ${over}`,
    took: 'المدة', planned: 'المخطط', paused: 'التوقف', beyond: 'فوق المخطط',
  },
  speaking: {
    title: 'وقت التحدث', each: 'المتوسط لكل اجتماع', total: 'المجموع', meetings: 'الاجتماعات', over: 'أدوار متجاوزة', attendee: 'المشارك', standup: 'الوقفة',
    text: (name) => `الأطول تحدثًا: ${i(name)}`, nobody: 'لا أوقات تحدث معروفة.',
  },
  weekly: { title: 'وقت التحدث حسب الأسبوع', text: (total, weeks) => `${i(total)} خلال ${weeksOf(weeks)}` },
  turns: { title: 'أدوار تجاوزت وقتها', text: (meetings, over) => `أدوار متجاوزة: ${over}، اجتماعات: ${meetings}` },
  attendance: {
    title: 'الحضور', week: 'أسبوع', here: 'في الموعد', late: 'متأخر', absent: 'غائب', date: 'التاريخ',
    text: (weeks, percent) => `${weeksOf(weeks)}، الحضور ${i(`${percent}%`)}`,
    none: 'لا حضور معروف.',
  },
};
