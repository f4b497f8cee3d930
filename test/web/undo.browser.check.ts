import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import {
  openStage,
  saveTitles,
  signIn,
  until,
  untilListed,
  untilText,
  type Stage,
} from './service-and-browser.fixture.ts'
import { DELAYS, throughSlowNetwork } from './slow-network.fixture.ts'

const SHOWN = ['Aster', 'Birch', 'Clover']

for (const delay of DELAYS) {
  test(`undoing in a browser, with a delay of ${delay} ms on every request`, async (t) => {
    const stage = await throughSlowNetwork(t, await openStage(t), delay)
    const ids = await saveTitles(stage, SHOWN.toReversed())
    const page = await signIn(stage)
    await reader(t, stage, page, ids[0]!)
    await hasty(t, stage, page, ids[1]!)
    await later(t, stage, page)
    assert.deepEqual(stage.complaints, [])
  })
}

async function reader(t: TestContext, stage: Stage, page: Page, id: number): Promise<void> {
  const entry = async () => {
    const { is_archived, is_starred, tags } = (
      await stage.app.ask(stage.app.alice, { url: `/api/entries/${id}` })
    ).json<Record<string, unknown>>()
    return { is_archived, is_starred, tags: (tags as { label: string }[]).map(({ label }) => label) }
  }
  const untilEntry = (expected: object) =>
    until(JSON.stringify(expected), async () => JSON.stringify(await entry()) === JSON.stringify(expected))
  const BEFORE = { is_archived: 0, is_starred: 0, tags: [] }
  await t.test('in the reader z takes back a, s, a tag and a highlight', async () => {
    await page.goto(`${stage.base}/view/${id}`)
    await page.keyboard.press('a')
    await untilText(page, '.toast p', /^Archived: /)
    await untilEntry({ ...BEFORE, is_archived: 1 })
    await page.keyboard.press('z')
    await untilEntry(BEFORE)
    await untilText(page, '.toast p', /^Undone: /)
    await until('the button', async () => (await page.getAttribute('#bar-archive', 'value')) === '1')
    await page.keyboard.press('s')
    await untilText(page, '.toast p', /^Starred: /)
    await page.keyboard.press('z')
    await untilEntry(BEFORE)
    await page.keyboard.press('t')
    await page.fill('#tag-field', 'garden')
    await page.keyboard.press('Enter')
    await untilEntry({ ...BEFORE, tags: ['garden'] })
    await page.keyboard.press('Escape')
    await untilText(page, '.toast p', /^Tagged: /)
    await page.keyboard.press('z')
    await untilEntry(BEFORE)
    await until('no tag', async () => (await page.locator('#head-tags li').count()) === 0)
    await page.evaluate(`getSelection().selectAllChildren(document.querySelector('.prose p'))`)
    await page.keyboard.press('h')
    await page.waitForSelector('.prose mark.annotation')
    await page.keyboard.press('z')
    await until('no mark', async () => (await page.locator('.prose mark.annotation').count()) === 0)
  })
}

async function hasty(t: TestContext, stage: Stage, page: Page, id: number): Promise<void> {
  const states = async () => {
    const { is_archived, is_starred } = (await stage.app.ask(stage.app.alice, { url: `/api/entries/${id}` })).json<
      Record<string, unknown>
    >()
    return [is_archived, is_starred].join()
  }
  const untilStates = (expected: string) => until(`the states ${expected}`, async () => (await states()) === expected)
  await t.test('keys that are pressed faster than responses arrive all take effect, in order', async () => {
    await page.goto(`${stage.base}/view/${id}`)
    for (const key of ['s', 'a']) await page.keyboard.press(key)
    await untilStates('1,1')
    await untilText(page, '.toast p', /^Archived: /)
    for (const key of ['z', 'z']) await page.keyboard.press(key)
    await untilStates('0,0')
    await until('the buttons', async () => {
      const values = ['archive', 'star'].map((name) =>
        page.getAttribute(`.states-bar [data-action-name=${name}]`, 'value'),
      )
      return (await Promise.all(values)).join() === '1,1'
    })
  })
  await t.test('text typed while the page reloads stays, and is sent', async () => {
    await page.keyboard.press('s')
    await untilText(page, '.toast p', /^Starred: /)
    // A page that has not shown the action itself reloads after the undo.
    await page.reload()
    const reloaded = page.evaluate(
      "new Promise((done) => addEventListener('turbo:render', () => done(1), { once: true }))",
    )
    await page.keyboard.press('z')
    await page.keyboard.press('t')
    await page.keyboard.type('orch')
    await reloaded
    await page.keyboard.type('ard')
    assert.equal(await page.inputValue('#tag-field'), 'orchard')
    await page.keyboard.press('Enter')
    await untilText(page, '#head-tags', /orchard/)
  })
}

async function later(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('an action is undone long after its message, and from the history', async () => {
    await page.goto(stage.base)
    await page.keyboard.press('j')
    await page.keyboard.press('#')
    await untilListed(page, SHOWN.slice(1))
    await page.goto(`${stage.base}/starred/list`)
    await page.keyboard.press('z')
    await untilText(page, '.toast p', /^Undone: /)
    await page.goto(stage.base)
    await untilListed(page, SHOWN)
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await untilListed(page, SHOWN.slice(1))
    await page.click('.list-menu summary')
    await page.click('.list-menu a[href="/history"]')
    await page.click('.history-item:first-child button')
    await untilText(page, '.history-item:first-child > .meta', 'Undone')
    await page.goto(stage.base)
    await untilListed(page, SHOWN)
  })
  await t.test('a search is undone as a list is', async () => {
    await page.goto(`${stage.base}/search?q=words`)
    await until('results', async () => {
      await page.reload()
      return (await page.locator('.card').count()) === 3
    })
    await page.keyboard.press('*')
    await page.keyboard.press('#')
    await untilText(page, '.toast p', 'Deleted: 3 entries')
    await page.keyboard.press('z')
    await untilText(page, '.toast p', /^Undone: 3/)
    await page.goto(stage.base)
    await untilListed(page, SHOWN)
  })
}
