// Arabic words of persons, teams, invitations and tokens.
import { isolated as i, plurals } from '../../Gateway/Page/plurals.js';

const c = plurals('ar');

export const places = { people: { title: 'الأشخاص' }, teams: { title: 'الفرق' }, tokens: { title: 'الرموز' } };

/** @type {typeof import('./words.js').words} */
export const words = {
  roles: { observer: 'للعرض فقط', member: 'عضو', admin: 'مسؤول', operator: 'مشغّل' },
  save: 'حفظ', add: 'إضافة', remove: 'إزالة', name: 'الاسم', email: 'البريد الإلكتروني', zone: 'المنطقة الزمنية', role: 'الدور',
  until: (moment) => `صالح حتى ${i(moment)}`, members: (count) => c(count, { zero: 'لا أعضاء', one: 'عضو واحد', two: 'عضوان', few: '# أعضاء', many: '# عضوًا', other: '# عضو' }),
  denied: 'يرى هذا المشغّلون ومسؤولو الفرق فقط.',
  people: {
    search: 'البحث بالاسم', none: 'لا أشخاص بعد', notFound: 'لا يوجد شخص بهذا الاسم',
      hint: 'أضف أشخاص فرقك.', add: 'إضافة شخص', gone: 'الشخص غير موجود. ربما أُزيل.',
    edit: 'تعديل', editTitle: 'تعديل الشخص', info: 'الشخص', operator: 'يشغّل هذا التثبيت', unset: 'غير محدد',
    history: 'السجل', identities: 'الحسابات', noIdentities: 'لا حسابات. يسجّل هذا الشخص الدخول بالدعوات.',
    granted: (issuer) => `من ${i(issuer)}`,
    remove: 'إزالة الشخص', removeTitle: (name) => `إزالة ${i(name)}؟`,
    removeMessage: (teams, accounts) =>
      [teams && `${c(teams, { one: 'سيفقد الشخص دورًا واحدًا', two: 'سيفقد الشخص دورين', few: 'سيفقد الشخص # أدوار', many: 'سيفقد الشخص # دورًا', other: 'سيفقد الشخص # دور' })} في الفرق.`,
        accounts && `${c(accounts, { one: 'سيُزال حساب واحد', two: 'سيُزال حسابان', few: 'ستُزال # حسابات', many: 'سيُزال # حسابًا', other: 'سيُزال # حساب' })}.`,
        'سيُسجَّل خروجه، وتُلغى دعواته ورموزه.'].filter(Boolean).join(' '),
    removeStays: 'يبقى اسمه وكلامه في الوقفات والاجتماعات السابقة. لحذفهما أيضًا استخدم «محو الكلام والاسم».',
    removeSelf: 'هذا أنت: ستفقد الوصول.', removed: (name) => `أُزيل ${i(name)}.`,
    addIdentity: 'إضافة حساب', identityHint: 'يمكن للشخص بعدها تسجيل الدخول بهذا الحساب.', issuer: 'المزوّد', subject: 'الحساب (معرّفه الثابت)',
    removeIdentity: 'إزالة الحساب', removeIdentityOf: (subject) => `إزالة الحساب ${i(subject)}`,
    removeIdentityTitle: (subject) => `إزالة الحساب «${i(subject)}»؟`,
    removeIdentityMessage: (name, issuer) => `لن يستطيع ${i(name)} تسجيل الدخول به عند ${i(issuer)}.`,
    removeIdentityRoles: (teams) => `تُزال أيضًا الأدوار التي يمنحها هذا المزوّد: ${i(teams)}.`,
  },
  erase: {
    erase: 'محو الكلام والاسم…', nameTitle: 'محو شخص', find: 'بحث',
    hint: 'يُبحث عن الاسم في الوقفات والاجتماعات السابقة وجلسات التركيز. ثم ترى ما سيُمحى.',
    finding: 'يجري البحث في كل الوقفات والاجتماعات السابقة…', title: (name) => `محو ${i(name)} نهائيًا؟`,
    none: (name) => `لم يُعثر على شيء لـ «${i(name)}».`, exact: 'يجب كتابة الاسم تمامًا كما في الوقفة.',
    message: 'يبقى كلام الآخرين، حتى إن ذكر هذا الشخص. يُلغى أي استيراد جارٍ. لا يمكن التراجع عن هذا.',
    go: 'محو نهائي', erasing: (count) => c(count, { zero: 'جارٍ المحو…', one: 'جارٍ المحو… بقي موضع واحد.', two: 'جارٍ المحو… بقي موضعان.', few: 'جارٍ المحو… بقيت # مواضع.', many: 'جارٍ المحو… بقي # موضعًا.', other: 'جارٍ المحو… بقي # موضع.' }),
    done: (name) => `مُحي ${i(name)}.`, partly: 'لم يُمحَ كل شيء.',
    remains: 'قد تبقى البيانات في النسخ الاحتياطية والملفات المصدَّرة وما أُرسل عبر الويب هوك.', itsFocus: 'التركيز',
    focus: (count) => `التركيز: ${c(count, { one: 'جلسة واحدة', two: 'جلستان', few: '# جلسات', many: '# جلسةً', other: '# جلسة' })}`, person: (which) => `الشخص ${i(which)}، مع أدواره وحساباته`,
    standup: (title, one) =>
      [`${i(title)}: ${one.isAttendee ? 'مشارك، ' : ''}${c(one.meetings, { zero: 'لا اجتماعات سابقة', one: 'اجتماع سابق واحد', two: 'اجتماعان سابقان', few: '# اجتماعات سابقة', many: '# اجتماعًا سابقًا', other: '# اجتماع سابق' })}، ${c(one.segments, { zero: 'لا أقوال', one: 'قول واحد', two: 'قولان', few: '# أقوال', many: '# قولًا', other: '# قول' })}`,
        one.unattributed && `${c(one.unattributed, { one: 'نص واحد', two: 'نصان', few: '# نصوص', many: '# نصًا', other: '# نص' })} بلا متحدث معروف (يبقى)`].filter(Boolean).join('، '),
  },
  teams: {
    title: 'الفرق', none: 'لا فرق', noTeams: 'ليس في أي فريق', add: 'إضافة فريق', id: 'المعرّف (اختياري)',
      idHint: 'أحرف a–z وأرقام و«-». لا يتغير أبدًا. الافتراضي: يُشتق من الاسم.',
    gone: 'الفريق غير موجود. ربما أُزيل.', members: 'الأعضاء', noMembers: 'لا أعضاء بعد',
    addMember: 'إضافة عضو', addMemberHint: 'أدخل البريد الإلكتروني لشخص أضافه أحد المشغّلين.',
    addTo: 'إضافة إلى فريق', choose: 'اختر فريقًا', roleOf: (name) => `دور ${i(name)}`,
    roleIn: (team) => `الدور في ${i(team)}`, removeOf: (name) => `إزالة ${i(name)}`, removeFrom: (team) => `إزالة من ${i(team)}`,
    removeTitle: (name) => `إزالة ${i(name)} من الفريق؟`, removeMessage: 'يبقى الشخص في فرقه الأخرى.',
    rename: 'إعادة تسمية الفريق', renameIt: 'إعادة تسمية', renameHint: (id) => `يبقى المعرّف «${i(id)}».`, delete: 'إزالة الفريق', deleteTitle: (name) => `إزالة الفريق «${i(name)}»؟`,
    deleteMessage: (members, id) => `${members ? `${c(members, { one: 'سيفقد شخص واحد دوره فيه', two: 'سيفقد شخصان دوريهما فيه', few: 'سيفقد # أشخاص أدوارهم فيه', many: 'سيفقد # شخصًا أدوارهم فيه', other: 'سيفقد # شخص أدوارهم فيه' })}. ` : ''}تُلغى رموزه، ولا يمكن لفريق آخر أخذ المعرّف «${i(id)}». لا يمكن إزالة فريق له وقفات.`,
    removed: (name) => `أُزيل الفريق «${i(name)}».`,
  },
  retention: {
    title: 'النصوص', label: 'مدة الاحتفاظ', always: 'بلا حد',
    days: (days) => c(days, { zero: 'بلا أيام', one: 'يوم واحد', two: 'يومان', few: '# أيام', many: '# يومًا', other: '# يوم' }),
    usual: (days) => `${c(days, { zero: 'بلا أيام', one: 'يوم واحد', two: 'يومان', few: '# أيام', many: '# يومًا', other: '# يوم' })} (التثبيت)`,
    pending: (from, before) => `يسري من ${i(from)}. حتى ذلك الحين: ${i(before)}.`,
    hint: 'تُمحى النصوص والتحديثات المكتوبة والاجتماعات المهملة الأقدم. تسري المدة الأقصر بعد 24 ساعة.',
    saved: 'تغيّرت مدة الاحتفاظ.', undo: 'تراجع', undone: 'تم التراجع عن التغيير.',
  },
  invite: {
    title: (name) => `دعوة ${i(name)}`, invite: 'دعوة', inviteOf: (name) => `دعوة ${i(name)}`, valid: 'مدة الصلاحية',
    spans: [[1, 'ساعة واحدة'], [24, 'يوم واحد'], [168, '7 أيام'], [720, '30 يومًا']],
    go: 'إنشاء رابط', link: 'الرابط', once: 'يعمل هذا الرابط مرة واحدة ويظهر الآن فقط. أرسله إلى هذا الشخص وحده.',
    list: 'دعوات غير مستخدمة', none: 'لا دعوات غير مستخدمة', withdraw: 'سحب', withdrawOf: (name) => `سحب دعوة ${i(name)}`,
  },
  tokens: {
    hint: 'يستخدم البرنامج رمزًا لإرسال الطلبات عبر HTTP.', none: 'لا رموز', add: 'إضافة رمز', team: 'الفريق', all: 'كل الفرق',
      expires: 'تنتهي صلاحيته بعد', never: 'أبدًا',
    spans: [[7, '7 أيام'], [30, '30 يومًا'], [90, '90 يومًا'], [365, 'سنة واحدة']],
    token: 'الرمز', once: 'يظهر هذا الرمز الآن فقط. احفظه حيث يقرؤه البرنامج.',
    of: (role, team) => `${i(role)}، ${i(team)}`, person: (name) => `باسم ${i(name)}`,
    commands: (names) => `${i(names)} فقط`, used: (moment) => `آخر استخدام ${i(moment)}`, unused: 'لم يُستخدم قط',
    ends: (moment) => `تنتهي صلاحيته ${i(moment)}`, ended: (moment) => `انتهت صلاحيته ${i(moment)}`, endless: 'لا تنتهي صلاحيته',
    revoke: 'إلغاء الرمز', revokeOf: (name) => `إلغاء ${i(name)}`, revokeTitle: (name) => `إلغاء الرمز «${i(name)}»؟`,
    revokeMessage: 'تفقد البرامج التي تستخدمه الوصول فورًا.',
  },
};

/** @type {typeof import('./voice-words.js').words} */
export const voice = {
  title: 'صوتك', label: 'التعرّف على صوتي في الاجتماعات', gone: 'تم محو بصمة صوتك.', agreed: 'تمت الموافقة. سيتم تعلّم صوتك في الاجتماع القادم.',
  hint: 'عند الموافقة، تتعلّم الاجتماعات في غرفة واحدة صوتك وتنسب إليك السطور التي تقولها، حتى خارج دورك. لذلك يحفظ Standups بصمة صوتية: أرقام تصف صوتك، مشفّرة وبدون تسجيل. وهي بيانات بيومترية.',
  end: 'تُمحى عند إيقاف هذا الخيار، وعند إزالتك، وبعد 90 يومًا دون استخدام. تبقى نصوص الاجتماعات كما هي.',
  since: (moment) => `تمت موافقتك في ${i(moment)}.`, none: 'لا توجد بصمة صوتية بعد.',
  print: (duration) => `بصمة صوتية من ${i(duration)} من الكلام.`, used: (moment) => `آخر استخدام: ${i(moment)}.`,
};
