import assert from 'node:assert/strict'
import { browserSession } from '../api/browser-session.fixture.ts'
import type { runServer } from '../api/running-server.fixture.ts'
import { hiddenField } from '../web/inject-browser.fixture.ts'

type Server = Pick<Awaited<ReturnType<typeof runServer>>, 'address' | 'setupAddress'>

/** Creates the first account of a server and a client, and saves an address over the API. */
export async function saveFirst({ address: base, setupAddress }: Server, url: string): Promise<void> {
  const reader = browserSession(base)
  const account = { username: 'ada', password: 'ink on paper, twice' }
  const setup = await (await reader.get(setupAddress)).text()
  const hidden = { code: hiddenField(setup, 'code'), _csrf_token: hiddenField(setup, '_csrf_token') }
  await reader.post('/setup', { ...hidden, ...account, email: '' })
  const form = await (await reader.get('/developer/client/create')).text()
  const client = { 'client[name]': 'x', 'client[_token]': hiddenField(form, 'client[_token]') }
  const made = await (await reader.post('/developer/client/create', client)).text()
  const [id, secret] = [...made.matchAll(/<strong><code>([^<]+)<\/code><\/strong>/g)].map(([, text]) => text!).slice(-2)
  const grant = { grant_type: 'password', client_id: id!, client_secret: secret!, ...account }
  const granted = await fetch(`${base}/oauth/v2/token`, { method: 'POST', body: new URLSearchParams(grant) })
  const { access_token: token } = (await granted.json()) as { readonly access_token: string }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const saved = await fetch(`${base}/api/entries`, { method: 'POST', headers, body: JSON.stringify({ url }) })
  assert.equal(saved.status, 200)
}
