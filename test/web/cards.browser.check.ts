import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { saveOnChange } from './save-on-change.fixture.ts'
import { openStage, PHONE, signIn } from './service-and-browser.fixture.ts'

const LINE = 20
const TEXT = `<h2>Low water</h2><p>${'Forty people stood in a line and handed each stone on. '.repeat(60)}</p>`

test('cards in a browser', async (t) => {
  const stage = await openStage(t)
  const { app } = stage
  await app.save(app.alice, 'https://example.org/wall', {
    title: 'Wall',
    content: TEXT,
    authors: 'Ada Stone',
    language: 'en',
  })
  await app.database.transaction((tx) =>
    tx.updateTable('entry').set({ created_at: '2026-01-01T10:00:00.000Z' }).execute(),
  )
  const choose = async (page: Page, excerpt: string) => {
    await page.goto(`${stage.base}/config/reading`)
    const box = page.locator(`[name=excerpt][value=${excerpt}]`)
    if (!(await box.isChecked())) await saveOnChange(page, () => box.check({ force: true }))
    await page.goto(stage.base)
  }
  for (const [device, options] of [
    ['desk', {}],
    ['phone', { viewport: PHONE, hasTouch: true, isMobile: true }],
  ] as const) {
    const page = await signIn(stage, options)
    await t.test(`they show a line of the text, or none, or five: ${device}`, async () => {
      for (const [choice, lines] of [
        ['none', 0],
        ['short', 1],
        ['long', 5],
      ] as const) {
        await choose(page, choice)
        const excerpt = page.locator('.card-excerpt')
        const height = lines === 0 ? await excerpt.count() : (await excerpt.boundingBox())!.height
        assert.ok(height <= lines * LINE + 1 && (lines < 2 || height > LINE), `${choice}: ${height}`)
        if (lines > 0) assert.match(await excerpt.innerText(), /^Forty people stood/)
      }
    })
    await t.test(`they show the author, the reading time, and the date of an older entry: ${device}`, async () => {
      const meta = await page.innerText('.card-meta')
      for (const part of [/Ada Stone/, /\d min/, /1 Jan 2026/]) assert.match(meta, part)
    })
  }
  assert.deepEqual(stage.complaints, [])
})
