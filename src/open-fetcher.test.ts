import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadSettings } from './config/load-settings.ts'
import { openFetcher } from './open-fetcher.ts'

test('a refusal names the user, the entry and the request that asked for the address', async () => {
  const { settings } = loadSettings({})
  const refused: unknown[] = []
  const fetcher = openFetcher(settings, { version: '0', onRefused: (requester) => void refused.push(requester) })
  const requester = { userId: 3, entryId: 14, requestId: 'abc-1' }
  try {
    await fetcher.onBehalfOf(requester).fetch('http://10.0.0.1/')
    await fetcher.fetch('http://10.0.0.1/')
    assert.deepEqual(refused, [requester, undefined])
  } finally {
    await fetcher.close()
  }
})

test('a forbidden address is reported once for each fetch, and an unreachable one is not', async () => {
  const { settings } = loadSettings({ DOGEAR_FETCH_ALLOW: '127.0.0.1' })
  let refusals = 0
  const fetcher = openFetcher(settings, { version: '0', onRefused: () => void refusals++ })
  try {
    for (const url of ['http://10.0.0.1/', 'http://[::1]:8080/', 'http://169.254.169.254/latest/']) {
      assert.equal((await fetcher.fetch(url)).kind, 'failed')
    }
    assert.equal(refusals, 3)
    assert.equal((await fetcher.fetch('http://127.0.0.1:65535/')).kind, 'failed')
    assert.equal(refusals, 3)
  } finally {
    await fetcher.close()
  }
})
