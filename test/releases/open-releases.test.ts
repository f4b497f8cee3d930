import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import { prepareDatabase } from '../../src/prepare-database.ts'
import { testApp } from '../support/app.ts'
import { administrate, DIALECTS, emptyDatabaseUrl } from '../support/database.ts'
import { readRelease, RELEASES } from './release-files.fixture.ts'
import { checkReleaseLibrary, RELEASE_ENVIRONMENT } from './release-library.fixture.ts'

const VERSIONS = readdirSync(RELEASES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

for (const version of VERSIONS) {
  for (const dialect of DIALECTS) {
    test(`${dialect}: a database of version ${version} is upgraded, and nothing is missing`, async (t) => {
      const url = await emptyDatabaseUrl(t, dialect)
      const location = parseDatabaseUrl(url)
      if (location.dialect === 'sqlite') await writeFile(location.path, await readRelease(version, 'sqlite.db.zst'))
      else await administrate(url, String(await readRelease(version, 'postgres.sql.zst')))
      await prepareDatabase(location)
      const app = await testApp(t, dialect, { environment: { ...RELEASE_ENVIRONMENT, DATABASE_URL: url } })
      await checkReleaseLibrary(app)
    })
  }
}
