import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { runServer } from '../api/running-server.fixture.ts'
import { openBrowser } from '../support/open-browser.ts'
import { answering, articlePage, NEWS, startSite } from '../support/site.ts'

const TITLE = new RegExp(NEWS.title)

test('a newcomer connects three apps by what the pages say, and each shows the first article', async (t) => {
  const site = await startSite(t)
  site.page('/wall', answering(articlePage(NEWS)))
  const server = await runServer(t, 'sqlite', { DOGEAR_FETCH_ALLOW: '127.0.0.0/8' })
  const page = await (await openBrowser(t)).newPage()
  await page.goto(server.setupAddress)
  await page.fill('[name=username]', 'ada')
  await page.fill('[name=password]', 'four words in a row')
  await Promise.all([page.waitForURL(`${server.address}/`), page.click('main button')])

  await connect(page, 'curl')
  const [, url, authorization] = /curl (\S+) -H 'Authorization: ([^']+)'/.exec(await page.innerText('#steps pre'))!
  const body = new URLSearchParams({ url: `${site.url}/wall` })
  assert.equal((await fetch(url!, { method: 'POST', headers: { authorization: authorization! }, body })).status, 201)
  await untilConnected(page, 'curl')

  await connect(page, 'NetNewsWire')
  const feeds = await shownValues(page)
  const login = new URLSearchParams({ Email: feeds['Username']!, Passwd: feeds['Password']! })
  const { url: api } = { url: feeds['API URL']! }
  const signedIn = await (await fetch(`${api}/accounts/ClientLogin`, { method: 'POST', body: login })).text()
  const headers = { authorization: `GoogleLogin auth=${/^Auth=(.+)$/m.exec(signedIn)![1]!}` }
  const list = await fetch(`${api}/reader/api/0/stream/contents/user/-/state/com.google/reading-list`, { headers })
  assert.match(await list.text(), TITLE)
  await untilConnected(page, 'NetNewsWire')

  await connect(page, 'KOReader')
  const book = await shownValues(page)
  const grant = new URLSearchParams({
    grant_type: 'password',
    client_id: book['Client ID']!,
    client_secret: book['Client secret']!,
    username: book['Username']!,
    password: book['Password']!,
  })
  const answer = await fetch(`${book['Server URL']!}/oauth/v2/token`, { method: 'POST', body: grant })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const entries = await fetch(`${book['Server URL']!}/api/entries`, { headers: { authorization: `Bearer ${token}` } })
  assert.match(await entries.text(), TITLE)
  await untilConnected(page, 'KOReader')
})

/** Follows the links from the settings to the page of an app, and creates its key. */
async function connect(page: Page, app: string): Promise<void> {
  await page.goto(new URL('/config', page.url()).href)
  await page.click('.settings-nav >> text=Connect an app')
  await page.fill('#app-filter', app)
  await page.click(`.services a:visible >> text=${app}`)
  await page.click('main form button:has-text("Create key")')
  await page.waitForSelector('#steps')
}

/** Waits until the page says that the app is connected, and makes sure that it still shows the key. */
async function untilConnected(page: Page, app: string): Promise<void> {
  await page.waitForSelector(`text=${app} is connected.`)
  assert.ok(await page.isVisible('#steps'))
}

/** @returns what to enter in the app, by the label of its field */
async function shownValues(page: Page): Promise<Readonly<Record<string, string>>> {
  const labels = await page.locator('#steps dt').allTextContents()
  const contents = await page.locator('#steps dd code').allTextContents()
  return Object.fromEntries(labels.map((label, index) => [label, contents[index]!]))
}
