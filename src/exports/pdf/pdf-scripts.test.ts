import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anEntry, exported } from '../exported-entry.fixture.ts'
import { textItemsOf, type TextItem } from './pdf-text.fixture.ts'
import { splitAtLineBreaks } from './line-break-opportunities.ts'
import { fontOrder, textOrder, visualOrder } from './bidirectional-text.ts'

/** @returns the text items on the page with the article, as a PDF reader extracts them */
async function textItems(content: string, language: string | null, title = 'T'): Promise<readonly TextItem[]> {
  const file = await exported('pdf', [anEntry({ content, entry: { language, title } })])
  return (await textItemsOf(file))[1]!.filter(({ str }) => str !== '')
}

/** @returns the text of the page from top to bottom, with each line read from the given side */
async function readPage(content: string, language: string | null, from: 'left' | 'right' = 'left'): Promise<string> {
  const items = await textItems(content, language)
  const ordered = items.toSorted((one, other) => {
    if (Math.abs(one.y - other.y) > 5) return other.y - one.y
    return from === 'left' ? one.x - other.x : other.x - one.x
  })
  return ordered.map(({ str }) => str).join('')
}

const LEFT: readonly (readonly [language: string, text: string])[] = [
  ['zh', '这个国家的经济发展，与教育体系的问题密切相关。繁體：這個國家的經濟發展與教育體系，龍龜憂鬱。'],
  ['ja', '吾輩は猫である。名前はまだ無い。「コーヒー」を飲む。'],
  ['ko', '모든 인간은 태어날 때부터 자유로우며 大韓民國.'],
  ['th', 'ทะเลและดวงจันทร์ ภาษาไทยที่นี่'],
  ['uk', 'Море — це Θάλασσα, і навпаки.'],
]

for (const [language, text] of LEFT) {
  test(`a PDF has the characters of a text in ${language}, in plain and in bold`, async () => {
    const page = await readPage(`<h2>${text.slice(0, 4)}</h2><p>${text}</p>`, language)
    assert.ok(page.replaceAll(' ', '').includes(text.replaceAll(' ', '')), page)
    assert.ok(page.startsWith(`T${text.slice(0, 4)}`), page)
  })
}

const RIGHT: readonly (readonly [language: string, text: string])[] = [
  ['ar', 'يحدث المد والجزر مرتين في اليوم كل 12 ساعة، كما كتب Newton في سنة ٢٠٢٦، السلام عليكم'],
  ['he', 'הגאות והשפל (tide) מתרחשים 2 פעמים ביום'],
]

for (const [language, text] of RIGHT) {
  test(`a PDF has the letters of a text in ${language}, read from the right`, async () => {
    const page = await readPage(`<p>${text}</p>`, language, 'right')
    assert.ok(page.replaceAll(' ', '').includes(text.replaceAll(' ', '')), page)
  })
}

test('right-to-left paragraphs start at the right margin, and others in the same article at the left margin', async () => {
  const items = await textItems('<p>שלום עולם</p><p>Only English</p>', 'he')
  const edge = Math.max(...items.filter(({ str }) => /[א-ת]/.test(str)).map(({ x, width }) => x + width))
  assert.ok(Math.abs(edge - (595.28 - 62)) < 1, String(edge))
  assert.ok(items.some(({ str, x }) => str.includes('English') && Math.abs(x - 62) < 1))
})

test('a paragraph that begins with a Hebrew letter runs from right to left, whatever the language of the article', async () => {
  const [first] = (await textItems('<p>שלום</p>', 'en')).filter(({ str }) => /[א-ת]/.test(str))
  assert.ok(first && first.x > 400)
})

test('all fonts on a line share the baseline', async () => {
  const items = await textItems('<p>tide 潮 מים Море ทะเล</p>', 'en')
  const feet = new Set(items.filter(({ str }) => /[潮םМท]|tide/u.test(str)).map(({ y }) => Math.round(y * 100)))
  assert.equal(feet.size, 1)
})

async function ideographFonts(text: string): Promise<ReadonlySet<string | undefined>> {
  const file = await exported('pdf', [anEntry({ content: `<p>${text}</p>`, entry: { language: null } })])
  return new Set(Array.from(file.toString('latin1').matchAll(/\+NotoSans(JP|SC|KR)/g), ([, name]) => name))
}

test('Japanese and Korean letters determine the font of ideographs if the language is unknown', async () => {
  assert.deepEqual(await ideographFonts('直角'), new Set(['SC']))
  assert.deepEqual(await ideographFonts('直角の'), new Set(['JP']))
  assert.deepEqual(await ideographFonts('直角 한국'), new Set(['KR']))
})

test('characters without a font are transliterated into Latin letters', async () => {
  const page = await readPage('<p>ܫܠܡܐ ⠓ 亷 😀.</p>', 'en')
  assert.match(page, /Lian/)
  assert.doesNotMatch(page, /[\u{1f600}亷]/u)
})

const CLUSTERS: readonly (readonly [language: string, text: string])[] = [
  ['hi', 'विद्यार्थी की स्थिति, राष्ट्रीय पूर्णिमा'],
  ['th', 'น้ำทำค่ำที่'],
  ['he', 'בְּרֵאשִׁית'],
  ['ar', 'الْمُعَلِّمُ'],
]

for (const [language, text] of CLUSTERS) {
  test(`PDF readers extract the clusters of a text in ${language} as they were written`, async () => {
    const page = await readPage(
      `<p>${text} <b>${text}</b></p>`,
      language,
      RIGHT.some(([name]) => name === language) ? 'right' : 'left',
    )
    assert.equal(page.split(text.normalize('NFC')).length, 3, page)
  })
}

test('a text with more marks than a glyph may represent is extracted completely', async () => {
  const text = `ก${'\u0e49'.repeat(100)}ข`
  assert.ok((await readPage(`<p>${text}</p>`, 'th')).includes(text))
})

test('soft hyphens are not drawn', async () => {
  assert.match(await readPage('<p>con\u00adsti\u00adtu\u00adtion</p>', 'en'), /constitution/)
})

test('the same entry gives the same bytes, whatever was exported before', async () => {
  const entry = anEntry({ content: LEFT.map(([, text]) => `<p>${text}</p>`).join(''), entry: { language: 'ja' } })
  const first = await exported('pdf', [entry])
  await exported('pdf', [anEntry({ content: `<p>${RIGHT[0]![1]}</p>`, entry: { language: 'ar' } })])
  assert.deepEqual(await exported('pdf', [entry]), first)
})

test('brackets and full stops stay with the ideograph beside them, and Thai words are separated', () => {
  const pieces = Array.from(splitAtLineBreaks('月「海（潮）」。a b'), ({ text }) => text)
  assert.deepEqual(pieces, ['月', '「海', '（潮）」。', 'a', ' ', 'b'])
  const words = Array.from(splitAtLineBreaks('ทะเลและดวงจันทร์'), ({ text }) => text)
  assert.deepEqual(words, ['ทะเล', 'และ', 'ดวง', 'จันทร์'])
})

test('the bidirectional algorithm determines the visual order of words', () => {
  const { direction, levels } = textOrder('אב 12 cd', 'ltr')
  assert.equal(direction, 'rtl')
  assert.deepEqual([...levels!], [1, 1, 1, 2, 2, 1, 2, 2])
  const words = [1, 1, 2, 2, 1].map((level, index) => ({ level, index }))
  assert.deepEqual(
    visualOrder(words).map(({ index }) => index),
    [4, 2, 3, 1, 0],
  )
  assert.deepEqual(
    [fontOrder('(', 1), fontOrder('abc', 1), fontOrder('אב', 1), fontOrder('אב', 2)],
    [')', 'cba', 'אב', 'בא'],
  )
})
