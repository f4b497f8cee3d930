import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNextPage, type PageSeries } from './next-page.ts'
import { parsePage } from '../dom/parse-page.ts'

const HERE = 'https://a.example/news/sea-wall.html'

function next(html: string, url = HERE, series?: PageSeries): string | undefined {
  return findNextPage(parsePage(html), url, series)
}

for (const [html, expected, url] of [
  ['<a href="?page=2">2</a>', 'https://a.example/news/sea-wall.html?page=2'],
  ['<a href="/news/sea-wall/2">Next</a>', 'https://a.example/news/sea-wall/2'],
  ['<a href="/news/sea-wall,2.html">weiter »</a>', 'https://a.example/news/sea-wall,2.html'],
  ['<a href="/news/sea-wall-page2.html#top">page suivante</a>', 'https://a.example/news/sea-wall-page2.html'],
  ['<link rel="next" href="/news/sea-wall/page/2/">', 'https://a.example/news/sea-wall/page/2/'],
  ['<a rel="nofollow next" href="?p=2">Read on</a>', 'https://a.example/news/sea-wall.html?p=2'],
  ['<a href="/news/sea-wall/the-builders">Nächste Seite</a>', 'https://a.example/news/sea-wall/the-builders'],
  ['<a href="?id=7&page=2">2</a>', 'https://a.example/show?id=7&page=2', 'https://a.example/show?id=7'],
  ['<a href="?id=7&page=2">次へ</a>', 'https://a.example/show?id=7&page=2', 'https://a.example/show?id=7&page=1'],
  ['<base href="/other/"><a href="../news/sea-wall/2">2</a>', 'https://a.example/news/sea-wall/2'],
] as const) {
  test(`${html} leads to the next page`, () => assert.equal(next(html, url), expected))
}

for (const [html, why, url] of [
  ['<a rel="next" href="/news/harbour.html">Next</a>', 'another article'],
  ['<a href="/news/harbour.html">Next page</a>', 'another path'],
  ['<a href="/news/sea-wall-2.html">Next</a>', 'an article of the same name'],
  ['<a href="/article/4">Next</a>', 'the number of another article', 'https://a.example/article/3'],
  ['<a href="?id=8">Next</a>', 'the number of another article', 'https://a.example/show?id=7'],
  ['<a href="https://b.example/news/sea-wall.html?page=2">2</a>', 'another site'],
  ['<a href="?page=3">3</a>', 'not the next number'],
  ['<a href="?page=2">Older comments</a>', 'another text'],
  ['<a href="#2">2</a>', 'a place on this page'],
  ['<a href="javascript:next()">Next page</a>', 'no address'],
  ['<a href="/page/2">2</a>', 'the list of all articles', 'https://a.example/'],
  ['<a href="/tag/sea/page/2">2</a>', 'a list', 'https://a.example/tag/sea'],
] as const) {
  test(`${html} leads to no next page: ${why}`, () => assert.equal(next(html, url), undefined))
}

test('the third page follows the second, and links to earlier pages and to the page itself are ignored', () => {
  const series = { first: HERE, page: 2 }
  const html = '<a href="/news/sea-wall.html">1</a><a href="?page=2">2</a><a href="?page=3">3</a>'
  assert.equal(next(html, `${HERE}?page=2`, series), `${HERE}?page=3`)
  assert.equal(next('<a href="?page=2">2</a>', `${HERE}?page=2`, series), undefined)
})

test('at most 5000 links are checked', () => {
  const link = '<a href="?q">Next</a>'
  const last = '<a href="?page=2">2</a>'
  assert.equal(next(link.repeat(4999) + last), `${HERE}?page=2`)
  assert.equal(next(link.repeat(5000) + last), undefined)
})
