import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { insertEntry } from '../../src/entries/entry.repository.ts'
import { ownerTransaction } from '../../src/users/owner-transaction.ts'
import { DIALECTS, migratedDatabaseUrl } from '../support/database.ts'
import { testUsers } from '../support/test-users.ts'
import { callDogear, dataFolder, runDogear } from './run-dogear.ts'

const NOW = '2026-01-02T03:04:05.000Z'

for (const dialect of DIALECTS) {
  test(`${dialect}: hosts with failed fetches are listed with their latest reason`, async (t) => {
    const DATABASE_URL = await migratedDatabaseUrl(t, dialect, 'users')
    await addEntries(DATABASE_URL)
    const environment = { DOGEAR_DATA_DIR: await dataFolder(t), DATABASE_URL }
    const { code, stdout, stderr } = await runDogear(['hosts', 'failing'], { environment })
    assert.deepEqual([code, stderr], [0, ''])
    assert.equal(
      stdout,
      `host\tentries\treason\tfailed\ndown.example\t2\tunreachable\t${NOW}\ngone.example\t1\tnot_found\t${NOW}\n`,
    )
    const json = await callDogear(['hosts', 'failing', '--format', 'json'], { environment })
    const hosts = json.stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { readonly host: string }).host)
    assert.deepEqual(hosts, ['down.example', 'gone.example'])
    assert.equal((await callDogear(['hosts', 'failing', '--format', 'xml'], { environment })).code, 2)
  })
}

async function addEntries(url: string): Promise<void> {
  const database = await openDatabase({ location: parseDatabaseUrl(url), poolSize: 1 })
  const owner = testUsers().alice.id
  for (const [host, number, reason] of [
    ['down.example', 1, 'unreachable'],
    ['down.example', 2, 'unreachable'],
    ['gone.example', 1, 'not_found'],
    ['fine.example', 1, null],
  ] as const) {
    await ownerTransaction(database, owner, (tx) =>
      insertEntry(tx, {
        user_id: owner,
        url: `https://${host}/${number}`,
        domain_name: host,
        title: host,
        fetch_state: reason === null ? 'done' : 'failed',
        fetch_reason: reason,
        fetch_failed_at: reason === null ? null : NOW,
        created_at: NOW,
        updated_at: NOW,
        revision: 0,
      }),
    )
  }
  await database.close()
}
