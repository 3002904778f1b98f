// Arabic words of standups and meetings.
import { isolated as i, lists, numbers, plurals } from '../../Gateway/Page/plurals.js';

const c = plurals('ar');
const list = lists('ar');
const number = numbers('ar');
/** @param {number} count */
const meetings = (count) => c(count, { zero: 'لا اجتماعات', one: 'اجتماع واحد', two: 'اجتماعان', few: '# اجتماعات', many: '# اجتماعًا', other: '# اجتماع' });
/** @param {string[]} names */
const all = (names) => names.map(i).join('، ');

/** @type {typeof import('./words.js').words} */
export const words = {
  title: 'Daily Standups', add: 'إضافة وقفة', none: 'لا وقفات بعد',
    noneHint: 'أضف وقفتك، أو جرّب مثالًا، أو استورد ملفًا.', addOwn: 'إضافة وقفتك', sample: 'إضافة مثال', sampleTitle: 'وقفة مثال',
    sampleNames: ['Ada', 'Grace', 'Alan'], importFile: 'استيراد ملف',
    filter: 'تصفية الوقفات', filterHint: 'العنوان، team:web، is:running', team: 'team:', running: 'is:running', noMatch: 'لا وقفة تطابق التصفية.',
  pinned: 'مثبّتة', archived: (count) => `المؤرشفة: ${number(count)}`, allArchived: 'كل الوقفات مؤرشفة.',
  live: 'اجتماع الآن', people: (count) => c(count, { zero: 'لا مشاركين', one: 'مشارك واحد', two: 'مشاركان', few: '# مشاركين', many: '# مشاركًا', other: '# مشارك' }), search: 'البحث في النصوص',
  held: 'بانتظار إجابة', paused: 'متوقف مؤقتًا', unreadable: 'تعذّرت القراءة: ', next: 'الاجتماع التالي',
};

/** @type {typeof import('./words.js').news} */
export const news = {
  next: (name) => `التالي: ${i(name)}`, last: 'لا متحدثين آخرين',
    turn: (name, next) => `${i(name)} يتحدث. ${next}.`,
  undo: 'اضغط b للتراجع.', resume: 'استئناف الاجتماع',
  over: 'انتهى الاجتماع وحُفظ.', discarded: 'أُهمل الاجتماع.',
    restorable: 'أُهمل الاجتماع. يمكن لمسؤول استعادته خلال 7 أيام.',
    stopped: 'توقف التسجيل لأنه لم يعد مسموحًا.',
  marked: 'سُجّل حضورك.', yourTurn: 'دورك', youAreNext: 'دورك هو التالي', soon: (minutes) => `يبدأ خلال ${minutes} د`, started: 'بدأ الاجتماع', write: (time) => `اكتب تحديثك قبل ${i(time)}`,
  deleted: (title) => `حُذفت «${i(title)}».`, meetingDeleted: 'حُذف الاجتماع.',
};

/** @type {typeof import('./words-later.js').words} */
export const later = {
  themes: {
    bubblegum: 'وردي علكة', buttercup: 'حوذان', indigo: 'نيلي', lavender: 'خزامى', magenta: 'أرجواني محمر', navy: 'كحلي', orange: 'برتقالي',
    oxblood: 'عنابي', periwinkle: 'بنفسجي فاتح', poppy: 'خشخاش', purple: 'أرجواني', seafoam: 'أخضر بحري', sky: 'سماوي', tan: 'أسمر', teal: 'أزرق مخضر',
    yellow: 'أصفر',
  },
  detail: {
    info: 'الوقفة', dayOff: (name) => (name ? `يوم عطلة: ${i(name)}` : 'يوم عطلة'), start: 'بدء الاجتماع', join: 'الانضمام إلى الاجتماع', length: 'المدة', theme: 'اللون',
      warning: 'تنبيه قبل انتهاء الدور',
      history: 'السجل', discarded: 'الاجتماعات المهملة', past: 'الاجتماعات السابقة', offline: 'غير متاح دون اتصال', noPast: 'لا اجتماعات بعد',
    attendees: 'المشاركون', edit: 'تعديل', delete: 'حذف', settings: 'التسجيل', noSchedule: 'بلا جدول', deleteTitle: 'حذف هذه الوقفة؟',
    deleteMessage: (title) => `ستُحذف «${i(title)}» وكل اجتماعاتها السابقة.`,
      isGone: 'الوقفة غير موجودة. ربما حُذفت.',
    pin: 'تثبيت في أعلى القائمة', archive: 'أرشفة', unarchive: 'إلغاء الأرشفة', undo: 'تراجع', suspended: 'معلّق ما دامت الوقفة مؤرشفة',
      archivedHint: 'هذه الوقفة مؤرشفة. لا تظهر في القائمة ولا تُعقد اجتماعاتها.',
      archived: (title) => `أُرشفت «${i(title)}».`, unarchived: (title) => `عادت «${i(title)}» إلى القائمة.`,
    starting: 'جارٍ البدء…', busyHint: 'أنهِ الاجتماع لحذف هذه الوقفة.',
  },
  form: {
    new: 'وقفة جديدة', edit: 'تعديل الوقفة', title: 'العنوان', length: 'المدة',
      theme: 'اللون', warning: 'التنبيه',
      before: (time) => `قبل انتهاء الدور بـ ${i(time)}`, noWarning: 'بلا', over: 'السماح بتجاوز الوقت',
      overtime: 'تجاوز الوقت', allowed: 'مسموح', notAllowed: 'غير مسموح',
    language: 'اللغة', usual: 'افتراضية', usualIs: (language) => `${language} (افتراضية)`,
      unspoken: 'لا يوجد نموذج صوتي مثبَّت لهذه اللغة، لذا لا يمكن تسجيل الاجتماعات.',
    attendees: 'المشاركون', attendee: (index) => `اسم المشارك ${index}`, add: 'إضافة مشارك',
      remove: (index) => `إزالة المشارك ${index}`, weight: 'حصة الوقت',
      weightOf: (index) => `حصة الوقت، المشارك ${index}`, minutesLabel: 'المدة بالدقائق', min: 'د',
    person: 'الشخص', personOf: (index) => `الشخص، المشارك ${index}`, noPerson: 'بلا شخص', formerMember: 'عضو سابق',
    save: 'حفظ', saving: 'جارٍ الحفظ…', conflict: 'غيّر شخص آخر هذه الوقفة أثناء تعديلك.', mine: 'الإبقاء على نسختي',
      theirs: 'استخدام النسخة الأخرى',
    fields: { title: 'العنوان', durationMs: 'المدة', theme: 'اللون', warnMs: 'التنبيه', mayRunOver: 'تجاوز الوقت', language: 'اللغة', attendees: 'المشاركون' },
      theirsIs: 'النسخة الأخرى: ',
      mineIs: 'نسختي: ',
    empty: 'أدخل عنوانًا أو اسم مشارك.',
    isGone: 'حُذفت هذه الوقفة أثناء تعديلك. احفظ لإضافتها وقفةً جديدة.',
    observer: 'للعرض فقط: لا يمكنك تعديل الوقفات.',
  },
  people: {
    order: 'الترتيب', orders: { listed: 'كما في القائمة', lastFirst: 'الأخير أولًا', shuffled: 'عشوائي' },
    comes: (name) => `${i(name)} يشارك في الاجتماع التالي`,
    absent: 'غائب حتى', until: (day) => `غائب حتى ${i(day)}`,
    untilTime: (moment) => `غائب حتى ${i(moment)}`, lastDay: 'آخر يوم غياب',
    lastDayOf: (name) => `آخر يوم غياب: ${i(name)}`,
      past: 'يجب أن يكون آخر يوم غياب اليوم أو بعده.',
    back: 'عودة', backOf: (name) => `عودة ${i(name)}`,
    you: (name) => `${i(name)} (أنت)`,
    up: (name) => `نقل ${i(name)} إلى أعلى`, down: (name) => `نقل ${i(name)} إلى أسفل`,
      moved: (name, at, count) => `${i(name)} رقم ${at} من ${count} متبقين`,
    speakers: 'المتحدثون', here: 'حاضر', hereOf: (name) => `${i(name)} حاضر`, late: 'انضم متأخرًا',
      is: { done: 'انتهى', speaking: 'يتحدث', next: 'التالي', later: '', away: 'غائب' },
  },
  live: {
    title: 'الاجتماع', left: 'متبقٍّ', beyond: 'تجاوز', current: 'المتحدث الحالي', turn: 'متبقٍّ في هذا الدور',
      turnTime: 'الوقت المتبقي في هذا الدور', meetingTime: 'الوقت المتبقي في الاجتماع', ending: 'ينتهي هذا الدور قريبًا',
      controls: 'التحكم', others: 'إجراءات أخرى',
      of: (index, count) => `المتحدث ${index} من ${count}`,
    back: (name) => `العودة إلى ${i(name)}`, undo: 'تراجع', you: 'أنت',
      stays: 'يبقى السؤال مفتوحًا. يمكن لأي شخص في الفريق الإجابة عنه.',
    begun: (name) => `بدأ ${i(name)} للتو. اضغط مرة أخرى لإنهاء هذا الدور.`,
    more: `${i('+1')} د`, moreLabel: `${i('+1')} د: دقيقة إضافية للمتحدث`,
      laterLabel: 'نقل المتحدث إلى النهاية', pause: 'إيقاف مؤقت',
    skip: 'التالي', finish: 'إنهاء الاجتماع', held: 'المؤقت متوقف.',
      waits: 'بانتظار إجابة',
    words: 'نص الاجتماع', silence: 'لم يُقل شيء بعد.',
    voices: (count) => `يجري التعرف على الأصوات: ${c(count, { zero: 'لم يوافق أحد', one: 'وافق شخص واحد', two: 'وافق شخصان', few: 'وافق # أشخاص', many: 'وافق # شخصًا', other: 'وافق # شخص' })}. تُقارن الأصوات الأخرى في الغرفة بها ولا يُحفظ شيء منها.`,
      doubtful: 'المتحدث غير مؤكد',
    none: 'لا اجتماع جارٍ', noneHint: 'عندما يبدأ اجتماع، ينضم إليه كل من فتح هذه الصفحة.',
      mute: 'كتم الجرس', unmute: 'تشغيل الجرس',
    turnLeft: (left) => `متبقٍّ ${i(left)} في هذا الدور`,
    runsOver: 'انتهى الوقت',
  },
  notes: {
    title: 'المتابعات', done: 'تم', doneLabel: (text) => `تم: ${i(text)}`, isDone: 'تم',
      label: 'متابعة جديدة', whose: 'متابعة لـ', speaker: 'المتحدث الحالي', add: 'إضافة',
      last: 'إضافة آخر كلام المتحدث',
  },
  past: {
    title: 'اجتماع سابق', planned: (time) => `المخطط ${i(time)}`, paused: (time) => `توقف ${i(time)}`, timeUp: 'انتهى الوقت', saved: 'أُنهي مبكرًا', written: 'كتابيًا', nothing: 'لم يُسجَّل شيء.',
      download: 'تنزيل بصيغة Markdown',
    isGone: 'الاجتماع غير موجود. ربما حُذف.',
    failure: 'فشل التعرف على الكلام، وما قيل بعد ذلك مفقود.',
      denial: 'توقف التسجيل لأنه لم يعد مسموحًا.', transcript: 'نص الاجتماع', attendees: 'المشاركون',
    shortened: 'هذا النص أطول من أن يُعرض هنا. نزّل الاجتماع لقراءته كاملًا.',
    delete: 'حذف الاجتماع', deleteTitle: 'حذف هذا الاجتماع؟', deleteMessage: 'سيُحذف نصه أيضًا.',
  },
  search: {
    filters: 'عوامل التصفية', filtersOf: (count) => c(count, { zero: 'بلا تصفية', one: 'عامل تصفية واحد', two: 'عاملا تصفية', few: '# عوامل تصفية', many: '# عامل تصفية', other: '# عامل تصفية' }),
      any: 'الكل', standup: 'الوقفة', person: 'الشخص', from: 'من', to: 'إلى', reversed: 'اليوم الأول بعد اليوم الأخير.',
      standups: (count) => c(count, { zero: 'لا وقفات', one: 'وقفة واحدة', two: 'وقفتان', few: '# وقفات', many: '# وقفة', other: '# وقفة' }),
    title: 'البحث', none: 'لا اجتماع يحتوي كل هذه الكلمات.',
      hint: 'ضع العبارة الدقيقة بين "علامتي اقتباس". لا فرق بين الأحرف الكبيرة والصغيرة ولا بين الحركات.',
    found: meetings,
    there: (name, count) => `${meetings(count)} في الخلية ${i(name)}`,
    lost: (name, why) => `تعذّر البحث في الخلية ${i(name)}: ${i(why)}`,
  },
};

/** @type {typeof import('./discarded-words.js').words} */
export const discarded = {
  title: 'الاجتماعات المهملة', none: 'لا اجتماعات مهملة', hint: 'يظهر الاجتماع هنا بعد 10 ثوانٍ من إهماله، ويمكن استعادته خلال 7 أيام.',
  admins: 'لا يستطيع استعادة الاجتماعات المهملة إلا مسؤول الفريق.',
  restore: 'استعادة', restoreOf: (moment) => `استعادة اجتماع ${i(moment)}`, restored: 'استُعيد الاجتماع.',
  until: (moment) => `حتى ${i(moment)}`, lines: (count) => c(count, { zero: 'لا أسطر', one: 'سطر واحد', two: 'سطران', few: '# أسطر', many: '# سطرًا', other: '# سطر' }),
};

/** @type {typeof import('./presence-words.js').words} */
export const presence = {
  one: (name) => `${i(name)} متصل`,
  many: (names, count) => `متصلون: ${list(count > names.length ? [...names.map(i), c(count - names.length, { one: 'شخص آخر', two: 'شخصان آخران', few: '# آخرون', many: '# شخصًا آخر', other: '# شخص آخر' })] : names.map(i))}`,
  more: (count) => c(count, { one: 'اتصال آخر', two: 'اتصالان آخران', few: '# اتصالات أخرى', many: '# اتصالًا آخر', other: '# اتصال آخر' }),
  missing: (names) => `لم يحضر بعد: ${all(names)}`,
  connected: 'متصل', poor: 'اتصال ضعيف', slow: 'اتصال ضعيف', microphone: 'الميكروفون يعمل', unknown: 'متصفح غير معروف',
  undo: 'تراجع', undoLabel: 'تراجع: تسجيل غيابي',
};

/** @type {typeof import('./correct-words.js').words} */
export const correct = {
  begin: 'تصحيح', beginLabel: 'تصحيح النص المكتوب', end: 'تم',
  hint: 'صحِّح كلمات سطر أو مَن قاله. يبقى ما سُمع محفوظًا بجانبه.',
  edit: 'تعديل', editOf: (text) => `تعديل السطر «${text}»`, speaker: 'المتحدث', text: 'الكلمات', save: 'حفظ', saving: 'جارٍ الحفظ…',
  heard: (text) => `ما سُمع: ${text}`, heardAs: (name, text) => `ما سُمع باسم ${name}: ${text}`,
  restore: 'استعادة ما سُمع', saved: 'صُحِّح السطر.', undone: 'أُلغي التصحيح.', undo: 'تراجع',
  who: 'من قال هذا؟', whoOf: (text) => `تغيير قائل «${text}»`,
  changed: (text) => `غيّر شخص آخر هذا السطر: «${text}». الحفظ يستبدله.`,
  unsaved: (text) => `لم يُحفظ: «${text}»`, dropped: (count) => c(count, { zero: 'لا أسطر غير محفوظة.', one: 'سطر واحد لم يُحفظ.', two: 'سطران لم يُحفظا.', few: '# أسطر لم تُحفظ.', many: '# سطرًا لم يُحفظ.', other: '# سطر لم يُحفظ.' }), resume: 'استئناف',
};

/** @type {typeof import('./updates-words.js').words} */
export const updates = {
  title: 'تحديثات مكتوبة', hint: 'للاجتماع التالي، ممن لا يستطيعون الحضور.', write: 'كتابة تحديث',
  field: (name) => `تحديث ${i(name)}`, who: 'تحديث', placeholder: 'ما أُنجز، وما يلي، والعوائق',
  save: 'حفظ', saving: 'جارٍ الحفظ…', left: (count) => `الأحرف المتبقية: ${number(count)}`,
  edit: 'تعديل', editOf: (name) => `تعديل تحديث ${i(name)}`,
  remove: 'إزالة', removeOf: (name) => `إزالة تحديث ${i(name)}`,
  saved: 'حُفظ التحديث.', removed: 'أُزيل التحديث.', undo: 'تراجع', gone: 'سبق أن أُزيل التحديث.',
  changed: 'غيّر شخص آخر هذا التحديث أثناء كتابتك. الحفظ يستبدله.',
  turn: (name) => `تحديث مكتوب من ${i(name)}`, away: 'تحديثات مكتوبة من الغائبين',
  none: (names) => `بلا تحديث: ${all(names)}`,
  absent: (name) => `${i(name)} (غائب)`,
};

/** @type {typeof import('./alert-words.js').words} */
export const alerts = {
  answers: {
    allow: 'سماح', dontAllow: 'عدم السماح', continueWithoutRecording: 'متابعة دون تسجيل',
    openSettings: 'السماح بالتسجيل والبدء', cancel: 'إلغاء', saveAndEnd: 'حفظ وإنهاء',
    discard: 'إهمال الاجتماع', resume: 'استئناف', continueMeeting: 'متابعة الاجتماع',
    loadSamples: 'تحميل أمثلة', startEmpty: 'البدء فارغًا',
  },
  speechAuthorization: { title: 'تسجيل هذا الاجتماع؟', message: 'يستطيع Standups كتابة نص الاجتماع، ولا يحتفظ بالصوت.' },
  speechDenied: { title: 'التسجيل متوقف لهذه الوقفة', message: 'يمكن عقد الاجتماع دون نص، أو السماح بالتسجيل.' },
  speechRestricted: { title: 'التعرف على الكلام غير متاح', message: (reason) => `${i(reason)} يمكن عقد الاجتماع دون نص.` },
  speechFailed: { title: 'فشل التعرف على الكلام', message: (reason) => `${i(reason)} حُفظ النص حتى الآن.` },
  paused: { title: 'متوقف مؤقتًا', message: 'المؤقت متوقف. الاستئناف يتابع الاجتماع للجميع.' },
  dataFailedToLoad: { title: 'تعذّر تحميل البيانات', message: (reason, path) => `${i(reason)} نُقل الملف غير المقروء إلى ${i(path)}.` },
  endMeeting: { title: 'إنهاء الاجتماع؟', message: (who) => `طلب ${i(who)} إنهاء الاجتماع. الاستئناف يتابعه للجميع.` },
  discard: { title: 'إهمال هذا الاجتماع؟', message: 'ينتهي الاجتماع للجميع ولا يُحفظ. يمكن لمسؤول استعادته خلال 7 أيام.', yes: 'إهمال', no: 'الإبقاء على الاجتماع' },
};

/** @type {typeof import('./glossary-words.js').words} */
export const glossary = {
  title: 'المسرد', hint: 'تكتب نصوص هذا الفريق هذه المصطلحات كما هي هنا. ولا حاجة إلى إدراج أسماء المشاركين.',
  none: 'لا مصطلحات بعد', term: 'المصطلح', sounds: 'يُنطق مثل (اختياري، بحروف لاتينية)', soundsLike: (text) => `يُنطق مثل «${i(text)}»`,
  add: 'إضافة', adding: 'تجري الإضافة…', added: (term) => `أُضيف «${i(term)}».`,
  removeOf: (term) => `إزالة ${i(term)}`,
  removed: (term) => `أُزيل «${i(term)}».`, undo: 'تراجع',
  file: 'استيراد قائمة', fileHint: 'ملف نصي في كل سطر منه مصطلح، أو «مصطلح = نطقه».',
  imported: (count) => c(count, { zero: 'لم يُستورد أي مصطلح.', one: 'استُورد مصطلح واحد.', two: 'استُورد مصطلحان.', few: 'استُوردت # مصطلحات.', many: 'استُورد # مصطلحًا.', other: 'استُورد # مصطلح.' }),
  skipped: (lines) => `الأسطر المتخطاة: ${i(lines)}.`,
  empty: 'لا يحتوي الملف على مصطلحات.', tooLong: 'الملف طويل جدًا؛ حجم القائمة 1 ميغابايت على الأكثر.',
};
