import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anEntry, exported } from '../exported-entry.fixture.ts'
import { openWriter } from '../open-writer.ts'
import { blockAt, decodeLayout, hasPlace, positionAt, xpointerOf, type BookLayout } from './book-layout.ts'
import { CrengineDocument, flatText, textOf } from './crengine-document.fixture.ts'

const CONTENT =
  '<p>Zero</p><div><p>One</p><blockquote>bare <p>Two</p></blockquote></div>' +
  '<ul><li>Three<ul><li>Four</li></ul></li></ul><p>Five <b>bold <i>inner</i></b> tail</p>'

async function book(content: string): Promise<{ layout: BookLayout; document: CrengineDocument }> {
  const entry = anEntry({ content })
  const about = { title: 'T', isSingle: true, baseUrl: 'http://a.test', readingSpeed: 200, language: 'en' } as const
  const writer = await openWriter('epub', about)
  await writer.start()
  await writer.add(entry)
  await writer.end()
  return {
    layout: decodeLayout(writer.layout!()!),
    document: new CrengineDocument(await exported('epub', [entry], about)),
  }
}

test('a place of a block is that of the paragraph, and leads back to it', async () => {
  const { layout, document } = await book(CONTENT)
  for (const [block, start] of ['Zero', 'One', 'Two', 'Three', 'Four', 'Five bold inner tail'].entries()) {
    const place = xpointerOf(layout, block)!
    assert.ok(flatText(textOf(document.find(place)!)).startsWith(start), `${block}: ${place}`)
    assert.equal(positionAt(layout, place)!.block, block)
  }
  assert.equal(xpointerOf(layout, 5), '/body/DocFragment[3]/body/p[2].0')
  assert.equal(xpointerOf(layout, 99), xpointerOf(layout, 5), 'the last one')
})

test('a place inside a block leads to the block, in both forms of KOReader', async () => {
  const { layout } = await book(CONTENT)
  const blockOf = (path: string) => positionAt(layout, path)?.block
  assert.equal(blockOf('/body/DocFragment[3]/body/p[2]/b/i/text().3'), 5)
  assert.equal(blockOf('/body[1]/DocFragment[3]/body[1]/p[2]/b[1]/i[1]/text()[1].3'), 5)
  assert.equal(blockOf('/body/DocFragment[3]/body/p[2]/text()[2].0'), 5)
  assert.equal(blockOf('/body/DocFragment[3]/body/div/blockquote/text().2'), 2, 'a text outside of a block')
  assert.equal(blockOf('/body/DocFragment[3]/body/ul/li/ul/li/text().0'), 4)
  assert.deepEqual(positionAt(layout, '/body/DocFragment[2]/body/h1/text().0'), { block: 0, share: 0 })
  assert.deepEqual(positionAt(layout, '/body/DocFragment[3]/body/h1/text().0'), { block: 0, share: 0 }, 'the title')
  assert.deepEqual(positionAt(layout, '/body/DocFragment[4]/body/p.0'), { block: 5, share: 1 }, 'the page after it')
  for (const wrong of [
    '',
    '12',
    '/body/DocFragment[3]/body/p[9].0',
    '/body/DocFragment[3]/body/../p',
    '/body/p[1].0',
  ]) {
    assert.equal(positionAt(layout, wrong), undefined, wrong)
  }
  assert.equal(hasPlace(layout, '/body/DocFragment[3]/body/p[2]/text().1'), true)
  assert.equal(hasPlace(layout, '/body/DocFragment[4]/body/p/text().1'), false)
})

test('blocks are found by their share of the text', async () => {
  const { layout } = await book(`<p>${'a'.repeat(100)}</p><p>${'b'.repeat(200)}</p><p>${'c'.repeat(100)}</p>`)
  assert.deepEqual(
    [0, 0.2, 0.25, 0.74, 0.75, 1].map((share) => blockAt(layout, share)),
    [0, 0, 1, 1, 2, 2],
  )
  assert.deepEqual(positionAt(layout, '/body/DocFragment[3]/body/p[2]/text().50'), { block: 1, share: 0.25 })
})

test('a book without blocks, and one with too many, have a layout', async () => {
  const none = await book('just text')
  assert.equal(xpointerOf(none.layout, 0), undefined)
  assert.equal(blockAt(none.layout, 0.5), 0)
  const { layout } = await book('<p>a</p>'.repeat(25_000))
  assert.equal(layout.elements.length, 20_000)
  assert.equal(xpointerOf(layout, 24_000), '/body/DocFragment[3]/body/p[20000].0')
})
