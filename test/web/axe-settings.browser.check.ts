import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openSetupCode } from '../../src/users/setup-code.ts'
import { loadAxe, look, type Screen } from './axe.fixture.ts'
import { openPage, openStage, saveTitles, signIn } from './service-and-browser.fixture.ts'

test('axe finds no problem on any page of the settings, in light and dark, on a desktop and a phone', async (t) => {
  // No mail is sent: the address of an e-reader needs no confirmation.
  const environment = { DOGEAR_SMTP_URL: 'smtp://127.0.0.1:9', DOGEAR_MAIL_FROM: 'dogear@example.org' }
  const stage = await openStage(t, 'sqlite', { environment })
  await saveTitles(stage, ['Elm', 'Dill'], { tags: 'garden', starred: 1 })
  const page = await signIn(stage)
  for (const screen of SETTINGS) await look(t, stage, page, screen)
})

test('axe finds no problem on any page of a visitor, or of an empty library', async (t) => {
  const stage = await openStage(t, 'sqlite', { isFresh: true })
  const page = await openPage(stage)
  const setup = `/setup?code=${await openSetupCode(stage.app.database)}`
  for (const screen of STRANGERS(setup)) await look(t, stage, page, screen)
  await page.goto(stage.base + setup)
  await page.fill('[name=username]', 'ada')
  await page.fill('[name=password]', 'four words in a row')
  await Promise.all([page.waitForNavigation(), page.click('main .button')])
  for (const screen of EMPTY) await look(t, stage, page, screen)
})

const openFolds = (page: Page) =>
  page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = !one.closest('.rail') })")

const SETTINGS: readonly Screen[] = [
  { name: 'settings of the account', path: '/config', act: openFolds },
  { name: 'settings of feeds', path: '/config/feeds', act: openFolds },
  { name: 'settings of rules', path: '/config/rules', act: openFolds },
  { name: 'trying a rule', path: '/config/rules', act: tryRule },
  { name: 'settings of reading', path: '/config/reading' },
  { name: 'settings of security', path: '/config/security', act: openFolds },
  { name: 'settings of sites', path: '/site-credentials/', act: openFolds },
  { name: 'export', path: '/config/export' },
  { name: 'settings that end things', path: '/config/danger', act: openFolds },
  { name: 'imports', path: '/import/' },
  { name: 'import of a file', path: '/import/pocket' },
  { name: 'sending by email', path: '/config/mail', act: addMailAddress },
  { name: 'sending an article', path: '/send?entries=1' },
  { name: 'connecting an app', path: '/connect' },
  { name: 'connecting a feed reader', path: '/connect/netnewswire' },
  { name: 'connecting the wallabag app', path: '/connect/wallabag-android', act: openFolds },
  { name: 'the key of an app', path: '/connect/koreader', act: createKey },
  { name: 'the lines of a Kobo e-reader', path: '/connect/kobo', act: createLines },
  { name: 'Kobo e-readers', path: '/connect/kobo', act: openFolds },
  { name: 'API clients', path: '/developer', act: openFolds },
  { name: 'making an API client', path: '/developer/client/create' },
  { name: 'setting up a second factor', path: '/config/security', act: startFactor },
  { name: 'list of rows', path: '/', act: showRows },
  { name: 'list of rows with a ticked one', path: '/', act: tickRow },
]

async function tryRule(page: Page): Promise<void> {
  await page.fill('[name="tagging_rule[rule]"]', 'time:<50')
  await page.click('[name="tagging_rule[try]"]')
  await page.waitForSelector('.rule-trial a')
}

async function startFactor(page: Page): Promise<void> {
  await page.click('form[action$="/second-factor/start"] button')
  await page.waitForSelector('svg.qr')
}

async function addMailAddress(page: Page): Promise<void> {
  if ((await page.locator('#digest-form').count()) === 0) {
    await page.fill('#mail-address', 'ann@kindle.com')
    await page.click('form[action$="/addresses"] button')
    await page.waitForSelector('#digest-form')
    await loadAxe(page)
  }
  await openFolds(page)
}

async function createKey(page: Page): Promise<void> {
  await page.click('form[action="/connect/koreader"] button')
  await page.waitForSelector('#steps')
  await loadAxe(page)
}

async function createLines(page: Page): Promise<void> {
  await page.fill('#kobo-serial', 'N4181234567890')
  await page.click('form[action="/connect/kobo"] button')
  await page.waitForSelector('#steps')
  await loadAxe(page)
}

async function showRows(page: Page): Promise<void> {
  await page.click('.list-menu summary')
  await page.click('.list-menu [value=rows]')
  await page.waitForSelector('.cards.rows')
}

async function tickRow(page: Page): Promise<void> {
  await page.check('.card:first-child .card-check input', { force: true })
}

const STRANGERS = (setup: string): readonly Screen[] => [
  { name: 'making the first account', path: setup },
  { name: 'a server without accounts', path: '/login' },
  { name: 'without a network', path: '/offline' },
]

const EMPTY: readonly Screen[] = [
  { name: 'empty list', path: '/' },
  { name: 'empty list of stars', path: '/starred/list' },
  { name: 'no tags', path: '/tag/list' },
  { name: 'no annotations', path: '/annotations' },
]
