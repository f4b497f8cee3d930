import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from '../dom/element-list.ts'
import { htmlAfter } from '../dom/html-after.fixture.ts'
import { addDiagramTexts } from './diagram-texts.ts'

const after = (html: string): string => htmlAfter(html, (root) => addDiagramTexts(new ElementList(root)))
const caption = '<figcaption>Levels at the gauge</figcaption>'
const figure = (drawing: string): string => `<figure><div>${drawing}</div>${caption}</figure>`
const LABELS = '<text x="1">Low <tspan>1.2 m</tspan></text><g><text>High<tspan>4.6 m</tspan></text></g>'

test('the texts of a diagram in a figure become a paragraph, with its name and without the numbers of its axes', () => {
  assert.equal(
    after(figure(`<svg><title>Water levels</title><text>10</text><text>20 %</text>${LABELS}${LABELS}</svg>`)),
    figure('<p>Water levels: Low 1.2 m · High 4.6 m</p>'),
  )
  assert.equal(
    after(figure(`<svg aria-label="Levels">${LABELS}</svg>`)),
    figure('<p>Levels: Low 1.2 m · High 4.6 m</p>'),
  )
  assert.equal(after(figure(`<svg>${LABELS}</svg>`)), figure('<p>Low 1.2 m · High 4.6 m</p>'))
})

test('icons, drawings outside of figures, and charts with very many texts stay drawings', () => {
  const many = Array.from({ length: 70 }, (_, index) => `<text>Place ${index}</text>`).join('')
  for (const html of [
    figure('<svg><title>Play</title><text>Play</text></svg>'),
    `<div><svg>${LABELS}</svg></div>`,
    figure(`<a href="/"><svg>${LABELS}</svg></a>`),
    figure(`<svg aria-hidden="true">${LABELS}</svg>`),
    figure(`<svg>${many}</svg>`),
  ])
    assert.equal(after(html), html)
})
