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
