/** The content of a generated page, without markup. */
export interface Story {
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly headings: readonly string[]
  readonly codes: readonly Code[]
  readonly tables: readonly Table[]
  readonly figures: readonly Figure[]
  readonly quotes: readonly string[]
}

export interface Code {
  readonly language: string
  readonly text: string
}

/** Rows of a table. The first one contains the names of the columns. */
export type Table = readonly (readonly string[])[]

export interface Figure {
  readonly address: string
  readonly caption: string
}

export type StoryLanguage = 'en' | 'de' | 'ar' | 'ja' | 'ru'

interface Words {
  readonly title: string
  readonly sentences: readonly string[]
  readonly things: readonly string[]
}

const WORDS: Readonly<Record<StoryLanguage, Words>> = {
  en: {
    title: 'A year among the keepers of the northern lighthouses',
    things: 'lamp harbour ledger staircase foghorn winter boat kitchen'.split(' '),
    sentences: [
      'Nobody who has spent a winter beside the # speaks of it lightly, and the keepers, when they speak at all, choose their words.',
      'In the first week the # needed more care than anyone had expected, so the days became long, and the nights longer.',
      'There is a rule about the #, written by a man who has been dead for ninety years, and it is still followed to the letter.',
      'By spring the # had been taken apart twice, cleaned, oiled, and put together again, and it ran better than before.',
    ],
  },
  de: {
    title: 'Ein Jahr bei den Wärtern der nördlichen Leuchttürme',
    things: 'Lampe Hafenmauer Treppe Küche Sirene Werkstatt Leiter Glocke'.split(' '),
    sentences: [
      'Wer einen Winter lang neben der # gewohnt hat, spricht nicht leichtfertig davon, und die Wärter wählen ihre Worte genau.',
      'In der ersten Woche brauchte die # mehr Pflege als erwartet, also wurden die Tage lang, und die Nächte noch länger.',
      'Über die # gibt es eine Regel, die ein Mann vor neunzig Jahren schrieb, und sie wird noch immer wörtlich befolgt.',
      'Bis zum Frühling war die # zweimal zerlegt, gereinigt, geölt und wieder zusammengesetzt, und sie lief besser als zuvor.',
    ],
  },
  ar: {
    title: 'عام بين حراس المنارات الشمالية البعيدة',
    things: 'المصباح الميناء الدفتر السلم القارب المطبخ الشتاء البوق'.split(' '),
    sentences: [
      'لا أحد قضى شتاء كاملا بجانب # يتحدث عنه باستخفاف، والحراس حين يتكلمون يختارون كلماتهم بعناية شديدة، كما تعلموا.',
      'في الأسبوع الأول احتاج # إلى عناية أكثر مما توقع الجميع، فصارت الأيام طويلة، وصارت الليالي أطول منها بكثير.',
      'هناك قاعدة عن # كتبها رجل مات منذ تسعين عاما، وما زال الجميع يتبعها حرفا بحرف، بلا نقاش وبلا استثناء.',
      'وعندما جاء الربيع كان # قد فكك مرتين، ونظف، وأعيد تركيبه من جديد، فأصبح يعمل أفضل من ذي قبل بكثير.',
    ],
  },
  ja: {
    title: '北の灯台守たちと過ごした一年の記録',
    things: 'ランプ 港 台帳 階段 霧笛 冬 小舟 台所'.split(' '),
    sentences: [
      '#のそばで冬を過ごした者は、それを軽々しく語らない。灯台守たちは、話すときにも言葉を慎重に選び、長い沈黙を恐れず、波の音に耳を傾けながら、ゆっくりと答える。',
      '最初の一週間、#には誰もが予想した以上の手入れが必要だった。昼は長くなり、夜はさらに長くなり、眠る時間は少しずつ、しかし確実に減っていったのである。',
      '#については、九十年前に亡くなった男が書いた規則があり、今もなお一字一句そのまま守られている。誰もそれを変えようとはせず、理由を尋ねる者もいない。',
      '春までに#は二度分解され、磨かれ、油を差され、再び組み立てられて、以前よりもよく動くようになった。若い灯台守は、そのことを今でも誇らしげに話す。',
    ],
  },
  ru: {
    title: 'Год среди смотрителей северных маяков',
    things: 'маяк причал журнал колокол катер двигатель склад насос'.split(' '),
    sentences: [
      'Никто из тех, кто провёл зиму там, где стоит #, не говорит об этом легко, и смотрители тщательно выбирают слова.',
      'В первую неделю # требовал больше заботы, чем все ожидали, поэтому дни стали длинными, а ночи ещё длиннее.',
      'О том, как беречь #, есть правило, написанное человеком, который умер девяносто лет назад, и его соблюдают дословно.',
      'К весне # дважды разобрали, вычистили, смазали и снова собрали, и он стал работать лучше, чем прежде.',
    ],
  },
}

const CODES: readonly Code[] = [
  {
    language: 'python',
    text: 'def turns(night):\n\tfor hour in night:\n\t\tif hour < 4:\n\t\t\tyield hour * 60\n\nprint(list(turns(range(9))))',
  },
  { language: 'bash', text: '# start the lamp\nlampctl --turn 12 <<EOF | tee log.txt\n    speed = 3 && oil > 20\nEOF' },
]

/**
 * @param language language of the text
 * @returns a story with 17 paragraphs, 6 headings, 2 blocks of code, 2 tables, 3 figures and 2 quotations
 */
export function aStory(language: StoryLanguage): Story {
  const { title, sentences, things } = WORDS[language]
  const thing = (i: number): string => things[i % things.length]!
  const sentence = (i: number): string => sentences[i % sentences.length]!.replace('#', thing(Math.floor(i / 3) + i))
  const paragraph = (i: number): string => [0, 1, 2].map((part) => sentence(i * 3 + part)).join(' ')
  const headings = Array.from({ length: 6 }, (_, i) => `${thing(i)} & ${thing(i + 3)} ${i + 1}`)
  return {
    title,
    paragraphs: Array.from({ length: 17 }, (_, i) => paragraph(i)),
    headings,
    codes: CODES,
    tables: [aTable(thing, 4), aTable(thing, 3)],
    figures: Array.from({ length: 3 }, (_, i) => ({
      address: `https://pictures.example.net/${language}/view-${i + 1}.jpg`,
      caption: `${thing(i + 2)}, ${thing(i + 5)} (${1900 + i})`,
    })),
    quotes: [2, 5].map((i) => `${thing(i + 1)} – ${sentence(i)} ${thing(i)}.`),
  }
}

function aTable(thing: (i: number) => string, rows: number): Table {
  const names = [`${thing(0)} A`, `${thing(1)} B`, 'C']
  return [names, ...Array.from({ length: rows }, (_, i) => [thing(i), `${i * 7}`, `${thing(i + 1)} ${i}`])]
}
