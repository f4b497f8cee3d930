import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attributeOf, elementsOf } from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { consentBoxes } from './consent-boxes.ts'

const foundIn = (html: string): (string | undefined)[] =>
  [...consentBoxes(elementsOf(parseHtmlFragment(html)))].map((box) => attributeOf(box, 'id'))

const notice = (label: string, text = 'We and our partners store cookies.'): string =>
  `<div id="notice"><p>${text}</p><div id="row"><button>${label}</button></div></div>`

test('a box about cookies with a button to accept or refuse them is found, in several languages', () => {
  for (const label of ['Accept all', 'Reject all cookies', 'Alle akzeptieren', 'Tout refuser', 'Aceptar todo'])
    assert.deepEqual(foundIn(`<main><p>Text</p></main>${notice(label)}`), ['notice'], label)
})

test('a button for some kinds of cookies is an answer to such a box, and a button for other things of a kind is none', () => {
  for (const label of [
    'Accept recommended settings',
    'Use necessary cookies only',
    'Only essential',
    'Nur notwendige Cookies',
  ])
    assert.deepEqual(foundIn(notice(label)), ['notice'], label)
  for (const label of ['Recommended', 'Use', 'Continue with the recipe'])
    assert.deepEqual(foundIn(notice(label)), [], label)
})

test('a link that leads nowhere is a button, and a link to another page is none', () => {
  for (const [href, expected] of [
    ['#', ['notice']],
    ['/consent', []],
  ] as const) {
    const html = notice('Accept all').replace('<button>', `<a href="${href}">`).replace('</button>', '</a>')
    assert.deepEqual(foundIn(html), expected)
  }
})

test('other buttons, boxes about other subjects, and boxes with parts of the page are not found', () => {
  for (const html of [
    notice('Allow'),
    notice('Accept all', 'The port takes all boats.'),
    `<div id="page"><h1>Cookies</h1><p>We bake cookies.</p><button>Accept all</button></div>`,
  ])
    assert.deepEqual(foundIn(html), [], html)
})

test('the box of a notice does not grow to the text around it', () => {
  assert.deepEqual(foundIn(`<div id="page">${notice('Accept all')}<p>${'The tide goes out. '.repeat(10)}</p></div>`), [
    'notice',
  ])
})
