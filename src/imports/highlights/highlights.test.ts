import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAnnotations } from '../parsing/read-annotations.ts'
import { readOmnivoreHighlights } from '../formats/omnivore.ts'
import { readPocketHighlights } from '../formats/pocket.ts'
import { highlightsOfRaindrop } from '../formats/raindrop.ts'

const raindrop = (cell: string) =>
  (readAnnotations(highlightsOfRaindrop(cell)) ?? []).map(({ quote, text, color }) => [quote, text, color])

test('Raindrop.io: highlights with notes and colours, in one line or several', () => {
  assert.deepEqual(raindrop('Highlight:First words Note:Mine'), [['First words', 'Mine', 'yellow']])
  assert.deepEqual(raindrop('Highlight:One\nColor: red\nNote:a Note:b\nHighlight:Two\nlines'), [
    ['One', 'a Note:b', 'pink'],
    ['Two\nlines', '', 'yellow'],
  ])
  assert.deepEqual(raindrop('one\ntwo'), [
    ['one', '', 'yellow'],
    ['two', '', 'yellow'],
  ])
  assert.deepEqual(raindrop(''), [])
})

test('Omnivore: quotations with labels and notes, after notes about the page', () => {
  assert.deepEqual(readOmnivoreHighlights('About\r\n\r\n\n> a\n> \nb \n\n#x #y\n\nnote\n\n> c \n\n'), {
    notes: ['About'],
    annotations: [
      { quote: 'a\n\nb', text: 'note', tags: ['x', 'y'] },
      { quote: 'c', text: '' },
    ],
  })
  assert.deepEqual(readOmnivoreHighlights(''), { annotations: [], notes: [] })
})

test('Pocket: invalid files contain no highlights', () => {
  for (const json of ['', '{', '7', '{}']) assert.equal(readPocketHighlights(json), undefined, json)
  assert.equal(readPocketHighlights('[null, 7, {"url": 3, "highlights": []}, {"url": "x"}]')?.size, 0)
})

test('colours of other services become the most similar ones', () => {
  const colors = ['green', 'RED', ' teal ', 'gray', '', 7, 'constructor']
  const annotations = readAnnotations(colors.map((color) => ({ quote: 'q', color })))!
  assert.deepEqual(
    annotations.map(({ color }) => color),
    ['green', 'pink', 'blue', 'yellow', 'yellow', 'yellow', 'yellow'],
  )
})
