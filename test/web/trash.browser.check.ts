import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { look, type Screen } from './axe.fixture.ts'
import {
  enter,
  openPage,
  openStage,
  PHONE,
  saveTitles,
  signIn,
  untilText,
  type Stage,
} from './service-and-browser.fixture.ts'

test('the page of the deleted entries', async (t) => {
  const stage = await openStage(t)
  await withKeyboard(t, stage)
  await withoutScript(t, stage)
  await forAll(t, stage)
  assert.deepEqual(stage.complaints, [])
})

const TITLE = 'A title that is rather long, so that it needs several lines on the screen of a phone in portrait'

/** Saves entries, and deletes them as an API client. */
async function deleteTitles(stage: Stage, names: readonly string[]): Promise<void> {
  for (const id of await saveTitles(stage, names, { tags: 'harbour' })) {
    await stage.app.ask(stage.app.alice, { method: 'DELETE', url: `/api/entries/${id}` })
  }
}

/** Presses the tab key until an element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`${selector} does not get the focus`)
}

async function withKeyboard(t: TestContext, stage: Stage): Promise<void> {
  await t.test('a keyboard restores one entry, and deletes a selected one forever', async () => {
    await deleteTitles(stage, ['Elm', 'Dill'])
    const page = await signIn(stage)
    await tabTo(page, '.account-nav summary')
    await page.keyboard.press('Enter')
    await tabTo(page, '.account-nav a[href="/trash"]')
    await page.keyboard.press('Enter')
    await untilText(page, 'main h1', 'Recently deleted')
    await untilText(page, '.trash-title', 'Dill | Elm')
    await tabTo(page, '.history-item:nth-child(2) button')
    await page.keyboard.press('Enter')
    await untilText(page, '.notice', /1 entry restored/)
    await untilText(page, '.trash-title', 'Dill')
    await tabTo(page, '.trash-entry input')
    await page.keyboard.press('Space')
    await page.focus('h1')
    await tabTo(page, '[name=action][value=delete]')
    await page.keyboard.press('Enter')
    await untilText(page, 'main h1', 'Delete 1 entry forever?')
    await tabTo(page, 'main .form .button')
    await page.keyboard.press('Enter')
    await untilText(page, 'main h2', 'Nothing deleted')
    await page.context().close()
  })
}

async function withoutScript(t: TestContext, stage: Stage): Promise<void> {
  await t.test('on a phone without scripts, entries are found, selected and restored', async () => {
    await deleteTitles(stage, ['Oak', TITLE])
    const page = await openPage(stage, { javaScriptEnabled: false, viewport: PHONE })
    await page.goto(`${stage.base}/trash`)
    await enter(stage, page)
    const width = await page.locator('html').evaluate((root) => root.scrollWidth)
    assert.ok(width <= PHONE.width, `the page is ${width} pixels wide`)
    for (const target of ['.trash-entry', '.history-item button', '.trash-actions button']) {
      const box = await page.locator(target).first().boundingBox()
      assert.ok(box!.height >= 44, `${target} is ${box!.height} pixels high`)
    }
    const go = (act: Promise<unknown>) => Promise.all([page.waitForNavigation(), act])
    await page.fill('#trash-search', 'oak')
    await go(page.click('.tag-filter .button'))
    await untilText(page, '.trash-title', 'Oak')
    await page.goto(`${stage.base}/trash`)
    await go(page.click('text=Select all'))
    await go(page.click('[name=action][value=restore]'))
    await untilText(page, '.notice', /2 entries restored/)
    await untilText(page, 'main h2', 'Nothing deleted')
    await page.context().close()
  })
}

const SCREENS: readonly Screen[] = [
  { name: 'deleted entries', path: '/trash', isEveryTheme: true },
  { name: 'deleted entries, all selected', path: '/trash?select=all' },
  { name: 'deleted entries, a search that found nothing', path: '/trash?q=unheard' },
  { name: 'permanent deletion', path: '/trash/delete?entries=all' },
]

async function forAll(t: TestContext, stage: Stage): Promise<void> {
  await deleteTitles(stage, ['Ash', TITLE])
  const page = await signIn(stage)
  for (const screen of SCREENS) await look(t, stage, page, screen)
  const folder = process.env['SCREENSHOTS']
  if (folder === undefined) return
  for (const width of [1280, 390])
    for (const theme of ['light', 'dark']) {
      await page.setViewportSize({ width, height: 844 })
      for (const [name, path] of [
        ['trash', '/trash?select=all'],
        ['confirm', '/trash/delete?entries=all'],
      ]) {
        await page.goto(stage.base + path)
        await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
        await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png` })
      }
    }
}
