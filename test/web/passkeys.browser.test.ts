import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { freePort } from '../support/ports.ts'
import { openStage, signIn, untilText } from './service-and-browser.fixture.ts'

test('a passkey is created in a browser, is suggested by it, and replaces the password in forms', async (t) => {
  const stage = await openStage(t, 'sqlite', { baseUrl: `http://localhost:${await freePort()}` })
  const page = await signIn(stage)
  const device = await addAuthenticator(page)
  await page.goto(`${stage.base}/config/security`)
  await press(page, '#passkeys .button')
  await page.fill('#passkey-name', 'Test device')
  await press(page, 'main .form .button')
  await untilText(page, '#passkeys .row-name', 'Test device')
  await press(page, '#passkeys .button')
  await page.click('main .form .button')
  await untilText(page, '[data-passkey-target=message]', /already has a passkey/)

  // The authenticator accepts the suggestion of the sign-in page without a touch.
  await signOut(page, stage.base)
  await page.waitForURL(`${stage.base}/`)

  await device.setUserVerified(false)
  await signOut(page, stage.base)
  await page.click('.passkey-sign-in .button')
  await untilText(page, '[data-passkey-target=message]', /Cancelled/)
  await device.setUserVerified(true)
  // The button or the suggestion, whichever is first.
  await page.click('.passkey-sign-in .button', { noWaitAfter: true }).catch(() => undefined)
  await page.waitForURL(`${stage.base}/`)

  stage.app.clock.advance(16 * 60)
  await page.goto(`${stage.base}/config/security`)
  await page.click('#passkeys summary')
  await press(page, '#passkeys [data-controller=passkey] .button')
  assert.equal(await page.inputValue('#passkey-name'), 'Chrome on Linux')
})

async function press(page: Page, selector: string): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.click(selector)])
}

async function signOut(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/logout`)
  await page.click('main form button')
}

/** Adds an authenticator with a fingerprint reader, which is touched at once. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options })
  const setUserVerified = (isUserVerified: boolean) =>
    session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  return { setUserVerified }
}
