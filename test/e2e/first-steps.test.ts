import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aPicture, makePdf } from '../../packages/extractor/src/pdf/pdf-pages.fixture.ts'
import { runServer } from '../api/running-server.fixture.ts'
import { openBrowser } from '../support/open-browser.ts'
import { answering, articlePage, NEWS, startSite } from '../support/site.ts'

const PASSWORD = 'four words in a row'

test('a newcomer opens the printed address, makes an account and a client, and saves, reads and deletes a page', async (t) => {
  const site = await startSite(t)
  site.page('/wall', answering(articlePage(NEWS)))
  const server = await runServer(t, 'sqlite', { DOGEAR_FETCH_ALLOW: '127.0.0.0/8' })
  const browser = await openBrowser(t)
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()

  await makeAccount(page, server.setupAddress)
  assert.equal(await page.title(), 'Unread · Dogear')

  const client = await makeClient(page, server.address)
  const token = await obtainToken(server.address, client)
  const entry = await saveOverApi(server.address, token, `${site.url}/wall`)
  assert.equal(entry.title, NEWS.title)

  await readAndStar(page, server.address)
  await deleteFromList(page, server.address)
  assert.equal((await listOverApi(server.address, token)).total, 0)
  await uploadOverApi(server.address, token)
})

test('everything that a newcomer needs is done by keyboard alone', async (t) => {
  const site = await startSite(t)
  site.page('/wall', answering(articlePage(NEWS)))
  const server = await runServer(t, 'sqlite', { DOGEAR_FETCH_ALLOW: '127.0.0.0/8' })
  const browser = await openBrowser(t)
  const page = await browser.newPage()
  await page.goto(server.setupAddress)
  await tabTo(page, '[name=username]')
  await page.keyboard.type('ada')
  await tabTo(page, '[name=password]')
  await page.keyboard.type(PASSWORD)
  await Promise.all([page.waitForURL(`${server.address}/`), page.keyboard.press('Enter')])

  await tabTo(page, '[name="entry[url]"]')
  await page.keyboard.type(`${site.url}/wall`)
  await page.keyboard.press('Enter')
  await page.waitForSelector('.card')
  await untilListed(page, server.address)
  await tabTo(page, '.card-title a')
  await Promise.all([page.waitForURL(/\/view\/1$/), page.keyboard.press('Enter')])
  await page.waitForSelector('.prose')
  assert.equal(await page.textContent('h1'), NEWS.title)
})

test('signing out ends the session, and a wrong password shows an error and is not repeated in the form', async (t) => {
  const server = await runServer(t, 'sqlite')
  const browser = await openBrowser(t)
  const page = await browser.newPage({ timezoneId: 'Asia/Tokyo' })
  await makeAccount(page, server.setupAddress)
  await page.goto(`${server.address}/config/reading`)
  assert.equal(await page.inputValue('#time-zone'), 'Asia/Tokyo', 'the zone of the browser')
  await page.goto(`${server.address}/logout`)
  await Promise.all([page.waitForURL(`${server.address}/login`), page.click('main button')])
  await signIn(page, 'not the password')
  assert.match((await page.textContent('main'))!, /Wrong username or password/)
  assert.equal(await page.inputValue('[name=_password]'), '')
  await signIn(page, PASSWORD)
  assert.equal(page.url(), `${server.address}/`)
})

async function makeAccount(page: Page, setupAddress: string): Promise<void> {
  await page.goto(setupAddress)
  await page.fill('[name=username]', 'ada')
  await page.fill('[name=password]', PASSWORD)
  await Promise.all([page.waitForNavigation(), page.click('main button')])
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.fill('[name=_username]', 'ada')
  await page.fill('[name=_password]', password)
  await Promise.all([page.waitForNavigation(), page.click('main button')])
}

interface Client {
  readonly id: string
  readonly secret: string
}

async function makeClient(page: Page, address: string): Promise<Client> {
  await page.goto(`${address}/developer/client/create`)
  await page.fill('[name="client[name]"]', 'Phone')
  await page.fill('[name="client[redirect_uris]"]', 'my-app://anything')
  await Promise.all([page.waitForNavigation(), page.click('#client_save')])
  const codes = await page.locator('strong > code').allTextContents()
  assert.equal(codes[0], 'Phone')
  return { id: codes[1]!, secret: codes[2]! }
}

async function obtainToken(address: string, { id, secret }: Client): Promise<string> {
  const parameters = { grant_type: 'password', client_id: id, client_secret: secret, username: 'ada' }
  const body = new URLSearchParams({ ...parameters, password: PASSWORD })
  const answer = await fetch(`${address}/oauth/v2/token`, { method: 'POST', body })
  assert.equal(answer.status, 200)
  return ((await answer.json()) as { access_token: string }).access_token
}

async function saveOverApi(address: string, token: string, url: string): Promise<{ readonly title: string }> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${address}/api/entries.json`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ url }),
  })
  return (await answer.json()) as { title: string }
}

/** Uploads a document to a server without a configured address, and loads the picture in it. */
async function uploadOverApi(address: string, token: string): Promise<void> {
  const file = await makePdf((writer) =>
    writer.text('The tide came in over the old wall. '.repeat(9)).image(aPicture(3), 72, 300, { width: 200 }),
  )
  const headers = { authorization: `Bearer ${token}` }
  const octets = { ...headers, 'content-type': 'application/octet-stream' }
  const uploaded = await fetch(`${address}/api/documents`, {
    method: 'POST',
    headers: octets,
    body: Uint8Array.from(file),
  })
  const { content } = (await uploaded.json()) as { readonly content: string }
  const picture = /<img src="([^"]+)"/.exec(content)![1]!
  const shown = await fetch(picture)
  assert.equal(shown.headers.get('content-type'), 'image/png', picture)
  await shown.body!.cancel()
}

async function listOverApi(address: string, token: string): Promise<{ readonly total: number }> {
  const answer = await fetch(`${address}/api/entries.json`, { headers: { authorization: `Bearer ${token}` } })
  return (await answer.json()) as { total: number }
}

async function readAndStar(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await Promise.all([page.waitForURL(/\/view\/\d+/), page.click('.card-title a')])
  await page.waitForSelector('.prose')
  assert.equal(await page.textContent('h1'), NEWS.title)
  assert.match((await page.textContent('.prose'))!, /Forty volunteers met every Saturday/)
  await page.click('button[data-action-name="star"]')
  await page.waitForSelector('button[name="starred"][value="0"]')
  await page.goto(`${address}/starred/list`)
  assert.equal(await page.locator('.card').count(), 1)
}

async function deleteFromList(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/all/list`)
  await page.hover('.card')
  await page.click('button[formaction^="/delete/"]')
  await page.waitForSelector('.card', { state: 'detached' })
  assert.match((await page.textContent('.notice'))!, /Deleted/)
}

/** Presses Tab until the element has the focus, like a user without a mouse. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    const isThere = await page.evaluate<boolean>(
      `document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`,
    )
    if (isThere) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`the keyboard never reaches ${selector}`)
}

async function untilListed(page: Page, address: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    await page.goto(address)
    if ((await page.textContent('main'))!.includes(NEWS.title)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  assert.fail('the page was never fetched')
}
