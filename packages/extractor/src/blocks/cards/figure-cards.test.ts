import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from '../../dom/element-list.ts'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { frameCards } from './figure-cards.ts'

const PROSE = '<p>The tide goes out twice a day, slowly, and comes back, as everyone on the shore of the bay knows.</p>'

const card = (href: string, texts = '<div>Tides</div><div>A table for each bay</div>'): string =>
  `<div class="bookmark"><a href="${href}">${texts}<img src="/a.jpg"></a></div>`

const framed = (html: string): string =>
  htmlAfter(html, (tree) => frameCards(new ElementList(tree).named('a'), 'https://shore.example/bay'))

test('the card of another site below a paragraph becomes a figure', () => {
  assert.match(
    framed(`${PROSE}${card('https://tides.example/')}${PROSE}`),
    /<figure class="bookmark"><a .*<\/figure><p>/,
  )
})

test('cards of the same site, at the end, below a heading or with one text stay as they are', () => {
  for (const html of [
    `${PROSE}${card('https://shore.example/tides')}${PROSE}`,
    `${PROSE}${card('https://tides.example/')}`,
    `${PROSE}${card('https://shop.shore.example/')}${PROSE}`,
    `<h2>Partners</h2>${card('https://tides.example/')}${PROSE}`,
    `${PROSE}${card('https://tides.example/', '<div>Tides</div>')}${PROSE}`,
  ])
    assert.doesNotMatch(framed(html), /<figure/, html)
})
