import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIALECTS } from '../support/database.ts'
import { startDogear } from './dogear-process.ts'
import { settledRows, unfinished } from './entry-rows.ts'
import { LastInFirstOut, makeInstallation } from './installation.ts'
import { endSessions } from './lost-processes.ts'
import { Oracle } from './oracle.ts'
import { startCrowd } from './saving-crowd.ts'
import { seededRandom } from './seeded-random.ts'
import { openTcpGate } from './tcp-gate.ts'
import { startTimedSite, titleAt } from './timed-site.ts'
import { waitFor } from './wait-for.ts'
import { ask, grantToken, makeAccount, save } from './api-client.ts'

for (const dialect of DIALECTS.filter((name) => name === 'postgres')) {
  test(`${dialect}: the server survives the end of every session, while it writes`, async (t) => {
    const cleanUp = new LastInFirstOut(t)
    const site = await startTimedSite(cleanUp)
    const { base, environment, databaseUrl } = await makeInstallation(cleanUp, dialect)
    const server = startDogear(cleanUp, 'serve', environment)
    await server.ready
    const token = await grantToken(base, await makeAccount(environment))
    const [oracle, random] = [new Oracle(), seededRandom(9)]
    // The first save loads the extractor, which takes seconds on a busy machine. This save does so before the crowd
    // starts.
    oracle.asks(`${site.url}/fast/first`)
    await save(base, token, `${site.url}/fast/first`)
    const crowd = startCrowd(cleanUp, {
      bases: [base],
      token,
      siteUrl: site.url,
      clients: 4,
      pauseMs: 40,
      random,
      oracle,
    })
    await waitFor('the first saves', () => oracle.acknowledged > 5)
    for (let round = 0; round < 5; round++) {
      assert.ok((await endSessions(databaseUrl)) > 0)
      const before = oracle.acknowledged
      await waitFor('saves after it', () => oracle.acknowledged > before + 5)
    }
    await crowd.stop()
    const rows = await settledRows(databaseUrl, 30_000)
    assert.deepEqual(oracle.compare(rows), [])
    assert.deepEqual(unfinished(rows), [])
    assert.equal((await server.kill('SIGTERM')).code, 0, server.output())
  })

  test(`${dialect}: while PostgreSQL is away, responses are 503 in the usual shape, and the service recovers by itself`, async (t) => {
    const cleanUp = new LastInFirstOut(t)
    const site = await startTimedSite(cleanUp)
    const { base, environment, databaseUrl } = await makeInstallation(cleanUp, dialect)
    const direct = new URL(databaseUrl)
    const gate = await openTcpGate(cleanUp, { host: direct.hostname, port: Number(direct.port) })
    const gated = new URL(databaseUrl)
    gated.port = String(gate.port)
    const server = startDogear(cleanUp, 'serve', { ...environment, DATABASE_URL: gated.href })
    await server.ready
    const token = await grantToken(base, await makeAccount(environment))
    await save(base, token, `${site.url}/fast/before`)
    assert.equal((await fetch(`${base}/readyz`)).status, 200)

    const waiting = save(base, token, `${site.url}/hang/1`)
    await waitFor('a page under way', () => site.asked('/hang/1').length === 1)
    await gate.shut()
    site.release()
    for (const call of [
      { path: '/api/entries.json' },
      { path: '/api/entries/1.json' },
      { method: 'POST', path: '/api/entries.json', body: { url: `${site.url}/fast/during` } },
      { method: 'DELETE', path: '/api/entries/1.json' },
    ] as const) {
      const answer = await ask(base, token, call)
      assert.equal(answer.kind, 'answered')
      const { status, body } = answer as { status: number; body: unknown }
      assert.deepEqual([status, body], [503, { code: 503, message: 'Service Unavailable' }], call.path)
    }
    const listed = await fetch(`${base}/api/entries.json`, { headers: { authorization: `Bearer ${token}` } })
    assert.match(listed.headers.get('retry-after') ?? '', /^\d+$/)
    assert.equal((await fetch(`${base}/readyz`)).status, 503)
    assert.equal((await fetch(`${base}/healthz`)).status, 200)

    await gate.open()
    await waitFor('being ready again', async () => (await fetch(`${base}/readyz`)).status === 200)
    const after = await save(base, token, `${site.url}/fast/later`)
    assert.equal(after.kind === 'answered' && after.body['title'], titleAt('/fast/later'))
    assert.deepEqual(
      (await settledRows(databaseUrl, 30_000)).map(({ url, state }) => [url, state]),
      [
        [`${site.url}/fast/before`, 'done'],
        [`${site.url}/hang/1`, 'done'],
        [`${site.url}/fast/later`, 'done'],
      ],
    )
    assert.equal(site.asked('/hang/1').length, 1, 'a page that was fetched meanwhile is kept until it can be stored')
    await waiting
    assert.equal((await server.kill('SIGTERM')).code, 0, server.output())
  })
}
