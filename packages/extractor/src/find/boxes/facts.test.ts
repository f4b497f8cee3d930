import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elementsOf } from '../../dom/page-tree.ts'
import { parseHtmlFragment } from '../../dom/parse-page.ts'
import { isFacts, isRowOfFacts } from './facts.ts'

const first = (html: string) => elementsOf(parseHtmlFragment(html))[0]!

test('lists of terms, tables with headers and rows with two short texts are facts', () => {
  for (const html of [
    '<div><dl><dt>Born</dt><dd>Marl</dd><dt>Died</dt><dd>Sedge</dd></dl></div>',
    '<div><table><tr><th>Born</th><td>Marl</td></tr><tr><th>Died</th><td>Sedge</td></tr></table></div>',
    '<div><p><b>Born</b><span>Marl</span></p><p><b>Died</b> Sedge</p></div>',
  ])
    assert.ok(isFacts(first(html)), html)
})

test('teasers, rows with sentences, and boxes in which facts are a small part are not facts', () => {
  const rows = '<p><b>Born</b><span>Marl</span></p><p><b>Died</b> Sedge</p>'
  for (const html of [
    '<div><p><b><a href="/a">Locks</a></b><span>A tour</span></p><p><b><a href="/b">Gates</a></b><span>A visit</span></p></div>',
    '<div><p><b>Locks</b><span>We went there.</span></p><p><b>Gates</b><span>We stayed.</span></p></div>',
    `<div>${rows}<p>${'The tide goes out twice a day. '.repeat(5)}</p></div>`,
    `<div><article>${rows}</article></div>`,
  ])
    assert.ok(!isFacts(first(html)), html)
})

test('a row of facts stands below a heading', () => {
  const row = '<div><span>Cook 40 min</span><span>Serves 4</span></div>'
  assert.ok(isRowOfFacts(elementsOf(parseHtmlFragment(`<h2>Soup</h2>${row}`))[1]!))
  assert.ok(!isRowOfFacts(elementsOf(parseHtmlFragment(`<p>Soup</p>${row}`))[1]!))
})
