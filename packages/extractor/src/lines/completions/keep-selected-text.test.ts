import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completedLines } from './completed-lines.fixture.ts'
import { keepSelectedText } from './keep-selected-text.ts'

const long = (i: number): string =>
  `<p>Paragraph ${i}: ${'the tide goes out twice a day and comes back slowly. '.repeat(6)}</p>`

/** @returns the texts of the lines that are kept, if the rules selected all lines */
function kept(html: string, isKept: (text: string) => boolean, isSelected = (): boolean => true): string[] {
  return completedLines(html, isKept, (page, keep) => keepSelectedText(page, keep, isSelected)).map((text) =>
    text.slice(0, 11),
  )
}

const isFirst = (text: string): boolean => text.includes('Paragraph 1')
const isLong = (text: string): boolean => text.startsWith('Paragraph')
const none = (): boolean => false

test('all prose of a long text stays, whatever the model says', () => {
  const chapters = [1, 2, 3, 4, 5, 6, 7, 8].map(long).join('')
  assert.equal(kept(`<section>${chapters}</section>`, (text) => text.includes('Paragraph 1')).length, 8)
  assert.equal(
    kept(
      `<section>${chapters}</section>`,
      (text) => text.includes('Paragraph 1'),
      () => false,
    ).length,
    1,
  )
})

test('a short text is judged by the model, except for lines between two kept lines', () => {
  assert.equal(kept(`<section>${long(1)}${long(2)}</section>`, isFirst).length, 1)
  assert.equal(kept(`<section>${long(1)}<p>2.2. Effective date</p>${long(2)}</section>`, isLong).length, 3)
})

test('a short line between two paragraphs of a text stays, and a label or a line elsewhere does not', () => {
  const text = [1, 2, 3, 4, 5].map(long).join('')
  assert.ok(kept(`<div>${text}<p>2.2. Effective date</p>${long(6)}</div>`, none).includes('2.2. Effect'))
  const address = '<p>Registration: <a href="https://harbour.example">https://harbour.example</a></p>'
  assert.ok(kept(`<div>${text}${address}${long(6)}</div>`, none).includes('Registratio'))
  const story = '<p><a href="/x">The keeper of the lighthouse retires</a></p>'
  assert.ok(!kept(`<div>${text}${story}${long(6)}</div>`, none).includes('The keeper '))
  assert.ok(!kept(`<div>${text}<p>Advertisement</p>${long(6)}</div>`, none).includes('Advertiseme'))
  assert.ok(!kept(`<div>${text}</div><p>2.2. Effective date</p><div>${long(6)}</div>`, none).includes('2.2. Effect'))
})

test('the term of a definition that is kept stays', () => {
  const list =
    '<dl><dt>Low water</dt><dd>Lowest</dd><dt>Slack</dt></dl><p>Kept below</p><dl><dt>Ebb</dt><dd>Going out</dd></dl>'
  const texts = kept(`<div>${list}</div>`, (text) => ['Lowest', 'Kept below'].includes(text))
  assert.deepEqual(texts, ['Low water', 'Lowest', 'Slack', 'Kept below'])
})
