import assert from 'node:assert/strict'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { signedIn } from '../web/inject-browser.fixture.ts'

const GIVEN = { title: 'Tide', content: '<p>The sea wall.</p>' }

for (const dialect of DIALECTS) {
  test(`${dialect}: events of changes`, async (t) => {
    const app = await testApp(t, dialect)
    await app.app.listen({ host: '127.0.0.1', port: 0 })
    await t.test('each change of the user is reported within about a second, and none of others', async () => {
      const [alice, bob] = [await listen(app, app.alice), await listen(app, app.bob)]
      assert.equal(alice.response.headers['content-type'], 'text/event-stream; charset=utf-8')
      const before = await revisionOf(app, app.alice)
      await alice.until((revisions) => revisions.at(-1) === before)
      await app.save(app.alice, 'https://example.org/events', GIVEN)
      const after = await revisionOf(app, app.alice)
      assert.notEqual(after, before)
      await alice.until((revisions) => revisions.at(-1) === after)
      const second = await listen(app, app.alice)
      await second.until((revisions) => revisions.at(-1) === after)
      await app.save(app.alice, 'https://example.org/more-events', GIVEN)
      const last = await revisionOf(app, app.alice)
      for (const one of [alice, second]) await one.until((revisions) => revisions.at(-1) === last)
      assert.deepEqual(bob.revisions(), [await revisionOf(app, app.bob)])
      for (const one of [alice, second, bob]) one.response.destroy()
    })
    await t.test('a user has at most twenty streams, and a closed one makes room', async () => {
      const streams = await Promise.all(Array.from({ length: 20 }, () => listen(app, app.alice)))
      assert.equal((await open(app, app.alice)).statusCode, 429)
      const other = await listen(app, app.bob)
      streams[0]!.response.destroy()
      for (let tries = 0; ; tries += 1) {
        const again = await open(app, app.alice)
        again.destroy()
        if (again.statusCode === 200) break
        assert.ok(tries < 100, 'the closed stream still counts')
        await setTimeout(50)
      }
      for (const one of [...streams, other]) one.response.destroy()
    })
    await t.test('a token is needed', async () => {
      assert.equal((await open(app, undefined)).statusCode, 401)
    })
    await t.test('a session has the same events, and counts for the same limit', async () => {
      const { cookies } = await signedIn(app, app.alice)
      const cookie = `session=${encodeURIComponent(cookies.get('session') ?? '')}`
      const [alice, visitor] = [await listenTo(app, '/sync/events', { cookie }), await request(app, '/sync/events', {})]
      assert.equal(visitor.statusCode, 302)
      visitor.destroy()
      await alice.until((revisions) => revisions.length === 1)
      await app.save(app.alice, 'https://example.org/events-of-a-session', GIVEN)
      const after = await revisionOf(app, app.alice)
      await alice.until((revisions) => revisions.at(-1) === after)
      const others = await Promise.all(Array.from({ length: 19 }, () => listen(app, app.alice)))
      assert.equal((await request(app, '/sync/events', { cookie })).statusCode, 429)
      for (const one of [alice, ...others]) one.response.destroy()
    })
    await t.test('HEAD is refused, because a stream without events would only occupy a connection', async () => {
      const { cookies } = await signedIn(app, app.alice)
      const cookie = `session=${encodeURIComponent(cookies.get('session') ?? '')}`
      const authorization = `Bearer ${await app.token(app.alice)}`
      for (const [url, headers] of [
        ['/api/sync/events', { authorization }],
        ['/sync/events', { cookie }],
        ['/events', { cookie }],
      ] as const) {
        const { statusCode, headers: sent } = await request(app, url, headers, 'HEAD')
        assert.deepEqual([statusCode, sent.allow], [405, 'GET'], url)
      }
    })
    await t.test('streams end when the server stops', async () => {
      const { response } = await listen(app, app.alice)
      const ended = new Promise<void>((resolve) => response.once('close', resolve))
      await app.app.close()
      await ended
    })
  })
}

type Headers = Readonly<Record<string, string>>

async function open(app: TestApp, user: TestUser | undefined): Promise<IncomingMessage> {
  return request(app, '/api/sync/events', user ? { authorization: `Bearer ${await app.token(user)}` } : {})
}

function request({ app }: TestApp, path: string, headers: Headers, method = 'GET'): Promise<IncomingMessage> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, path, headers, method }, resolve).once('error', reject).end()
  })
}

async function listen(app: TestApp, user: TestUser) {
  return listenTo(app, '/api/sync/events', { authorization: `Bearer ${await app.token(user)}` })
}

async function listenTo(app: TestApp, path: string, headers: Headers) {
  const response = await request(app, path, headers)
  assert.equal(response.statusCode, 200)
  let text = ''
  response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  response.on('error', () => undefined)
  const revisions = () => [...text.matchAll(/^data: \{"revision":"(\d+)"\}$/gm)].map(([, revision]) => revision!)
  const until = async (holds: (revisions: readonly string[]) => boolean) => {
    for (let tries = 0; !holds(revisions()); tries += 1) {
      assert.ok(tries < 200, `not within ten seconds: ${text}`)
      await setTimeout(50)
    }
  }
  return { response, revisions, until }
}

async function revisionOf(app: TestApp, user: TestUser): Promise<string> {
  const row = await app.database.read((db) =>
    db.selectFrom('user_revision').select('revision').where('user_id', '=', user.id).executeTakeFirstOrThrow(),
  )
  return String(row.revision)
}
