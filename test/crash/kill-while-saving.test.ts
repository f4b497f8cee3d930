import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import type { Dialect } from '../../src/db/database.ts'
import { DIALECTS } from '../support/database.ts'
import { startDogear } from './dogear-process.ts'
import { selectRows, settledRows, unfinished } from './entry-rows.ts'
import { LastInFirstOut, makeInstallation } from './installation.ts'
import { letLeasesRunOut } from './lost-processes.ts'
import { Oracle } from './oracle.ts'
import { startCrowd } from './saving-crowd.ts'
import { seededRandom } from './seeded-random.ts'
import { startTimedSite } from './timed-site.ts'
import { grantToken, makeAccount } from './wire-client.ts'

/** Set it to repeat a run that failed; the kills then come at the same moments, as far as the machine lets them. */
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000)

/** Milliseconds from the start of a process within which it migrates an empty database, and becomes ready. */
const STARTING: Readonly<Record<Dialect, Span>> = { sqlite: [60, 260], postgres: [150, 650] }
/** Milliseconds within which a process that is ready answers its first saves, and then some hundred. */
const RUNNING: Span = [300, 1600]

type Span = readonly [least: number, most: number]

const KILLS = ['running', 'starting', 'running', 'running'] as const

/** How long the last pages may take after the last start, in milliseconds. */
const BOUND_MS = 10_000

for (const dialect of DIALECTS) {
  test(`${dialect}: acknowledged saves survive SIGKILL at any moment, and every save is completed`, async (t) => {
    const cleanUp = new LastInFirstOut(t)
    const random = seededRandom(SEED)
    const site = await startTimedSite(cleanUp)
    const installation = await makeInstallation(cleanUp, dialect, { DOGEAR_SAVE_WAIT_SECONDS: '0' })
    const { base, environment, databaseUrl } = installation
    const moments: string[] = []
    const serve = () => startDogear(cleanUp, 'serve', environment)
    const killAfter = async (server: ReturnType<typeof serve>, when: string, ms: number) => {
      await pause(ms)
      await server.kill('SIGKILL')
      await letLeasesRunOut(installation)
      moments.push(`${when} ${ms}`)
    }

    for (let kill = 0; kill < 2; kill++) await killAfter(serve(), 'migrating', random.between(...STARTING[dialect]))
    let server = serve()
    await server.ready
    const token = await grantToken(base, await makeAccount(environment))
    const oracle = new Oracle()
    const crowd = startCrowd({ bases: [base], token, siteUrl: site.url, clients: 6, breathMs: 40, random, oracle })
    for (const when of KILLS) {
      if (when === 'running') await server.ready
      const span = when === 'running' ? RUNNING : STARTING[dialect]
      await killAfter(server, when, random.between(...span))
      server = serve()
    }
    await server.ready
    await pause(700)
    await crowd.stop()

    const rows = await settledRows(databaseUrl, BOUND_MS)
    t.diagnostic(`seed ${SEED}; killed while ${moments.join(', ')} ms`)
    t.diagnostic(`${oracle.acknowledged} writes acknowledged, ${rows.length} entries`)
    assert.deepEqual(oracle.compare(rows), [])
    assert.deepEqual(unfinished(rows), [])
    assert.ok(oracle.acknowledged > 10, `only ${oracle.acknowledged} writes were acknowledged`)
    assert.deepEqual(await selectRows(databaseUrl, DANGLING), [])
    assert.equal((await server.kill('SIGTERM')).code, 0, server.output())
    if (dialect === 'sqlite') assert.equal(integrity(databaseUrl), 'ok')
  })
}

/** Addresses, contents and captures without their entry, and entries that are known by no address. */
const DANGLING = `
select 'address' as what, entry_id as id from entry_address where entry_id not in (select id from entry)
union all select 'content', entry_id from entry_content where entry_id not in (select id from entry)
union all select 'capture', entry_id from capture where entry_id not in (select id from entry)
union all select 'entry', id from entry where id not in (select entry_id from entry_address)`

function integrity(databaseUrl: string): unknown {
  const location = parseDatabaseUrl(databaseUrl)
  assert.equal(location.dialect, 'sqlite')
  const connection = new DatabaseSync(location.path)
  try {
    assert.deepEqual(connection.prepare('pragma foreign_key_check').all(), [])
    return connection.prepare('pragma integrity_check').get()?.['integrity_check']
  } finally {
    connection.close()
  }
}
