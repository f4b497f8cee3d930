import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { look } from './axe.fixture.ts'
import { enter, openPage, openStage, signIn, untilText, type Stage } from './service-and-browser.fixture.ts'

test('a user connects apps and devices, with and without scripts', async (t) => {
  const stage = await openStage(t)
  stage.app.site.page('/callback', (_request, answer) => answer.end('<p>Back in the app</p>'))
  await withoutScripts(t, stage)
  await byKeyboard(t, stage)
  await device(t, stage)
  await accessible(t, stage)
})

const VERIFIER = 'v'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

/** Registers an app. @returns its `client_id` */
async function register({ app: { app } }: Stage, redirectUri: string): Promise<string> {
  const payload = { client_name: 'Pocket Reader', redirect_uris: [redirectUri] }
  const answer = await app.inject({ method: 'POST', url: '/oauth/v2/register', payload })
  return answer.json<{ client_id: string }>().client_id
}

/** @returns the path of the page on which the user allows a new app to use the library */
async function consentPath(stage: Stage, redirectUri: string): Promise<string> {
  const query = new URLSearchParams({
    client_id: await register(stage, redirectUri),
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'read save write',
    state: 'a state',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  })
  return `/oauth/authorize?${query}`
}

/** Starts the sign-in of a device. @returns the code that it shows */
async function startDevice(stage: Stage): Promise<string> {
  const payload = { client_id: await register(stage, 'org.example.reader:/done'), scope: 'read' }
  const answer = await stage.app.app.inject({ method: 'POST', url: '/oauth/v2/device', payload })
  return answer.json<{ user_code: string }>().user_code
}

/** Asserts that the browser has returned to the app with a code. */
async function assertReturned(stage: Stage, page: Page, clientId: string): Promise<void> {
  await page.waitForURL(`${stage.app.site.url}/callback?**`)
  const { searchParams } = new URL(page.url())
  assert.equal(searchParams.get('state'), 'a state')
  const grant = { grant_type: 'authorization_code', client_id: clientId, code: searchParams.get('code') }
  const payload = { ...grant, redirect_uri: `${stage.app.site.url}/callback`, code_verifier: VERIFIER }
  const answer = await stage.app.app.inject({ method: 'POST', url: '/oauth/v2/token', payload })
  assert.equal(answer.statusCode, 200, answer.body)
}

const clientOf = (path: string) => new URL(path, 'http://x').searchParams.get('client_id')!

async function withoutScripts(t: TestContext, stage: Stage): Promise<void> {
  await t.test('without scripts, the user signs in, allows the app, and returns to it', async () => {
    const page = await openPage(stage, { javaScriptEnabled: false })
    const path = await consentPath(stage, `${stage.app.site.url}/callback`)
    await page.goto(stage.base + path)
    await enter(stage, page)
    await untilText(page, 'h1', 'Allow Pocket Reader to use your library?')
    await page.click('text=Allow >> nth=-1')
    await assertReturned(stage, page, clientOf(path))
  })
}

async function byKeyboard(t: TestContext, stage: Stage): Promise<void> {
  await t.test('with scripts and the keyboard, the user allows the app', async () => {
    const page = await signIn(stage)
    const path = await consentPath(stage, `${stage.app.site.url}/callback`)
    await page.goto(stage.base + path)
    await pressUntilFocused(page, 'button[value=allow]')
    await page.keyboard.press('Enter')
    await assertReturned(stage, page, clientOf(path))
  })
  await t.test('the policy of the page lets the browser open an app with its own scheme', async () => {
    const page = await signIn(stage)
    await page.goto(stage.base + (await consentPath(stage, 'org.example.reader:/done')))
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.click('button[value=refuse]')
    assert.match((await answered).headers()['location']!, /^org\.example\.reader:\/done\?error=access_denied/)
    // A violation of the policy would be an error in the console, with which the test fails.
    await page.goto(`${stage.base}/device`)
  })
}

/** Moves the focus with the tabulator key. */
async function pressUntilFocused(page: Page, selector: string): Promise<void> {
  for (let step = 0; step < 20; step++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)) return
  }
  assert.fail(`the keyboard does not reach ${selector}`)
}

async function device(t: TestContext, stage: Stage): Promise<void> {
  await t.test('the user types the code of a device, and allows the access by keyboard', async () => {
    const page = await signIn(stage)
    await page.goto(`${stage.base}/config/security`)
    await page.click('a[href="/device"]')
    await page.waitForSelector('#user_code:focus')
    await page.keyboard.type('wrong')
    await pressEnter(page)
    await untilText(page, '.field-error', /This code is wrong or has expired/)
    await page.fill('[name=user_code]', (await startDevice(stage)).toLowerCase())
    await pressEnter(page)
    await untilText(page, 'h1', 'Allow Pocket Reader to use your library?')
    await pressUntilFocused(page, 'button[value=allow]')
    await pressEnter(page)
    await untilText(page, 'h1', 'Pocket Reader is connected')
  })
}

const pressEnter = (page: Page) => Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])

async function accessible(t: TestContext, stage: Stage): Promise<void> {
  const page = await signIn(stage)
  const screens = [
    { name: 'consent', path: await consentPath(stage, `${stage.app.site.url}/callback`) },
    { name: 'code of a device', path: '/device' },
    { name: 'consent for a device', path: `/device?user_code=${await startDevice(stage)}` },
    { name: 'connected apps', path: '/config/security' },
  ]
  for (const screen of screens) await look(t, stage, page, screen)
}
