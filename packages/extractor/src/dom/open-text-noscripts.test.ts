import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replaceNoscripts } from './open-text-noscripts.ts'
import { elementsOf } from './page-tree.ts'
import { parsePage } from './parse-page.ts'

const prose = `<p>${'The tide goes out twice a day, slowly, and comes back. '.repeat(4)}</p>`

test('a noscript element that contains the whole text is opened', () => {
  const page = parsePage(`<body><div id="app"></div><noscript>${prose.repeat(10)}</noscript></body>`)
  assert.equal(replaceNoscripts(elementsOf(page)), 1)
  assert.equal(elementsOf(page).filter(({ tagName }) => tagName === 'p').length, 10)
})

test('a short noscript element, or one beside as much text, stays closed', () => {
  assert.equal(
    replaceNoscripts(elementsOf(parsePage(`<body>${prose.repeat(9)}<noscript>${prose.repeat(10)}</noscript></body>`))),
    0,
  )
  assert.equal(
    replaceNoscripts(elementsOf(parsePage('<body><noscript><p>Please turn scripts on.</p></noscript></body>'))),
    0,
  )
})

const opened = (body: string): number => replaceNoscripts(elementsOf(parsePage(`<body>${body}</body>`)))
const noscript = (inside: string): string => `<div id="app"></div><noscript>${inside.padEnd(300)}</noscript>`

test('a short noscript element with a main heading above paragraphs or a list is opened on a page without text', () => {
  const topics =
    '<h1>All topics</h1><ul><li><a href="/a">How high is the tide?</a></li><li><a href="/b">Ropes</a></li></ul>'
  assert.equal(opened(noscript(topics)), 1)
  assert.equal(opened(noscript(topics.replaceAll('h1', 'h4'))), 0)
  assert.equal(opened(noscript(`${topics}<p>Turn JavaScript on.</p>`)), 0)
  assert.equal(opened(`${prose}${noscript(topics)}`), 0)
})
