import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { Configuration } from 'openid-client'
import { providerKeys } from './provider-keys.ts'

test('keys are loaded again for an unknown key, but at most once a minute, and after an hour', async (t) => {
  let [loads, ids] = [0, ['one']]
  const server = createServer((_request, response) => {
    loads++
    if (ids.length === 0) response.statusCode = 500
    response.end(JSON.stringify({ keys: ids.map((kid) => ({ kid })) }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  t.after(() => server.closeAllConnections())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
  const configuration = { serverMetadata: () => ({ jwks_uri: address }) } as Configuration
  let now = 1_000_000_000
  const keys = providerKeys({ now: () => new Date(now) })
  const idsFor = async (id: string) => (await keys(configuration, id)).map(({ kid }) => kid)
  assert.deepEqual(await Promise.all([idsFor('one'), idsFor('two')]), [['one'], ['one']])
  assert.equal(loads, 1)
  ids = ['one', 'two']
  now += 59_000
  assert.deepEqual([await idsFor('two'), loads], [['one'], 1])
  now += 1000
  assert.deepEqual([await idsFor('two'), loads], [['one', 'two'], 2])
  now += 3_599_000
  assert.deepEqual([await idsFor('one'), loads], [['one', 'two'], 2])
  ids = []
  now += 1000
  await assert.rejects(idsFor('one'), /cannot be read/)
  await assert.rejects(idsFor('one'), /cannot be read/)
  assert.equal(loads, 3)
  ids = ['three']
  now += 60_000
  assert.deepEqual([await idsFor('three'), loads], [['three'], 4])
})
