import assert from 'node:assert/strict'
import type { TestApp, TestUser } from '../support/app.ts'
import { hiddenField, signedIn } from '../web/inject-browser.fixture.ts'
import type { MailServer } from './mail-server.fixture.ts'

interface WireDelivery {
  readonly id: number
  readonly kind: string
  readonly state: string
  readonly reason: string | null
  readonly mails: number
  readonly title: string
}

/** @returns settings that send through the server */
export const mailSettings = ({ url }: MailServer) => ({ DOGEAR_SMTP_URL: url, DOGEAR_MAIL_FROM: 'dogear@example.org' })

/** @returns a user with a signed-in browser and the address of a Kindle */
export async function mailReader(app: TestApp) {
  const user = await app.newUser()
  const browser = await signedIn(app, user)
  const post = async (path: string, fields: Readonly<Record<string, string>>) =>
    browser.post(path, { token: hiddenField((await browser.get('/config/mail')).body, 'token'), ...fields })
  assert.equal((await post('/config/mail/addresses', { address: 'ann_1@KINDLE.com', name: 'Kindle' })).statusCode, 303)
  const [address] = await addressesOf(app, user)
  return { user, browser, post, address: address!.id }
}

export async function addressesOf(app: TestApp, user: TestUser) {
  const answer = await app.ask(user, { url: '/api/mail/addresses' })
  return answer.json<{ id: number; address: string; confirmed: boolean }[]>()
}

/** @returns the deliveries of the user, as soon as each was sent or an attempt has failed */
export async function settledDeliveries(app: TestApp, user: TestUser): Promise<WireDelivery[]> {
  for (;;) {
    const deliveries = (await app.ask(user, { url: '/api/mail/deliveries' })).json<WireDelivery[]>()
    if (deliveries.every(({ state, reason }) => state !== 'waiting' || reason !== null)) return deliveries
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
