import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageTitle } from './page-title.ts'

function titleOf(heading: string, documentTitle: string, url = 'https://www.tides.example/'): string | undefined {
  return pageTitle({ declared: [], documentTitle, headings: [heading], siteName: undefined, url })
}

test('of heading and title the one is taken that the address was made of', () => {
  const url = 'https://www.tides.example/blog/how-to-read-a-tide-table.html'
  assert.equal(titleOf('How to Read a Tide Table', 'Tide tables: the guide', url), 'How to Read a Tide Table')
  assert.equal(titleOf('The sea explained, with tables', 'How to read a tide table', url), 'How to read a tide table')
  assert.equal(titleOf('Boots', 'Boots: shop boots for walks and hills', 'https://a.example/c/boots'), 'Boots')
})

test('an address that speaks for neither leaves the choice to what they share', () => {
  const long = 'Ten ways to read the tide before you sail'
  assert.equal(titleOf(long, 'Ten ways to read the tide', 'https://a.example/post/8841'), long)
  assert.equal(
    titleOf('Our journal', 'Ten ways to read the tide', 'https://a.example/post/8841'),
    'Ten ways to read the tide',
  )
})

test('a heading in capitals does not take the place of a title in usual letters', () => {
  assert.equal(titleOf('BEST TIDE TABLES IN 2026', 'Best tide tables 2026'), 'Best tide tables 2026')
  assert.equal(titleOf('BEST TIDE TABLES', 'BEST TIDE TABLES IN 2026'), 'BEST TIDE TABLES')
})

test('a heading that ends the title is the name of the book or the site', () => {
  assert.equal(titleOf('Introduction to Tides', 'Who this is for | Introduction to Tides'), 'Who this is for')
})

test('a last part that contains the name of the host is the site, a first part only if it is the whole name', () => {
  const url = 'https://forums.tidepost.example/t/7'
  const titleOfSite = (documentTitle: string) =>
    pageTitle({ declared: [], documentTitle, headings: [], siteName: undefined, url })
  assert.equal(titleOfSite('Turning the tide - Tide Post Community Forum'), 'Turning the tide')
  assert.equal(titleOfSite('Tidepost Tables - How they are made'), 'Tidepost Tables - How they are made')
})

test('a remark after the title is cut off if the address was made without it', () => {
  const title = 'Tide tables - Low and high water for sailors'
  assert.equal(titleOf('Sail with us', title, 'https://a.example/shop/tide-tables/'), 'Tide tables')
  assert.equal(titleOf('Sail with us', title, 'https://a.example/shop/8841/'), title)
})

test('the name of a book after the title of a chapter is cut off if it is a heading', () => {
  const url = 'https://books.example/tides/ch04-01-what-is-ebb.html'
  assert.equal(titleOf('A Book of Tides', 'What is ebb? - A Book of Tides', url), 'What is ebb?')
})

test('after the site, a section before it is cut off too', () => {
  const url = 'https://www.tidepost.example/a/7'
  assert.equal(titleOf('', 'Tide overview | Services | Tidepost', url), 'Tide overview')
})

test('a heading that repeats the title with the site is cut as the title is', () => {
  assert.equal(titleOf('Tide tips | Tidepost', 'Tide tips | Tidepost', 'https://tidepost.example/t/7'), 'Tide tips')
})

const titleAt = (url: string, declared: string): string | undefined =>
  pageTitle({ declared: [declared], documentTitle: 'All tables', headings: [], siteName: 'Tides', url })

test('the name of the site is the title only of its first page', () => {
  assert.equal(titleAt('https://a.example/tables', 'Tides'), 'All tables')
  assert.equal(titleAt('https://a.example/', 'Tides'), 'Tides')
  assert.equal(titleAt('https://a.example/', 'Home'), 'All tables')
  assert.equal(titleOf('', 'Home - Tidepost', 'https://tidepost.example/'), 'Tidepost')
})
