import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import type { TestApp, TestUser } from '../support/app.ts'
import { hiddenField, injectBrowser, type InjectBrowser } from './inject-browser.fixture.ts'

const PATH = '/config/security/second-factor'

/** An authenticator app with the secret of the user. */
export interface Phone {
  readonly secret: string
  /** @param steps number of 30-second steps from now */
  code(steps?: number): string
}

export function phone({ clock }: TestApp, secret: string): Phone {
  return {
    secret,
    code: (steps = 0) =>
      TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now().getTime() + steps * 30_000 }),
  }
}

/** @returns the form token of a signed-in browser */
export async function formTokenOf(browser: InjectBrowser): Promise<string> {
  return hiddenField((await browser.get('/config')).body, 'config[_token]')
}

/** Turns on the second factor. @returns the authenticator app and the recovery codes */
export async function setUp(app: TestApp, browser: InjectBrowser, { password }: TestUser) {
  const token = await formTokenOf(browser)
  // Advances to the start of a time step, so that the code does not change during a test.
  app.clock.advance(30 - ((app.clock.now().getTime() / 1000) % 30))
  assert.equal((await browser.post(`${PATH}/start`, { token })).statusCode, 303)
  const secret = shownSecret((await browser.get(PATH)).body)
  const device = phone(app, secret)
  const answer = await browser.post(`${PATH}/confirm`, { token, password, code: device.code() })
  assert.equal(answer.statusCode, 200, answer.body)
  return { device, codes: shownCodes(answer.body), token }
}

export function shownSecret(page: string): string {
  return /data-copy-text-value="([A-Z2-7]{32})"/.exec(page)![1]!
}

export function shownCodes(page: string): string[] {
  return [...page.matchAll(/<li><code>([^<]+)<\/code><\/li>/g)].map(([, code]) => code!)
}

/** @returns a browser that has sent the password but not yet the code */
export async function halfSignedIn(
  app: TestApp,
  user: Pick<TestUser, 'username' | 'password'>,
  fields: Readonly<Record<string, string>> = {},
): Promise<InjectBrowser> {
  const browser = injectBrowser(app)
  const answer = await browser.signIn(user, fields)
  assert.deepEqual([answer.statusCode, answer.headers.location], [302, '/2fa'])
  return browser
}

/** Sends a code in the form of the second step. */
export async function sendCode(browser: InjectBrowser, code: string) {
  const page = await browser.get('/2fa')
  assert.equal(page.statusCode, 200)
  return browser.post('/2fa_check', { _auth_code: code, _csrf_token: hiddenField(page.body, '_csrf_token') })
}
