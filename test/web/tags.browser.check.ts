import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, PHONE, saveTitles, signIn, until } from './service-and-browser.fixture.ts'

test('the tags page in a browser', async (t) => {
  const stage = await openStage(t)
  await saveTitles(stage, ['Ash', 'Birch'], { tags: 'batch-10, batch-2, batch-1, essays, zoo, garden' })
  const page = await signIn(stage)
  await page.goto(`${stage.base}/tag/list`)
  const shown = () => page.locator('.tag-row:not([hidden]) .tag-name').allInnerTexts()
  await t.test('tags are in natural order, each with its count', async () => {
    assert.deepEqual(await shown(), ['batch-1', 'batch-2', 'batch-10', 'essays', 'garden', 'zoo'])
    assert.deepEqual(await page.locator('.tag-row .count').first().innerText(), '2')
  })
  await t.test('the filter field shows only matching tags', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('BATCH 1')
    await until('two tags', async () => (await shown()).join() === 'batch-1,batch-10')
    await page.fill('#tag-filter', 'nothing')
    await page.waitForSelector('text=No matching tags')
    await page.fill('#tag-filter', '')
    await until('all tags', async () => (await shown()).length === 6)
  })
  await t.test('Enter in the field keeps the page, and without a script it finds the tags', async () => {
    await page.fill('#tag-filter', 'zoo')
    await page.keyboard.press('Enter')
    assert.deepEqual(await shown(), ['zoo'])
    assert.equal(new URL(page.url()).search, '')
    const plain = await signIn(stage, { javaScriptEnabled: false })
    await plain.goto(`${stage.base}/tag/list`)
    await plain.fill('#tag-filter', 'BATCH 1')
    await plain.keyboard.press('Enter')
    await plain.waitForURL(/\?q=BATCH\+1$/)
    assert.deepEqual(await plain.locator('.tag-name').allInnerTexts(), ['batch-1', 'batch-10'])
    await plain.click('text=Clear filters')
    assert.equal(await plain.locator('.tag-name').count(), 6)
    await plain.context().close()
    await page.fill('#tag-filter', '')
  })
  await t.test('the form of a tag opens below it, and its buttons stay in place', async () => {
    for (const options of [{}, { viewport: PHONE, hasTouch: true, isMobile: true }]) {
      const browser = await signIn(stage, options)
      await browser.goto(`${stage.base}/tag/list`)
      const row = browser.locator('.tag-row', { hasText: 'essays' })
      const places = async () =>
        Promise.all(['summary', '[action^="/tag/delete"]'].map((part) => row.locator(part).boundingBox()))
      const before = await places()
      await row.locator('summary').click()
      await row.locator('.tag-form').waitFor()
      for (const [i, place] of (await places()).entries()) {
        const [x, y] = [place!.x - before[i]!.x, place!.y - before[i]!.y]
        assert.ok(Math.abs(x) < 1 && Math.abs(y) < 2, JSON.stringify([x, y]))
      }
      await browser.context().close()
    }
  })
  await t.test('a search opens with the best match first and is switched to the newest', async () => {
    await page.goto(`${stage.base}/search?q=told`)
    assert.equal(await page.innerText('.orders [aria-current]'), 'Best match first')
    await page.click('.orders a:not([aria-current])')
    await page.waitForURL(/sort=created/)
    await until('the other order', async () => (await page.innerText('.orders [aria-current]')) === 'Newest first')
  })
  assert.deepEqual(stage.complaints, [])
})
