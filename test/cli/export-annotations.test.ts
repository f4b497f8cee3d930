import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { insertEntry } from '../../src/entries/entry.repository.ts'
import { insertAnnotation } from '../../src/annotations/annotation.repository.ts'
import type { EntryId, UserId } from '../../src/kernel/branded-ids.ts'
import { ownerTransaction } from '../../src/users/owner-transaction.ts'
import { advanceRevision } from '../../src/users/revision.ts'
import { DIALECTS, migratedDatabaseUrl } from '../support/database.ts'
import { callDogear, dataFolder, runDogear } from './run-dogear.ts'

const NOW = '2026-01-02T03:04:05.000Z'

for (const dialect of DIALECTS) {
  test(`${dialect}: annotations are written to standard output or to a file`, async (t) => {
    const folder = await dataFolder(t)
    const environment = { DOGEAR_DATA_DIR: folder, DATABASE_URL: await migratedDatabaseUrl(t, dialect) }
    const input = 'ink on paper, twice\n'
    await callDogear(['user', 'add', 'alice', '--password-stdin'], { environment, input })
    const database = await openDatabase({ location: parseDatabaseUrl(environment.DATABASE_URL), poolSize: 2 })
    const owner = 1 as UserId
    await ownerTransaction(database, owner, async (tx) => {
      const revision = await advanceRevision(tx, owner)
      const times = { created_at: NOW, updated_at: NOW }
      const entry = await insertEntry(tx, {
        user_id: owner,
        url: 'https://a.example/',
        title: 'Wall',
        domain_name: 'a.example',
        revision,
        ...times,
      })
      for (const [quote, color] of [
        ['stones', 'green'],
        ['sea', 'pink'],
      ] as const) {
        await insertAnnotation(tx, owner, entry.id as EntryId, { quote, text: 'why?', ranges: [], color, now: NOW })
      }
    })
    await database.close()
    const call = ['export', 'annotations', '--user', 'alice']
    const run = (...more: string[]) => callDogear([...call, ...more], { environment })
    const shown = await runDogear([...call, '--color', 'green'], { environment })
    assert.equal(shown.code, 0)
    assert.match(shown.stdout, /^## \[Wall\]\(https:\/\/a\.example\/\)\n\n> stones\n\nwhy\?/)
    assert.doesNotMatch(shown.stdout, /sea/)
    const path = join(folder, 'notes.csv')
    assert.equal((await run('--format', 'readwise', '--output', path)).code, 0)
    assert.match(
      await readFile(path, 'utf8'),
      /^Highlight,Title,.*\r\nsea,Wall,,https:\/\/a\.example\/,why\?,1,2026-01-02 03:04:05\r\n/,
    )
    assert.equal((await run('--format', 'zip')).code, 2)
    assert.equal((await run('--format', 'exe')).code, 2)
    for (const [name, value, message] of [
      ['--color', 'red', 'COLOR must be one of yellow, green, blue, pink'],
      ['--from', 'yesterday', '--from must be a day such as 2026-01-31'],
      ['--to', '2026-13-01', '--to must be a day such as 2026-01-31'],
      ['--order', 'title', 'ORDER must be time or place'],
    ] as const) {
      const refused = await run(name, value)
      assert.equal(refused.code, 2)
      assert.match(refused.stderr, new RegExp(message))
    }
    for (const [found, ...options] of [
      ['stones', '--q', 'STONES'],
      ['sea', '--color', 'pink', '--site', 'a.example'],
      ['', '--site', 'b.example'],
      ['', '--tag', 'none'],
      ['sea', '--from', '2026-01-02', '--to', '2026-01-02', '--order', 'time'],
      ['', '--from', '2026-01-03'],
    ] as const) {
      const { stdout, code } = await run(...options)
      assert.equal(code, 0)
      assert.equal(/> (.+)/.exec(stdout)?.[1] ?? '', found, options.join(' '))
    }
  })
}
