import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { saveOnChange } from './save-on-change.fixture.ts'
import {
  openStage,
  saveTitles,
  signIn,
  titles,
  until,
  untilListed,
  untilText,
  type Stage,
} from './service-and-browser.fixture.ts'

const COUNT = 64
const name = (number: number): string => `Leaf ${String(number).padStart(2, '0')}`

test('finding things in a browser', async (t) => {
  const stage = await openStage(t)
  await saveTitles(
    stage,
    Array.from({ length: COUNT - 2 }, (_, index) => name(index + 1)),
  )
  await saveTitles(stage, ['Short'], { content: '<p>Few words.</p>', tags: 'tea' })
  await saveTitles(stage, ['Long'], {
    content: `<p>${'A lighthouse keeper counts waves. '.repeat(2000)}</p>`,
    tags: 'coffee',
  })
  const page = await signIn(stage)
  await loadingOn(t, stage, page)
  await startingLater(t, stage, page)
  await readingDown(t, stage, page)
  await filters(t, stage, page)
  await search(t, stage, page)
  await tags(t, stage, page)
  await keysOff(t, stage, page)
  assert.deepEqual(stage.complaints, [])
})

async function loadingOn(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('the next pages load while the user scrolls, and their cards work', async () => {
    await page.goto(base)
    assert.equal(await page.locator('.card').count(), 30)
    for (const [number, count] of [
      [2, 60],
      [3, COUNT],
    ] as const) {
      await page.mouse.wheel(0, 20_000)
      await page.waitForSelector(`#cards-${number} .card`)
      await until(`${count} cards`, async () => (await page.locator('.card').count()) === count)
    }
    assert.equal(new Set(await titles(page)).size, COUNT)
    assert.equal(await page.locator('.pager').count(), 1)
    await page.focus(`.card:has-text("${name(1)}") .card-title a`)
    await page.keyboard.press('a')
    await until('the card is gone', async () => (await page.locator('.card').count()) === COUNT - 1)
    await page.click('.toast [data-action-name=undo]')
    await until('the card is back', async () => (await page.locator('.card').count()) === COUNT)
    assert.equal(new URL(page.url()).pathname, '/')
  })
}

async function startingLater(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('a list opened at its second page continues with the third', async () => {
    await page.goto(`${base}/unread/list/2`)
    await page.mouse.wheel(0, 20_000)
    await page.waitForSelector('#cards-3 .card')
    const shown = await titles(page)
    assert.deepEqual([shown.length, new Set(shown).size], [COUNT - 30, COUNT - 30])
    assert.equal(shown.at(-1), name(1))
  })
}

async function readingDown(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('no card is skipped or doubled when entries come and go before the next page', async () => {
    await page.goto(stage.base)
    for (const key of ['j', 'j', 'a', 'a', 'a']) await page.keyboard.press(key)
    await until('three are gone', async () => (await page.locator('.card').count()) === 27)
    await page.fill('[name="entry[url]"]', `${stage.app.site.url}/news`)
    await page.keyboard.press('Enter')
    await page.waitForSelector('#cards .card:first-child .card-title:has-text("Harbour")')
    await until('all are there', async () => {
      await page.mouse.wheel(0, 20_000)
      return (await page.locator('.card').count()) >= COUNT - 2
    })
    const shown = await titles(page)
    assert.equal(new Set(shown).size, COUNT - 2)
    assert.equal(shown.length, COUNT - 2)
    assert.equal(shown.at(-1), name(1))
    const archived = await saved(stage, { archive: 1 })
    await stage.app.ask(stage.app.alice, {
      method: 'DELETE',
      url: `/api/entries/${(await saved(stage, { archive: 0 }))[0]}`,
    })
    for (const id of archived) {
      await stage.app.ask(stage.app.alice, { method: 'PATCH', url: `/api/entries/${id}`, payload: { archive: 0 } })
    }
  })
}

async function saved({ app }: Stage, { archive }: { archive: 0 | 1 }): Promise<number[]> {
  const answer = await app.ask(app.alice, { url: `/api/entries?archive=${archive}&perPage=100` })
  return answer.json<{ _embedded: { items: { id: number }[] } }>()._embedded.items.map(({ id }) => id)
}

async function filters(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('filters are part of the address, survive Back, and are removed one by one', async () => {
    await page.goto(base)
    await page.click('.filters summary')
    await page.selectOption('[name=sort]', 'longest')
    await page.fill('.filter-form [name=tag]', 'coffee')
    await page.click('.filter-form .button')
    await untilListed(page, ['Long'])
    assert.match(page.url(), /sort=longest.*tag=coffee/)
    assert.equal(await page.locator('.chips li').count(), 3)
    await page.click('.card-title a')
    await untilText(page, 'main h1', 'Long')
    await page.goBack()
    await untilListed(page, ['Long'])
    await page.click('.chips a:has-text("coffee")')
    await page.waitForURL(/sort=longest$/)
    await until('the whole list', async () => (await page.locator('.card').count()) === 30)
    assert.equal((await titles(page))[0], 'Long')
    await page.goBack()
    await untilListed(page, ['Long'])
    await page.reload()
    assert.deepEqual(await titles(page), ['Long'])
  })
}

async function search(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('words of a text are found from any page, and marked', async () => {
    await page.goto(`${base}/tag/list`)
    await page.keyboard.press('/')
    await page.keyboard.type('lighthouse')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\?q=lighthouse/)
    await untilListed(page, ['Long'])
    assert.equal(await page.locator('.card-snippet mark').first().innerText(), 'lighthouse')
    await page.fill('#q', 'no such thing')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.empty')
    assert.equal(await page.inputValue('#q'), 'no such thing')
    await page.goBack()
    await untilListed(page, ['Long'])
    await page.keyboard.press('j')
    await page.keyboard.press('f')
    await page.waitForSelector('.card svg.star')
    assert.match(page.url(), /q=lighthouse/)
  })

  await t.test(
    'the shortcut for the search works where its field is hidden, and letters are no shortcuts',
    async () => {
      const size = page.viewportSize()!
      await page.goto(`${base}/all/list?q=short`)
      await untilListed(page, ['Short'])
      await page.click('.card a:has-text("Short")')
      await page.waitForSelector('.prose')
      const searchFor = async (words: string, title: string): Promise<void> => {
        await page.keyboard.press('/')
        await page.keyboard.type(words)
        await page.keyboard.press('Enter')
        await page.waitForURL(/\/search\?q=/)
        await untilListed(page, [title])
      }
      await searchFor('few words', 'Short')
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`${base}/unread/list`)
      await page.waitForSelector('.card')
      await searchFor('lighthouse', 'Long')
      await page.setViewportSize(size)
    },
  )
}

async function tags(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  const rename = async (from: string, to: string) => {
    const row = `.tag-row:has(.tag-name:has-text("${from}"))`
    await page.click(`${row} summary`)
    await page.fill(`${row} [name=label]`, to)
    await page.click(`${row} .tag-form .button`)
  }
  const labels = () => page.locator('.tag-name').allInnerTexts()
  await t.test('a tag is renamed, merged with another, deleted and restored', async () => {
    await page.goto(`${base}/tag/list`)
    await rename('tea', 'drinks')
    await page.waitForSelector('.notice')
    assert.deepEqual((await labels()).toSorted(), ['coffee', 'drinks'])
    await rename('coffee', 'drinks')
    await until('one tag', async () => (await labels()).join() === 'drinks')
    await untilText(page, '.tag-row .count', '2')
    await page.click('.tag-row form[action^="/tag/delete/"] button')
    await until('no tag', async () => (await labels()).length === 0)
    await page.click('.toast [data-action-name=undo]')
    await untilText(page, '.tag-row .count', '2')
    await page.click('.tag-name')
    await untilListed(page, ['Long', 'Short'])
  })
}

async function keysOff(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('disabled shortcuts do nothing and are not shown', async () => {
    await page.goto(`${base}/config/reading`)
    await saveOnChange(page, () => page.check('#shortcuts-off'))
    await page.goto(base)
    const before = await page.evaluate<string>('document.activeElement.tagName')
    for (const key of ['j', 'a', 'n', '?', 'g', 's']) await page.keyboard.press(key)
    assert.equal(await page.evaluate<string>('document.activeElement.tagName'), before)
    assert.equal(await page.locator('dialog[open]').count(), 0)
    assert.equal(await page.locator('.card').count(), 30)
    assert.equal(new URL(page.url()).pathname, '/')
  })
}
