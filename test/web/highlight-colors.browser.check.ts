import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, signIn } from './service-and-browser.fixture.ts'

const TEXT = 'Forty people stood in a line from the harbour to the breach, and handed each stone on.'
const BACKGROUND = `(selector, part) => getComputedStyle(document.querySelector(selector), part).backgroundColor`

test('overlapping highlights keep their colour, and a selection has another one', async (t) => {
  const stage = await openStage(t)
  const { app, base } = stage
  const { id } = await app.save(app.alice, 'https://example.org/line', { title: 'Line', content: `<p>${TEXT}</p>` })
  for (const [start, end] of [
    [0, 32],
    [22, 60],
  ] as const) {
    const range = { start: '/p[1]', startOffset: String(start), end: '/p[1]', endOffset: String(end) }
    const payload = { ranges: [range], quote: TEXT.slice(start, end), text: '' }
    await app.ask(app.alice, { method: 'POST', url: `/api/annotations/${id}`, payload })
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await signIn(stage, { colorScheme })
    await page.goto(`${base}/view/${id}`)
    await page.waitForSelector('.prose mark mark')
    const colorOf = (selector: string, part = '') =>
      page.evaluate<string>(`(${BACKGROUND})('${selector}', ${part === '' ? 'undefined' : `'${part}'`})`)
    const marked = await colorOf('.prose mark.annotation')
    assert.equal(await colorOf('.prose mark mark'), marked)
    assert.notEqual(await colorOf('.prose p', '::selection'), marked)
    const shadow = await page.evaluate<string>(`getComputedStyle(document.querySelector('.prose mark mark')).boxShadow`)
    assert.match(shadow, /inset/)
    await page.context().close()
  }
})
