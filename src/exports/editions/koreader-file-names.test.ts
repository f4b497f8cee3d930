import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { entryOfFileName, koreaderFileNames } from './koreader-file-names.ts'

const names = (title: string) => [...koreaderFileNames(12 as EntryId, title)]

/** Titles with what `util.getSafeFilename` of KOReader fc88887 made of them under LuaJIT. */
const TITLES: readonly (readonly [title: string, strict: string, loose?: string])[] = [
  ['On tides', 'On tides'],
  ['What? "Yes": a/b \\ c | d < e > f*', 'What_ _Yes__ a_b _ c _ d _ e _ f_', 'What? "Yes": a_b \\ c | d < e > f*'],
  ['The end.', 'The end'],
  ['Wait...', 'Wait', 'Wait..'],
  ['Node.js and its friends', 'Node.js and its friends'],
  ['two\r\nlines\tand tabs ', 'two lines and tabs', 'two lines and tabs '],
  ['a <b>bold</b> title', 'a bold title'],
  ['x &lt;b&gt; y', 'x  y'],
  ['Tom &amp; Jerry', 'Tom &amp; Jerry'],
  ['a ]]> ', 'a', 'a '],
  ['é'.repeat(200), 'é'.repeat(115)],
  ['漢'.repeat(100), '漢'.repeat(76)],
]

test('the names of files are those of KOReader on the two kinds of file systems', () => {
  for (const [title, strict, loose] of TITLES) {
    const expected = [...new Set([strict, loose ?? strict])].map((name) => `[w-id_12] ${name}.epub`)
    assert.deepEqual(names(title), expected, title)
  }
})

test('a name of KOReader contains the id of the entry', () => {
  assert.equal(entryOfFileName('[w-id_12] On tides.epub'), 12)
  for (const other of ['On tides.epub', '[w-id_] x.epub', 'a [w-id_12] x.epub', '[w-id_1234567890123456] x']) {
    assert.equal(entryOfFileName(other), undefined, other)
  }
})
