import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completionTarget } from './completion-target.ts'
import { assertLinearTime } from '../../packages/extractor/src/linear-time.fixture.ts'

/**
 * @param marked a query with `|` at the caret
 * @returns the field to complete and the typed text, such as `tag>do`
 */
function placeIn(marked: string): string | undefined {
  const caret = marked.indexOf('|')
  const text = marked.replace('|', '')
  const place = completionTarget(text, caret)
  return place && `${place.field ?? ''}>${place.typed}<${text.slice(place.start, place.end)}`
}

test('the name of a field is completed at the end of a word', () => {
  assert.equal(placeIn('ta|'), '>ta<ta')
  assert.equal(placeIn('is:unread -au|'), '>au<au')
  assert.equal(placeIn('(si| OR x)'), '>si<si')
  assert.equal(placeIn('|'), undefined)
  assert.equal(placeIn('is:unread |'), undefined)
  assert.equal(placeIn('ta|g'), undefined)
  assert.equal(placeIn('https://exa|'), undefined)
  assert.equal(placeIn('"two wor|'), undefined)
})

test('the last value of a field is completed', () => {
  assert.equal(placeIn('tag:|'), 'tag><')
  assert.equal(placeIn('#do|'), 'tag>do<do')
  assert.equal(placeIn('-label:dev,do|'), 'tag>do<do')
  assert.equal(placeIn('tag:"slow fo|'), 'tag>slow fo<"slow fo')
  assert.equal(placeIn('x (by:"Ann|)'), 'author>Ann<"Ann')
  assert.equal(placeIn('sort:ti|'), 'sort>ti<ti')
  assert.equal(placeIn('a,b tag:d|'), 'tag>d<d')
  assert.equal(placeIn('nofield:x|'), undefined)
})

test('a long text takes linear time', async () => {
  await assertLinearTime(25_000, (count) => {
    const text = `${'x:"(,'.repeat(count)}tag:a`
    return () => completionTarget(text, text.length)
  })
})
