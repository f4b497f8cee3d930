import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { saveOnChange } from './save-on-change.fixture.ts'
import { phone } from './second-factor.fixture.ts'
import {
  enter,
  openPage,
  openStage,
  openTab,
  saveTitles,
  signIn,
  titles,
  until,
  untilListed,
  untilText,
  type Stage,
} from './service-and-browser.fixture.ts'

test('an account in a browser', async (t) => {
  const stage = await openStage(t)
  const ids = await saveTitles(stage, ['Cedar', 'Beech', 'Alder'])
  const page = await signIn(stage)
  await settings(t, stage, page)
  await imports(t, stage, page)
  await secondTab(t, stage, page, ids)
  await endedElsewhere(t, stage, page)
  await recovery(t, stage, page)
  assert.deepEqual(stage.complaints, [])
})

async function settings(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('the chosen look applies in a new session, to lists and articles', async () => {
    await page.goto(`${stage.base}/config/reading`)
    for (const box of ['#theme-black', '#font-legible', '#layout-rows']) {
      await saveOnChange(page, () => page.check(box))
    }
    await saveOnChange(page, () => page.locator('#look-size').fill('7'))
    const other = await signIn(stage)
    assert.equal(await other.getAttribute('html', 'data-theme'), 'black')
    assert.equal(await other.locator('.cards.rows .card').count(), 3)
    await other.click('.card-title a')
    await other.waitForURL(/\/view\//)
    for (const [name, value] of Object.entries({ theme: 'black', font: 'legible', size: '7' })) {
      assert.equal(await other.getAttribute('html', `data-${name}`), value)
    }
    await other.context().close()
    await page.goto(stage.base)
    await page.click('.list-menu summary')
    await page.click('.list-menu [value=cards]')
    await until('cards again', async () => (await page.locator('.cards.rows').count()) === 0)
  })
}

async function imports(t: TestContext, { app, base }: Stage, page: Page): Promise<void> {
  await t.test('a file is imported, and its page shows the progress', async () => {
    const rows = Array.from(
      { length: 400 },
      (_, row) => `Row ${row},${app.site.url}/article/row-${row},1700000000,,unread`,
    )
    const file = `title,url,time_added,tags,status\n${rows.join('\n')}\n`
    await page.goto(`${base}/import/`)
    await page.click('a[href="/import/pocket"]')
    await page.waitForURL(/\/import\/pocket$/)
    await page.setInputFiles('[type=file]', { name: 'pocket.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await page.uncheck('[name="upload_import_file[fetch]"][type=checkbox]')
    await page.click('.form .button')
    await page.waitForURL(/\/import\/job\/\d+$/)
    await untilText(page, 'main [role=status]:not(#offline-state)', 'Finished')
    await untilText(page, 'main .setting .meta', /^400 imported/)
    await page.goto(base)
    await untilText(page, '.rail [data-count=unread]', '403')
  })
}

const card = (id: number | undefined): string => `#entry-${id}`

async function secondTab(t: TestContext, stage: Stage, page: Page, ids: readonly number[]): Promise<void> {
  await t.test('an entry deleted in another tab leaves this one when it is used', async () => {
    const [, beech, alder] = ids
    await page.goto(`${stage.base}/all/list?site=127.0.0.1`)
    const tab = await openTab(page.context())
    await tab.goto(page.url())
    await tab.hover(card(beech))
    await tab.click(`${card(beech)} [data-action-name=delete]`)
    await until('the card is gone there', async () => (await tab.locator(card(beech)).count()) === 0)
    assert.equal(await page.locator(card(beech)).count(), 1)
    await page.hover(card(beech))
    await page.click(`${card(beech)} [data-action-name=star]`)
    await until('the card is gone here', async () => (await page.locator(card(beech)).count()) === 0)
    await untilText(page, '.toast p', /This entry was already deleted/)
    await tab.click('.toast [data-action-name=undo]')
    await tab.waitForSelector(card(beech))
    await page.hover(card(alder))
    await page.click(`${card(alder)} [data-action-name=star]`)
    await page.waitForSelector(`${card(alder)} svg.star`)
    await tab.close()
  })
}

async function endedElsewhere(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test(
    'a session that was ended elsewhere leads to sign in, and from there to where one wanted to go',
    async () => {
      const other = await signIn(stage)
      await other.goto(`${stage.base}/starred/list`)
      await page.goto(`${stage.base}/config/security`)
      await page.click('form[action$="/end-others"] button')
      await page.waitForSelector('form[action$="/end-others"]', { state: 'detached' })
      await other.click('.rail a[href="/archive/list"]')
      await other.waitForURL(/\/login$/)
      await enter(stage, other)
      await untilText(other, 'main h1', 'Archive')
      await other.goto(`${stage.base}/starred/list`)
      await page.goto(`${stage.base}/config/security`)
      await page.click('form[action$="/end-others"] button')
      await page.waitForSelector('form[action$="/end-others"]', { state: 'detached' })
      await other.hover('.card')
      await other.click('.card [data-action-name=star]')
      await other.waitForURL(/\/login$/)
      await enter(stage, other)
      await untilText(other, '.notice', /Unstarred/)
      await untilListed(other, [])
      await other.context().close()
    },
  )
}

async function recovery(t: TestContext, stage: Stage, page: Page): Promise<void> {
  await t.test('a second factor is set up, and without the phone a recovery code lets in once', async () => {
    await page.goto(`${stage.base}/config/security`)
    await page.click('form[action$="/second-factor/start"] button')
    const secret = await page.getAttribute('[data-copy-text-value]', 'data-copy-text-value')
    await page.fill('[name=code]', phone(stage.app, secret!).code())
    await page.fill('[name=password]', stage.app.alice.password)
    await page.click('form[action$="/confirm"] button')
    await page.waitForSelector('.recovery-codes')
    const [code] = await page.locator('.recovery-codes li').allInnerTexts()
    for (const isFirst of [true, false]) {
      const other = await openPage(stage)
      await other.goto(`${stage.base}/login`)
      await enter(stage, other)
      await other.waitForURL(/\/2fa$/)
      await other.fill('[name=_auth_code]', code!)
      await other.click('main .button')
      if (isFirst) await until('the list', async () => (await titles(other)).length > 0)
      else await other.waitForSelector('#auth_code-error')
      await other.context().close()
    }
  })
}
