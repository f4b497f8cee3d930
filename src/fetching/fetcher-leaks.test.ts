import assert from 'node:assert/strict'
import test from 'node:test'
import { gzipSync } from 'node:zlib'
import { answerBytes, redirectingTo, sending, startOrigin, type Answering } from './raw-origin.fixture.ts'
import { testFetcher } from './test-fetcher.fixture.ts'

const FAILING: readonly Answering[] = [
  () => {},
  sending('garbage\r\n\r\n'),
  sending('HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n'),
  sending('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab'),
  sending(answerBytes('200 OK\r\nContent-Encoding: gzip', gzipSync(Buffer.alloc(20_000_000)))),
  sending(answerBytes('200 OK\r\nContent-Encoding: gzip', 'none')),
  redirectingTo('ftp://x'),
  redirectingTo('/'),
  (socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\nstuck'),
  (socket) => void socket.resetAndDestroy(),
]

/** @returns the names of the timers and sockets that keep this process alive */
function resources(): string[] {
  return process.getActiveResourcesInfo().filter((name) => /Timeout|TCP|TLS|Zlib|GetAddrInfo/i.test(name))
}

/** @returns the names of the resources that exist now and did not exist at the time of `before` */
function added(before: readonly string[]): string[] {
  const left = resources()
  for (const name of before) if (left.includes(name)) left.splice(left.indexOf(name), 1)
  return left
}

test('F4: fifty failing fetches, some of them ended by the caller, leave no socket and no timer', async (t) => {
  const fetcher = testFetcher(t, { allow: '127.0.0.1', limits: { headMs: 400, slowWindowMs: 300 } })
  const origins = await Promise.all(FAILING.map((answer) => startOrigin(t, answer)))
  await fetcher.fetch('http://127.0.0.1:1/')
  const before = resources()
  const fetches = Array.from({ length: 5 }, (_, round) =>
    origins.map(({ url }) => fetcher.fetch(url, round < 2 ? { signal: AbortSignal.timeout(20 * round + 5) } : {})),
  )
  const outcomes = await Promise.all(fetches.flat())
  assert.equal(outcomes.length, 50)
  assert.ok(outcomes.every(({ kind }) => kind === 'failed'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  assert.deepEqual(
    origins.map(({ open }) => open()),
    FAILING.map(() => 0),
  )
  assert.deepEqual(added(before), [])
})

test('F6: a redirect that is not followed leaves no timer behind', async (t) => {
  const origin = await startOrigin(t, redirectingTo('ftp://x'))
  const fetcher = testFetcher(t, { allow: '127.0.0.1' })
  const before = resources()
  await fetcher.fetch(origin.url)
  assert.ok(!added(before).includes('Timeout'))
})
