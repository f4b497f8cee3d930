import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareParts, NO_PARTS, type PartChanges, type PartCounts } from './compare-parts.ts'
import { assertLinearTime } from '../../../packages/extractor/src/linear-time.fixture.ts'

/** @returns the counts above zero */
const nonZero = (counts: PartCounts) => Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0))
const shortened = ({ gained, lost }: PartChanges) => ({ gained: nonZero(gained), lost: nonZero(lost) })

test('each kind of element is counted once, in the direction of its change', () => {
  const before = '<p>one</p><pre>two</pre><blockquote>three</blockquote><a href="/x">four</a>'
  const after =
    '<h2>one</h2><h6>two</h6><ul><li>three</li></ul><dl><dt>four</dt><dd></dd></dl><table></table><img src="/a.jpg" alt="">'
  assert.deepEqual(shortened(compareParts(before, after)), {
    gained: { headings: 2, listItems: 3, tables: 1, pictures: 1 },
    lost: { paragraphs: 1, codeBlocks: 1, quotations: 1, links: 1 },
  })
})

test('moved and rearranged words are no change, and other words are counted by their characters', () => {
  const { gained, lost } = compareParts('<p>red green, blue blue</p>', '<p>blue</p><p><em>green</em> yellow red</p>')
  assert.deepEqual([gained.characters, lost.characters], [6, 4])
  const chinese = compareParts('<p>石垣を直した</p>', '<p>石垣を直しました</p>')
  assert.deepEqual([chinese.gained.characters, chinese.lost.characters], [2, 0])
})

test('attributes, references and anchors without address do not count', () => {
  const after = `<p title="1 > 0 <p> words" class="x">a &amp; b</p><a id="n1"></a><picture><img alt="<li> > words" src="/a"></picture>`
  assert.deepEqual(shortened(compareParts('<p>a b</p>', after)), { gained: { pictures: 1 }, lost: {} })
})

test('from and to nothing', () => {
  const all = '<p>word</p>'
  assert.deepEqual(compareParts('', all), { gained: { ...NO_PARTS, paragraphs: 1, characters: 4 }, lost: NO_PARTS })
  assert.deepEqual(compareParts(all, ''), { gained: NO_PARTS, lost: { ...NO_PARTS, paragraphs: 1, characters: 4 } })
})

test('a text with very many unclosed tags takes linear time', async () => {
  await assertLinearTime(50_000, (count) => {
    const [before, after] = ['<a '.repeat(count), '<a href="'.repeat(count / 2)]
    return () => compareParts(before, after)
  })
})
