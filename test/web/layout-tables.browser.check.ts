import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, PHONE, signIn } from './service-and-browser.fixture.ts'

const WORDS = 'The harbour was built by people who came from the sea. '

test('on a phone, tables for layout stack, and tables with data scroll sideways', async (t) => {
  const stage = await openStage(t)
  const cells = ['Date', 'High water', 'Low water', 'Height', 'Wind', 'Pressure']
  const content =
    `<table><tbody><tr><td><h2>Left</h2><p>${WORDS.repeat(5)}</p></td><td><p>${WORDS.repeat(5)}</p></td></tr></tbody></table>` +
    `<table><thead><tr>${cells.map((one) => `<th>${one}</th>`).join('')}</tr></thead>` +
    `<tbody><tr>${cells.map((one) => `<td>${one} in some words</td>`).join('')}</tr></tbody></table>`
  const { id } = await stage.app.save(stage.app.alice, 'https://example.org/tables', { title: 'Tables', content })
  for (const [viewport, isStacked] of [
    [PHONE, true],
    [{ width: 1280, height: 800 }, false],
  ] as const) {
    const page = await signIn(stage, { viewport })
    await page.goto(`${stage.base}/view/${id}`)
    const [left, right] = await Promise.all([0, 1].map((n) => page.locator('table.layout td').nth(n).boundingBox()))
    assert.equal(left!.y + left!.height <= right!.y + 1, isStacked, JSON.stringify([left, right]))
    assert.ok(right!.x + right!.width <= viewport.width)
    const isScrolling = await page.evaluate<boolean>(
      "(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('.wide'))",
    )
    assert.equal(isScrolling, isStacked)
    assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'))
    await page.context().close()
  }
  assert.deepEqual(stage.complaints, [])
})
