import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import { DIALECTS } from '../support/database.ts'
import { startDogear } from './dogear-process.ts'
import { selectRows, settledRows, unfinished } from './entry-rows.ts'
import { LastInFirstOut, makeInstallation } from './installation.ts'
import { letLeasesRunOut } from './lost-processes.ts'
import { Oracle } from './oracle.ts'
import { startCrowd } from './saving-crowd.ts'
import { seededRandom } from './seeded-random.ts'
import { startTimedSite } from './timed-site.ts'
import { waitFor } from './wait-for.ts'
import { grantToken, makeAccount } from './api-client.ts'

/** Set `CRASH_SEED` to repeat a failed run. The kills then come at about the same moments. */
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000)
/** Number of repetitions of the kills that happen while clients save. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 1)

/**
 * Range of the milliseconds from the start of a process to its kill. In this time, a process loads, migrates an empty
 * database, and becomes ready.
 */
const STARTING: Span = [60, 900]
/**
 * A ready process is killed after this number of acknowledged writes and a random delay. `RUNNING` is the range of the
 * delay in milliseconds.
 */
const WRITES = 10
const RUNNING: Span = [0, 600]

type Span = readonly [least: number, most: number]

const KILLS = ['running', 'starting', 'running'] as const

/** Milliseconds after the last start within which all pages must be fetched, also on a busy machine. */
const BOUND_MS = 40_000

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

    for (let kill = 0; kill < 2; kill++) await killAfter(serve(), 'migrating', random.between(...STARTING))
    let server = serve()
    await server.ready
    const token = await grantToken(base, await makeAccount(environment))
    const oracle = new Oracle()
    const crowd = startCrowd(cleanUp, {
      bases: [base],
      token,
      siteUrl: site.url,
      clients: 6,
      pauseMs: 60,
      random,
      oracle,
    })
    for (const when of Array.from({ length: ROUNDS }, () => KILLS).flat()) {
      if (when === 'running') {
        await server.ready
        const before = oracle.acknowledged
        await waitFor('some writes', () => oracle.acknowledged >= before + WRITES)
      }
      const span = when === 'running' ? RUNNING : STARTING
      await killAfter(server, when, random.between(...span))
      server = serve()
    }
    await server.ready
    await pause(400)
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

/** Selects the addresses, contents and captures without an entry, and the entries without an address. */
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
