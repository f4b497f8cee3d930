import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../dom/html-after.fixture.ts'
import { frameCaptionTables } from './tables-as-figures.ts'

test('a table with only a picture and its caption becomes a figure', () => {
  assert.equal(
    htmlAfter('<table><tr><td><img src="/a.png"></td></tr><tr><td>A boat</td></tr></table>', frameCaptionTables),
    '<figure><img src="/a.png"><figcaption>A boat</figcaption></figure>',
  )
})

test('a table with more than a picture and its caption is not changed', () => {
  const html =
    '<table><tbody><tr><td><img src="/a.png"></td><td>A</td></tr><tr><td>B</td><td>C</td></tr></tbody></table>'
  assert.equal(htmlAfter(html, frameCaptionTables), html)
})
