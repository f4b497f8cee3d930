import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { answering } from '../support/site.ts'

const SENTENCE = 'The masons counted every stone twice before they carried it to the breach in the wall.'
const FILLER = Array.from(
  { length: 12 },
  (_, one) =>
    `<p>Paragraph ${one} tells, at some length, of the harbour, its people, and the ${one} boats that left it that year.</p>`,
)
const page = (first: string) =>
  `<!doctype html><title>Wall</title><article><h1>Wall</h1>${first}${FILLER.join('')}<p>${SENTENCE}</p></article>`

interface WireAnnotation {
  readonly id: number
  readonly quote: string
  readonly ranges: readonly { readonly start: string; readonly startOffset: string; readonly end: string }[]
}

for (const dialect of DIALECTS) {
  test(`${dialect}: annotations follow their words when the page is fetched again`, async (t) => {
    const app = await testApp(t, dialect)
    app.site.page('/wall', answering(page('')))
    const { id } = await app.save(app.alice, `${app.site.url}/wall`)
    const content = async () => (await app.ask(app.alice, { url: `/api/entries/${id}` })).json<WireEntry>()['content']
    // @returns the XPath of the last paragraph, as an app would calculate it
    const lastPath = async () => {
      const html = String(await content())
      return `${html.startsWith('<div') ? '/div[1]' : ''}/p[${html.split('<p').length - 1}]`
    }
    const last = await lastPath()
    const headers = { 'content-type': 'application/json' }
    const add = (quote: string, from: number) =>
      app.ask(app.alice, {
        method: 'POST',
        url: `/api/annotations/${id}`,
        headers,
        payload: JSON.stringify({
          quote,
          text: '',
          ranges: [{ start: last, startOffset: String(from), end: last, endOffset: String(from + quote.length) }],
        }),
      })
    assert.equal((await add('counted every stone twice', 11)).statusCode, 200)
    assert.equal((await add('words that nobody ever wrote', 0)).statusCode, 200)

    app.site.page(
      '/wall',
      answering(page('<p>A new paragraph, long enough to be kept by whoever reads the page again.</p>')),
    )
    await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${id}/reload` })
    const after = await lastPath()
    assert.notEqual(after, last)
    const { rows } = (await app.ask(app.alice, { url: `/api/annotations/${id}` })).json<{ rows: WireAnnotation[] }>()
    const range = rows.find(({ quote }) => quote.startsWith('counted'))!.ranges[0]!
    assert.deepEqual([range.start, String(range.startOffset), range.end], [after, '11', after])
    const lost = rows.find(({ quote }) => quote.startsWith('words'))!.ranges[0]!
    assert.equal(lost.start, last)
  })
}
