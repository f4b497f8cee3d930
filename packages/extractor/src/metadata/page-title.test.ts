import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastPartOf, similarity, pageTitle } from './page-title.ts'

function titleOf(heading: string, documentTitle: string, url = 'https://www.tides.example/'): string | undefined {
  return pageTitle({ declared: [], documentTitle, headings: [heading], siteName: undefined, url })
}

test('the address decides between the heading and the title of the document', () => {
  const url = 'https://www.tides.example/blog/how-to-read-a-tide-table.html'
  assert.equal(titleOf('How to Read a Tide Table', 'Tide tables: the guide', url), 'How to Read a Tide Table')
  assert.equal(titleOf('The sea explained, with tables', 'How to read a tide table', url), 'How to read a tide table')
  assert.equal(titleOf('Boots', 'Boots: shop boots for walks and hills', 'https://a.example/c/boots'), 'Boots')
})

test('a heading is used if it shares words with the title and the address matches neither', () => {
  const long = 'Ten ways to read the tide before you sail'
  assert.equal(titleOf(long, 'Ten ways to read the tide', 'https://a.example/post/8841'), long)
  assert.equal(
    titleOf('Our journal', 'Ten ways to read the tide', 'https://a.example/post/8841'),
    'Ten ways to read the tide',
  )
})

test('a heading in capitals does not replace a title in mixed case', () => {
  assert.equal(titleOf('BEST TIDE TABLES IN 2026', 'Best tide tables 2026'), 'Best tide tables 2026')
  assert.equal(titleOf('BEST TIDE TABLES', 'BEST TIDE TABLES IN 2026'), 'BEST TIDE TABLES')
})

test('a heading at the end of the title is treated as the name of the book or the site', () => {
  assert.equal(titleOf('Introduction to Tides', 'Who this is for | Introduction to Tides'), 'Who this is for')
})

test('the last part of a title is cut off if it contains the name of the host, but the first part is not', () => {
  const url = 'https://forums.tidepost.example/t/7'
  const titleOfSite = (documentTitle: string) =>
    pageTitle({ declared: [], documentTitle, headings: [], siteName: undefined, url })
  assert.equal(titleOfSite('Turning the tide - Tide Post Community Forum'), 'Turning the tide')
  assert.equal(titleOfSite('Tidepost Tables - How they are made'), 'Tidepost Tables - How they are made')
})

test('a remark after the title is cut off if the address does not contain it', () => {
  const title = 'Tide tables - Low and high water for sailors'
  assert.equal(titleOf('Sail with us', title, 'https://a.example/shop/tide-tables/'), 'Tide tables')
  assert.equal(titleOf('Sail with us', title, 'https://a.example/shop/8841/'), title)
})

test('the name of a book after the title of a chapter is cut off if it is also a heading', () => {
  const url = 'https://books.example/tides/ch04-01-what-is-ebb.html'
  assert.equal(titleOf('A Book of Tides', 'What is ebb? - A Book of Tides', url), 'What is ebb?')
})

test('the name of a section is cut off together with the name of the site after it', () => {
  const url = 'https://www.tidepost.example/a/7'
  assert.equal(titleOf('', 'Tide overview | Services | Tidepost', url), 'Tide overview')
})

test('the name of the site is cut off a heading that repeats the whole title', () => {
  assert.equal(titleOf('Tide tips | Tidepost', 'Tide tips | Tidepost', 'https://tidepost.example/t/7'), 'Tide tips')
})

const titleAt = (url: string, declared: string): string | undefined =>
  pageTitle({ declared: [declared], documentTitle: 'All tables', headings: [], siteName: 'Tides', url })

test('the name of the site is used as the title of its home page only', () => {
  assert.equal(titleAt('https://a.example/tables', 'Tides'), 'All tables')
  assert.equal(titleAt('https://a.example/', 'Tides'), 'Tides')
  assert.equal(titleAt('https://a.example/', 'Home'), 'All tables')
  assert.equal(titleOf('', 'Home - Tidepost', 'https://tidepost.example/'), 'Tidepost')
})

function titleWithParts(headingParts: readonly string[], documentTitle: string): string | undefined {
  const headings = [headingParts.join(' ')]
  return pageTitle({
    declared: [],
    documentTitle,
    headings,
    headingParts,
    siteName: undefined,
    url: 'https://a.example/8841',
  })
}

test('a part of a heading is the title if another title confirms it', () => {
  const oven = 'The oven that would not cool'
  assert.equal(titleWithParts(['Bread', oven], `${oven} - Fen Courier`), oven)
  assert.equal(titleWithParts([oven, '3 min'], `${oven} | Fen Courier`), oven)
  assert.equal(titleWithParts(['Bread', 'The oven cooled at last, and what then'], 'Bread'), 'Bread')
  assert.equal(titleWithParts(['Our Bread', oven], 'Our Bread: The oven that would not cool'), `Our Bread ${oven}`)
})

test('the last segment of an address that contains letters is returned without its extension', () => {
  assert.equal(lastPartOf('https://a.example/blog/the-tide.html?x=1#y'), 'the-tide')
  assert.equal(lastPartOf('https://a.example/the-tide/12345/'), 'the-tide')
  assert.equal(lastPartOf('https://a.example/'), '')
  assert.equal(lastPartOf('no address'), '')
  assert.equal(lastPartOf(`https://a.example/${'x'.repeat(100_000)}`).length, 300)
})

test('small words, case, apostrophes and word order do not affect the similarity', () => {
  assert.equal(similarity('The Beginner’s Guide to Tides', 'beginners-guide-tides'), 1)
  assert.equal(similarity('Tides: a guide', 'guide-to-tides'), 1)
  assert.equal(similarity('Something else', 'guide-to-tides'), 0)
  assert.equal(similarity('Tides', 'guide-to-tides'), 2 / 3)
  assert.equal(similarity('Tides', ''), 0)
})

test('a heading that is the first part of the title is used, however short it is and however long the name of the site', () => {
  assert.equal(titleOf('Unpivot', 'Unpivot – The user guide of Tidewatch', 'https://a.example/guide/x'), 'Unpivot')
  assert.equal(titleOf('灯', '灯 | 港の新聞', 'https://a.example/x'), '灯')
  assert.equal(
    titleOf('Tidewatch', 'Unpivot – The user guide – Tidewatch', 'https://a.example/x'),
    'Unpivot – The user guide – Tidewatch',
  )
})

const titled = (headings: readonly string[], url: string) =>
  pageTitle({ declared: [], documentTitle: 'Oil - The Lamp Book', headings, siteName: undefined, url })

test('a word before the name of a book is the title if it is the address, and the book is the only heading', () => {
  assert.equal(titled(['The Lamp Book'], 'https://a.example/book/oil.html'), 'Oil')
  assert.equal(titled([], 'https://a.example/book/oil.html'), 'Oil - The Lamp Book')
  assert.equal(titled(['The Lamp Book'], 'https://a.example/book/lamp-oil'), 'Oil - The Lamp Book')
  assert.equal(titled(['Lights and lamps'], 'https://a.example/book/oil'), 'Oil - The Lamp Book')
})

test('the heading is used if the title is a part of it and a remark in brackets', () => {
  const url = 'https://a.example/api/Tide.html'
  assert.equal(titleOf('Interface Tide<E>', 'Tide (Sea SE 21 & SDK 21)', url), 'Interface Tide<E>')
  assert.equal(titleOf('Ebb, tide (moon)', 'Tide (moon)', url), 'Tide (moon)')
  assert.equal(titleOf('Charts', 'Tide (Sea SE 21)', url), 'Tide (Sea SE 21)')
})

const titleWith = (...homeNames: readonly string[]) =>
  pageTitle({
    declared: [],
    documentTitle: 'Set up - Lamp Keeper',
    headings: ['First oil, then light'],
    siteName: undefined,
    homeNames,
    url: 'https://docs.example/a/',
  })

test('the name of the site is that of the link to the home page', () => {
  assert.equal(titleWith('Lamp Keeper'), 'Set up')
  assert.equal(titleWith('Home'), 'Set up - Lamp Keeper')
})
