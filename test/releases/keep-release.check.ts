import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { databaseLocation } from '../../src/config/database-location.ts'
import { RECORD_TABLE } from '../../src/db/migration-record.ts'
import { MIGRATIONS } from '../../src/db/migrations/all-migrations.ts'
import { COLUMN_TYPES } from '../../src/db/migrations/migration.ts'
import { packageVersion } from '../../src/kernel/package-version.ts'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { dumpRows, RELEASES } from './release-files.fixture.ts'
import { fillReleaseLibrary, RELEASE_ENVIRONMENT } from './release-library.fixture.ts'

// Makes the databases of a release: `npm run keep-release`. Run it once, when the version is released, and commit the
// files. `open-releases.test.ts` opens them with every later version.

for (const dialect of DIALECTS) {
  test(`${dialect}: the database of the release`, async (t) => {
    const app = await testApp(t, dialect, { environment: RELEASE_ENVIRONMENT })
    await fillReleaseLibrary(app)
    await app.services.jobs.runner.stop(5000)
    const location = databaseLocation(app.services.settings)
    const content =
      location.dialect === 'sqlite' ? await compactCopy(location.path) : Buffer.from(await postgresScript(location.url))
    const folder = join(RELEASES, packageVersion())
    await mkdir(folder, { recursive: true })
    await writeFile(
      join(folder, dialect === 'sqlite' ? 'sqlite.db.zst' : 'postgres.sql.zst'),
      zstdCompressSync(content),
    )
  })
}

async function compactCopy(path: string): Promise<Buffer> {
  const copy = `${path}.copy`
  const connection = new DatabaseSync(path)
  connection.prepare('vacuum into ?').run(copy)
  connection.close()
  return readFile(copy)
}

async function postgresScript(url: string): Promise<string> {
  const steps = await Promise.all(MIGRATIONS.map(({ sql }) => sql(COLUMN_TYPES.postgres)))
  return [`${RECORD_TABLE};`, ...steps, await dumpRows(url)].join('\n')
}
