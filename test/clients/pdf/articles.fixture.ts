/** An article of one script, with what is hard to copy and to search in that script. */
export interface ScriptArticle {
  readonly script: string
  /** BCP 47 tag */
  readonly language: string
  readonly paragraphs: readonly string[]
  /** true if the script has no spaces between words */
  readonly isUnspaced: boolean
}

export const ARTICLES: readonly ScriptArticle[] = [
  {
    // Letters that fonts join (ffi, fl, ij), soft hyphens, accents, letters outside of code page 1252, long words.
    script: 'Latin',
    language: 'en',
    isUnspaced: false,
    paragraphs: [
      'The office staff found five difficult files, and the fluffy waffles affected their efficient workflow. A chief offi\u00adcer “re-filed” the con\u00adsti\u00adtu\u00adtional affidavits after a brief café visit.',
      'Łukasz and Ðorđe walk along Dvořákovo nábřeží; İstanbul’s ferries go to Đà Nẵng. The naïve Straßenbahnhaltestellenverzeichnis of Zürich mentions IJsselmeer, Œuvre, ætherial pfeffer and half-finished well-known co\u00adop\u00ader\u00ada\u00adtions.',
    ],
  },
  {
    // Lam-alif, vowel marks, shadda, hamza, tatweel, Arabic-Indic and European digits, brackets, a Latin word.
    script: 'Arabic',
    language: 'ar',
    isUnspaced: false,
    paragraphs: [
      'لا يحدث المد والجزر إلا مرتين في اليوم الواحد، ولأن الأرض تدور فالأمواج لآلئ تتلألأ على السلاسل. كتب المؤلف (وهو عالِمٌ مشهور) عن ذلك في مجلة Nature سنة 1998.',
      'قَالَ الْمُعَلِّمُ: إِنَّ الْعِلْمَ نُورٌ، وَاللُّغَةُ بَحْرٌ لا سَاحِلَ لَهُ. وصل ١٢ باحثًا إلى الإسكندرية في الثلاثاء، وسألوا الأستاذ عن الأسئلة الآتية والمسؤوليات.',
    ],
  },
  {
    // Niqqud, dagesh, shin and sin dots, final letters, geresh and gershayim, maqaf, digits, a Latin word.
    script: 'Hebrew',
    language: 'he',
    isUnspaced: false,
    paragraphs: [
      'הגאות והשפל מתרחשים פעמיים ביום, בגלל כוח־המשיכה של הירח. צה״ל וארה״ב פרסמו דו״ח על ז׳קט של ג׳ירפה (בעמוד 12) בעיתון Guardian השבוע.',
      'בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם וְאֵת הָאָרֶץ. שָׂמַח הַיֶּלֶד וְהִתְפַּלֵּל בְּבֵית־הַכְּנֶסֶת, וְכָל הָעָם שָׁמַע אֶת קוֹלוֹ עַד סוֹף הַיּוֹם.',
    ],
  },
  {
    // Conjuncts, reph, the vowel sign I before its consonant, nukta, chandrabindu, below-base RA, joiners, digits.
    script: 'Hindi',
    language: 'hi',
    isUnspaced: false,
    paragraphs: [
      'हिन्दी में संयुक्त अक्षर कठिन होते हैं: क्षत्रिय, ज्ञान, त्रिकोण, श्रीमती, विद्यार्थी और शक्ति। वर्ष २०२६ में सरकार ने कर्मचारियों की स्थिति पर रिपोर्ट प्रकाशित की।',
      'राष्ट्रीय पुस्तकालय की किताबें पढ़ने के लिए निर्धारित समय पर आइए। प्रश्न यह है कि चाँद की कक्षा, द्वितीय उद्योग और ब्रह्माण्ड का अर्थ क्या है? फिर डॉक्टर ने ज़िन्दगी की दृष्टि, कृष्ण व पूर्णिमा की चर्चा की।',
    ],
  },
  {
    // Vowels before and above consonants, tone marks above vowels, SARA AM with a tone mark, no spaces.
    script: 'Thai',
    language: 'th',
    isUnspaced: true,
    paragraphs: [
      'น้ำขึ้นน้ำลงเกิดขึ้นวันละสองครั้งเพราะแรงดึงดูดของดวงจันทร์ ผู้ใหญ่ที่เมืองนี้ทำงานในเรือใบเล็ก ๆ ใกล้ท่าน้ำ',
      'ภาษาไทยไม่มีช่องว่างระหว่างคำ เด็กผู้หญิงซื้อกล้วยหอมสี่ใบและต้มยำกุ้งให้พี่ชาย แล้วเขาก็ค่ำคืนนี้กลับบ้านด้วยรถไฟฟ้าปี ๒๕๖๙',
    ],
  },
  {
    // Full-width punctuation, quotation marks, traditional letters, ideographs that are also Kangxi radicals.
    script: 'Chinese',
    language: 'zh',
    isUnspaced: true,
    paragraphs: [
      '这个国家的经济发展，与教育体系的问题密切相关。《人民日报》报道：“水、火、山、石，皆为自然之力。”',
      '繁體：這個國家的經濟發展與教育體系，龍龜憂鬱。一日，小女子见大鱼（长三尺）入门而走；马车上有黑龙、金鸟、白马，用手、足、耳、目、口、舌、身、心去感受……',
    ],
  },
  {
    // Small kana, long vowels, voiced marks, brackets, middle dot, ideographs with a form of their own in Japan.
    script: 'Japanese',
    language: 'ja',
    isUnspaced: true,
    paragraphs: [
      '吾輩は猫である。名前はまだ無い。「コーヒー」を飲みながら、プログラミングの本（第３版）を読んだ。',
      '東京・大阪間のシャトルバスは、午後１０時に出発します。ヴァイオリンを弾く女子高生が、々や〆、ゝのような記号を『辞書』で調べた。直角に曲がり、骨と海を越えて、ぱぴぷぺぽ……と歌う。',
    ],
  },
  {
    // Syllables with final consonants, particles, brackets, ideographs, a Latin word.
    script: 'Korean',
    language: 'ko',
    isUnspaced: false,
    paragraphs: [
      '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 읽고 싶은 글을 나중에 읽으려고 저장했다. 값싼 닭갈비를 끓였더니 맛있었다.',
      '大韓民國(대한민국)의 첫 번째 도서관에서 「훈민정음」을 보았다. 밟는 흙, 앉는 의자, 넓은 뜰, 괜찮은 옛이야기와 Wikipedia 문서 128개를 찾아봤습니다. 왜 그랬을까요?',
    ],
  },
]
