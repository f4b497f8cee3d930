import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
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
import { selectWords } from './select-text.fixture.ts'
import { DELAYS, throughSlowNetwork } from './slow-network.fixture.ts'

for (const delay of DELAYS) {
  test(`undoing by the message and by z, in a browser, with a delay of ${delay} ms on every request`, async (t) => {
    const stage = await throughSlowNetwork(t, await openStage(t), delay)
    const ids = await saveTitles(stage, ['Clover', 'Birch', 'Aster'], { tags: 'garden' })
    const page = await signIn(stage)
    await marks(t, stage, page, ids[0]!)
    await pageNotes(t, stage, page, ids[0]!)
    await tags(t, stage, page, ids[0]!)
    await search(t, stage, page)
    assert.deepEqual(stage.complaints, [])
  })
}

/** The two ways to undo an action. */
const WAYS: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['its message', (page) => page.click('.toast [data-action-name=undo]')],
  ['z', (page) => page.keyboard.press('z')],
]

async function marks(t: TestContext, { app, base }: Stage, page: Page, id: number): Promise<void> {
  const stored = async () => {
    const { rows } = (await app.ask(app.alice, { url: `/api/annotations/${id}` })).json<{
      rows: { quote: string; text: string }[]
    }>()
    return rows.map(({ quote, text }) => `${quote}: ${text}`).join()
  }
  const untilStored = (expected: string) => until(`“${expected}”`, async () => (await stored()) === expected)
  await page.goto(`${base}/view/${id}`)
  for (const [way, undo] of WAYS) {
    await t.test(`a highlight, a changed note and a deletion are undone by ${way}, on the page as well`, async () => {
      await selectWords(page, 'told')
      await page.keyboard.press('h')
      await untilStored('told: ')
      await page.waitForSelector('.annotation-item')
      await undo(page)
      await untilStored('')
      await until('no mark', async () => (await page.locator('mark.annotation').count()) === 0)
      await selectWords(page, 'told')
      await page.keyboard.press('m')
      await page.keyboard.type('first')
      await page.keyboard.press('Control+Enter')
      await untilStored('told: first')
      await page.waitForSelector('.annotation-item .note')
      await page.click('.annotation-item [popovertarget]')
      await page.keyboard.type(' and second')
      await page.keyboard.press('Control+Enter')
      await untilStored('told: first and second')
      await untilText(page, '.annotation-item .note', 'first and second')
      await undo(page)
      await untilStored('told: first')
      await untilText(page, '.annotation-item .note', 'first')
      await page.click('.annotation-item form[action$="/delete"] > .button-quiet')
      await untilStored('')
      await until('no mark', async () => (await page.locator('mark.annotation').count()) === 0)
      await undo(page)
      await untilStored('told: first')
      await page.waitForSelector('mark.annotation')
      await page.click('.annotation-item form[action$="/delete"] > .button-quiet')
      await untilStored('')
      await until('no mark', async () => (await page.locator('mark.annotation').count()) === 0)
    })
  }
}

async function pageNotes(t: TestContext, { base }: Stage, page: Page, id: number): Promise<void> {
  const write = async (text: string) => {
    await page.keyboard.press('M')
    await page.waitForSelector('#entry-note-editor:popover-open')
    await page.keyboard.type(text)
    await page.keyboard.press('Control+Enter')
  }
  for (const [way, undo] of WAYS) {
    await t.test(
      `a note of the page is continued at its end, and undone by ${way}, instead of a change before it`,
      async () => {
        await page.goto(`${base}/view/${id}`)
        await page.keyboard.press('f')
        await page.waitForSelector('#states-bar [value="0"][name=starred]')
        await write('first')
        await untilText(page, '#entry-note .note', 'first')
        await write(' and second')
        await untilText(page, '#entry-note .note', 'first and second')
        await undo(page)
        await untilText(page, '#entry-note .note', 'first')
        assert.equal(await page.inputValue('#entry-note-text'), 'first')
        await page.keyboard.press('z')
        await until('no note', async () => (await page.locator('#entry-note .note').count()) === 0)
        assert.equal(await page.locator('#states-bar [value="0"][name=starred]').count(), 1)
        await page.keyboard.press('z')
        await page.waitForSelector('#states-bar [value="1"][name=starred]')
      },
    )
  }
}

async function tags(t: TestContext, { base }: Stage, page: Page, id: number): Promise<void> {
  for (const [way, undo] of WAYS) {
    await t.test(
      `a tag that is removed while reading, and the deletion of the entry, are undone by ${way}`,
      async () => {
        await page.goto(`${base}/view/${id}`)
        await page.keyboard.press('t')
        await page.click('.tag-button[value=garden]')
        await until('no tag', async () => (await page.locator('#head-tags li').count()) === 0)
        await page.keyboard.press('Escape')
        await undo(page)
        await untilText(page, '#head-tags li', 'garden')
        await page.keyboard.press('#')
        await untilListed(page, ['Aster', 'Birch'])
        if (way === 'z') await undo(page)
        else await page.click('.notice [data-action-name=undo]')
        await untilListed(page, ['Aster', 'Birch', 'Clover'])
      },
    )
  }
}

async function search(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  const found = async () => (await titles(page)).toSorted().join()
  const untilFound = (expected: readonly string[]) =>
    until(`the hits ${expected.join()}`, async () => (await found()) === expected.join())
  const ALL = ['Aster', 'Birch', 'Clover']
  for (const [way, undo] of WAYS) {
    await t.test(`actions on one hit of a search and on all ticked ones are undone by ${way}`, async () => {
      await page.goto(`${base}/search?q=told+is:unread`)
      await until('all hits', async () => {
        await page.reload()
        return (await found()) === ALL.join()
      })
      await page.keyboard.press('j')
      await page.keyboard.press('#')
      await until('two hits', async () => (await titles(page)).length === 2)
      await undo(page)
      await untilFound(ALL)
      await page.keyboard.press('j')
      await page.keyboard.press('s')
      await page.waitForSelector('.card svg.star')
      await undo(page)
      await until('no star', async () => (await page.locator('.card svg.star').count()) === 0)
      await page.keyboard.press('*')
      await page.keyboard.press('t')
      await page.fill('#bulk-tags', 'shore')
      await page.keyboard.press('Enter')
      await until('three tags', async () => (await page.locator('.card .tags:has-text("shore")').count()) === 3)
      await undo(page)
      await until('no tag', async () => (await page.locator('.card .tags:has-text("shore")').count()) === 0)
      await page.keyboard.press('*')
      await page.keyboard.press('a')
      await untilText(page, '.toast p', 'Archived: 3 entries')
      await undo(page)
      await untilText(page, '.toast p', /^Undone: /)
      await untilFound(ALL)
    })
  }
}
