import assert from 'node:assert/strict'
import test from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerBytes, sending, startOrigin } from './raw-origin.fixture.ts'
import { failureOf, testFetcher, textOf } from './test-fetcher.fixture.ts'

const page = sending(answerBytes('200 OK\r\nContent-Type: text/html', 'hello'))
const BACKGROUND = { isBackground: true } as const

test('a name that does not resolve is looked up once for all its links, and by a user again', async (t) => {
  const lookups: string[] = []
  const unknown = Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' })
  const resolve = (host: string) => (lookups.push(host), Promise.reject(unknown))
  const fetcher = testFetcher(t, { resolve })
  const first = failureOf(await fetcher.fetch('http://no-such-site.org/1', BACKGROUND))
  const second = failureOf(await fetcher.fetch('http://no-such-site.org/2', BACKGROUND))
  assert.deepEqual([second.code, second.message], [first.code, first.message])
  assert.deepEqual(lookups, ['no-such-site.org'])
  await fetcher.fetch('http://other-site.org/', BACKGROUND)
  await fetcher.fetch('http://no-such-site.org/3')
  assert.deepEqual(lookups, ['no-such-site.org', 'other-site.org', 'no-such-site.org'])
})

test('a host that accepts connections but does not answer is asked twice, and again after it has answered', async (t) => {
  let isSilent = true
  const origin = await startOrigin(t, (socket, request) => {
    if (!isSilent) page(socket, request)
  })
  const fetcher = testFetcher(t, { allow: '127.0.0.1', limits: { headMs: 200 } })
  for (const path of ['/1', '/2', '/3', '/4']) {
    assert.match(failureOf(await fetcher.fetch(origin.url + path, BACKGROUND)).code, /timed_out/)
  }
  assert.equal(origin.hits(), 2)
  isSilent = false
  assert.equal(failureOf(await fetcher.fetch(`${origin.url}/5`, BACKGROUND)).code, 'timed_out')
  assert.equal(textOf(await fetcher.fetch(`${origin.url}/6`)), 'hello')
  assert.equal(textOf(await fetcher.fetch(`${origin.url}/7`, BACKGROUND)), 'hello')
})

test('a closed port is remembered without its host, and a refused address is not remembered', async (t) => {
  const origin = await startOrigin(t, page)
  let address = '10.0.0.1'
  const fetcher = testFetcher(t, { allow: `127.0.0.1:${origin.port}, 127.0.0.1:1`, resolve: async () => [address] })
  assert.equal(failureOf(await fetcher.fetch(`http://a.example:${origin.port}/`, BACKGROUND)).code, 'refused')
  address = '127.0.0.1'
  assert.equal(failureOf(await fetcher.fetch('http://a.example:1/', BACKGROUND)).code, 'unreachable')
  assert.match(failureOf(await fetcher.fetch('http://a.example:1/', BACKGROUND)).detail, /^remembered/)
  assert.equal(textOf(await fetcher.fetch(`http://a.example:${origin.port}/`, BACKGROUND)), 'hello')
})

test('S7: remembered results never replace a check', async (t) => {
  const origin = await startOrigin(t, page)
  let address = '127.0.0.1'
  const allow = `127.0.0.1:${origin.port}`
  const fetcher = testFetcher(t, { allow, resolve: async () => [address] })
  const url = `http://moving.example:${origin.port}/`
  assert.equal(textOf(await fetcher.fetch(url, BACKGROUND)), 'hello')
  address = '10.0.0.1'
  assert.equal(failureOf(await fetcher.fetch(url, BACKGROUND)).code, 'refused')
})

test('hosts of background fetches are resolved one at a time, and those of users immediately', async (t) => {
  const origin = await startOrigin(t, page)
  const waiting = new Map<string, () => void>()
  const resolve = (host: string) =>
    new Promise<string[]>((done) => waiting.set(host, () => (waiting.delete(host), done(['127.0.0.1']))))
  const fetcher = testFetcher(t, { allow: '127.0.0.1', resolve })
  const fetch = (host: string, options = {}) => fetcher.fetch(`http://${host}:${origin.port}/`, options)
  const background = ['one.example', 'two.example'].map((host) => fetch(host, BACKGROUND))
  await sleep(50)
  const foreground = fetch('user.example')
  await sleep(50)
  assert.deepEqual([...waiting.keys()], ['one.example', 'user.example'])
  waiting.get('user.example')!()
  assert.equal(textOf(await foreground), 'hello')
  waiting.get('one.example')!()
  assert.equal(textOf(await background[0]!), 'hello')
  await sleep(50)
  waiting.get('two.example')!()
  assert.equal(textOf(await background[1]!), 'hello')
})
