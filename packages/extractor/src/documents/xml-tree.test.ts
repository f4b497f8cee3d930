import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elementsOf, textOf } from '../dom/page-tree.ts'
import { parseXml } from './xml-tree.ts'
import { assertLinearTime } from '../linear-time.fixture.ts'

test('a document type with its entities is left out, and attributes are read in either kind of quotation marks', () => {
  const root = parseXml(`<?xml version="1.0"?><!DOCTYPE b [ <!ENTITY e "x>y"> ]>\n<b  n='1' x:m = "a&amp;b"/>`)
  const element = elementsOf(root).find(({ tagName }) => tagName === 'b')
  assert.deepEqual(element?.attrs, [
    { name: 'n', value: '1' },
    { name: 'm', value: 'a&b' },
  ])
  assert.equal(textOf(root).trim(), '')
})

test('damaged files take linear time', async () => {
  for (const piece of [
    '<!DOCTYPE ',
    '<!DOCTYPE a [',
    '<a b',
    '<a b="',
    ` b='<a b="'`,
    '<a b c ',
    '</a ',
    '<!--',
    ' b c',
  ]) {
    await assertLinearTime(
      8000,
      (count) => {
        const xml = `<r ${piece.repeat(count)}`
        return () => parseXml(xml)
      },
      piece,
    )
  }
})
