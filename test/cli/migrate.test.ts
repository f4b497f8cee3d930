import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { MIGRATIONS } from '../../src/db/migrations/all-migrations.ts'
import { DIALECTS, emptyDatabaseUrl } from '../support/database.ts'
import { callDogear, dataFolder, runDogear } from './run-dogear.ts'

const STEPS = MIGRATIONS.map(({ name }) => name)

for (const dialect of DIALECTS) {
  test(`${dialect}: migrate prints the migrations it ran, and none the second time`, async (t) => {
    const folder = await dataFolder(t)
    const environment = { DOGEAR_DATA_DIR: folder, DATABASE_URL: await emptyDatabaseUrl(t, dialect) }
    const first = await runDogear(['migrate'], { environment })
    assert.deepEqual(first, { code: 0, stdout: `${STEPS.join('\n')}\n`, stderr: 'all migrations applied\n' })
    const second = await callDogear(['migrate'], { environment })
    assert.deepEqual(second, { code: 0, stdout: '', stderr: 'no pending migrations\n' })
  })

  test(`${dialect}: two concurrent processes run every migration exactly once`, async (t) => {
    const folder = await dataFolder(t)
    const environment = { DOGEAR_DATA_DIR: folder, DATABASE_URL: await emptyDatabaseUrl(t, dialect) }
    const both = await Promise.all([runDogear(['migrate'], { environment }), runDogear(['migrate'], { environment })])
    assert.deepEqual(
      both.map(({ code }) => code),
      [0, 0],
      both.map(({ stderr }) => stderr).join('\n'),
    )
    const printed = both.flatMap(({ stdout }) => stdout.split('\n')).filter((line) => line !== '')
    assert.deepEqual(printed.sort(), STEPS.toSorted())
  })
}

test('without a database address, the file is created in the data folder', async (t) => {
  const folder = join(await dataFolder(t), 'made', 'here')
  const { code } = await callDogear(['migrate'], { environment: { DOGEAR_DATA_DIR: folder } })
  assert.equal(code, 0)
  assert.ok(existsSync(join(folder, 'dogear.db')))
})

test('a database of a newer version is refused', async (t) => {
  const folder = await dataFolder(t)
  await callDogear(['migrate'], { environment: { DOGEAR_DATA_DIR: folder } })
  const database = new DatabaseSync(join(folder, 'dogear.db'))
  database.exec(`insert into migration values (${STEPS.length}, '9999-from-the-future', '2030-01-01')`)
  database.close()
  const { code, stdout, stderr } = await runDogear(['user', 'list'], { environment: { DOGEAR_DATA_DIR: folder } })
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
  assert.match(stderr, /9999-from-the-future, which this version of dogear does not know/)
})
