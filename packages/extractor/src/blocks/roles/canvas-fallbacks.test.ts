import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from '../../dom/element-list.ts'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { showCanvasFallbacks } from './canvas-fallbacks.ts'

const shown = (html: string): string => htmlAfter(html, (tree) => showCanvasFallbacks(new ElementList(tree)))

const TABLE = '<table><tbody><tr><td>2021</td><td>14</td></tr></tbody></table>'
const PICTURE = '<img src="/map.png" alt="Map of the bay">'
const SENTENCE = 'The number of passengers rose from 14 in 2021 to 18 in 2022.'

test('tables, pictures and texts in a canvas are shown', () => {
  for (const content of [TABLE, PICTURE, `<p>${SENTENCE}</p>`, '<ul><li>Ebb: 3</li></ul>'])
    assert.equal(shown(`<canvas id="c" role="img">${content}</canvas>`), `<div>${content}</div>`)
})

test('the label of a canvas is shown if it is a sentence and the canvas is empty', () => {
  assert.equal(shown(`<canvas aria-label="${SENTENCE}"></canvas>`), `<p>${SENTENCE}</p>`)
  assert.equal(shown(`<canvas aria-label="${SENTENCE}">${TABLE}</canvas>`), `<div>${TABLE}</div>`)
})

test('sentences about the browser, pictures for a script and short labels are not shown', () => {
  for (const html of [
    '<canvas>Your browser does not support the HTML5 canvas element.</canvas>',
    '<canvas>Ihr Browser unterstützt dieses Element leider noch nicht.</canvas>',
    '<canvas>お使いのブラウザは、この図を表示するための機能に対応していません。ほかのブラウザで開いてください。</canvas>',
    '<canvas><img src="/sprites.png"></canvas>',
    '<canvas aria-label="Line chart"></canvas>',
    '<canvas>Loading</canvas>',
  ])
    assert.equal(shown(html), html)
})
