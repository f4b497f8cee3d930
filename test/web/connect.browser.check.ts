import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  enter,
  openPage,
  openStage,
  PHONE,
  signIn,
  type Stage,
  until,
  untilText,
} from './service-and-browser.fixture.ts'

test('an app is connected without a script', async (t) => {
  const stage = await openStage(t)
  const page = await openPage(stage, { javaScriptEnabled: false, viewport: PHONE })
  const go = (selector: string) => Promise.all([page.waitForNavigation(), page.click(selector)])
  await page.goto(`${stage.base}/connect`)
  await enter(stage, page)
  await page.fill('#app-filter', 'flash')
  await go('main form button')
  assert.deepEqual(await page.locator('.app-name').allInnerTexts(), ['NewsFlash'])
  await go('.services a')
  await go('main form button')
  await useKey(stage, page)
  await untilText(page, '#connection', /Waiting for the first request from NewsFlash/)
  await go('#connection a')
  await untilText(page, '#connection', /NewsFlash is connected/)
})

test('an app is found and connected by keyboard, and the page shows its first request while it keeps the key', async (t) => {
  const stage = await openStage(t)
  const page = await signIn(stage)
  await page.goto(`${stage.base}/connect`)
  await page.focus('#app-filter')
  await page.keyboard.type('flash')
  await until('one app is shown', () =>
    page.evaluate<boolean>("document.querySelectorAll('.services li:not([hidden])').length === 1"),
  )
  assert.deepEqual(await page.locator('.platform h2:visible').allInnerTexts(), ['Computer'])
  await page.keyboard.press('Tab')
  await Promise.all([page.waitForURL(/newsflash$/), page.keyboard.press('Enter')])
  await page.focus('main form button')
  await page.keyboard.press('Enter')
  await page.waitForSelector('#steps')
  const before = await page.innerText('#steps')
  await useKey(stage, page)
  await page.waitForSelector('#connection >> text=NewsFlash is connected')
  assert.equal(await page.innerText('#steps'), before)
})

/** Signs in to the Google Reader API as the page says. */
async function useKey({ base }: Stage, page: Page): Promise<void> {
  const [, username, key] = await page.locator('#steps dd code').allTextContents()
  const body = new URLSearchParams({ Email: username!, Passwd: key! })
  const answer = await fetch(`${base}/api/greader.php/accounts/ClientLogin`, { method: 'POST', body })
  assert.equal(answer.status, 200)
}
