import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { Configuration } from 'openid-client'
import type { IdentityProvider } from './identity-provider.ts'
import { logoutTokenReader } from './logout-token.ts'

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

test('tokens with unknown keys load the keys at most once a minute, also if that fails', async (t) => {
  let [loads, status] = [0, 500]
  const server = createServer((_request, response) => {
    loads++
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"keys":[]}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  t.after(() => server.closeAllConnections())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
  const metadata = { issuer: 'https://id.example', jwks_uri: address }
  const configuration = { serverMetadata: () => metadata, clientMetadata: () => ({ client_id: 'dogear' }) }
  const provider = { configuration: async () => configuration as unknown as Configuration } as IdentityProvider
  let now = Date.now()
  const read = logoutTokenReader(provider, { now: () => new Date(now) })
  const token = `${encoded({ alg: 'RS256', kid: 'other' })}.${encoded({ iss: metadata.issuer })}.AAAA`
  for (let sent = 0; sent < 3; sent++) await assert.rejects(read(token))
  assert.equal(loads, 1)
  status = 200
  now += 60_000
  for (let sent = 0; sent < 3; sent++) await assert.rejects(read(token))
  assert.equal(loads, 2)
})
