import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { FILES } from '../../src/imports/import-files.fixture.ts'
import { DIALECTS, emptyDatabaseUrl } from '../support/database.ts'
import { callDogear, dataFolder, runDogear } from './run-dogear.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: dogear import`, async (t) => {
    const folder = await dataFolder(t)
    const environment = { DOGEAR_DATA_DIR: folder, DATABASE_URL: await emptyDatabaseUrl(t, dialect) }
    const run = (...args: string[]) => callDogear(args, { environment })
    await callDogear(['user', 'add', 'alice', '--admin', '--password-stdin'], {
      environment,
      input: 'ink on paper, twice\n',
    })
    const file = async (name: string, content: string) => {
      const path = join(folder, name)
      await writeFile(path, content)
      return path
    }
    const pocket = await file('pocket.csv', FILES.pocket)

    await t.test('imports a file, reports failed rows, and counts', async () => {
      const args = ['import', 'pocket', pocket, '--user', 'alice', '--mark-read', '--no-fetch', '--tag', 'From Pocket']
      const { code, stdout, stderr } = await runDogear(args, { environment })
      assert.deepEqual([code, stdout], [0, '3 imported, 0 merged, 0 skipped, 1 failed\n'])
      assert.match(stderr, /^row 4: The row has no address\.$/m)
    })
    await t.test('importing again adds nothing, with a detected format', async () => {
      const { code, stdout } = await run('import', 'auto', pocket, '--user', 'alice', '--no-fetch')
      assert.deepEqual([code, stdout], [0, '0 imported, 0 merged, 3 skipped, 1 failed\n'])
    })
    await t.test('an empty or missing file ends with 1 and a reason', async () => {
      const json = await file('broken.json', '[{"href":')
      const broken = await run('import', 'pinboard', json, '--user', 'alice')
      assert.deepEqual([broken.code, broken.stdout], [1, '0 imported, 0 merged, 0 skipped, 0 failed\n'])
      assert.match(broken.stderr, /incomplete/)
      const absent = await run('import', 'pinboard', join(folder, 'absent'), '--user', 'alice')
      assert.equal(absent.code, 1)
      assert.match(absent.stderr, /absent cannot be read/)
      const empty = await run('import', 'pinboard', await file('empty', ''), '--user', 'alice')
      assert.match(empty.stderr, /is empty/)
    })
    await t.test('an unknown format, user or a missing --user is refused', async () => {
      assert.equal((await run('import', 'nothing', pocket, '--user', 'alice')).code, 2)
      assert.equal((await run('import', 'pocket', pocket)).code, 2)
      assert.match((await run('import', 'pocket', pocket, '--user', 'nobody')).stderr, /there is no user "nobody"/)
    })
  })
}
