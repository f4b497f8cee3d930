import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { migratedDatabaseUrl } from '../../../test/support/database.ts'
import { parseDatabaseUrl, type DatabaseLocation } from '../../db/database-url.ts'
import type { ObjectsPlace } from '../../objects/open-objects.ts'
import { backUpIfDue, type BackupSchedule } from './back-up-if-due.ts'

const inFolder = (path: string): ObjectsPlace => ({ kind: 'folder', path })

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-schedule-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function sourceIn(folder: string, location: DatabaseLocation): BackupSchedule['source'] {
  return { location, dataFolder: folder, objects: inFolder(folder), hasSecret: true, recipients: [], version: '1.0.0' }
}

test('a backup is made when the latest is old enough, continues an unfinished one, and the oldest is deleted', async (t) => {
  const folder = join(await temporaryFolder(t), 'backups')
  const location = parseDatabaseUrl(await migratedDatabaseUrl(t, 'sqlite', 'users'))
  const source = sourceIn(folder, location)
  const schedule: BackupSchedule = { place: inFolder(folder), hours: 24, keep: 2, source }
  const at = (time: string) => backUpIfDue(schedule, new Date(time))
  const first = await at('2026-11-01T03:00:00Z')
  assert.equal(first?.name, 'dogear-2026-11-01T03-00-00Z')
  assert.ok(first.rows > 0)
  assert.equal(await at('2026-11-02T02:59:59Z'), undefined, 'none is due')
  await mkdir(join(folder, 'dogear-2026-11-02T03-00-00Z.partial'))
  await mkdir(join(folder, 'photos'))
  assert.equal((await at('2026-11-02T03:10:00Z'))?.name, 'dogear-2026-11-02T03-00-00Z')
  const third = await at('2026-11-03T03:00:00Z')
  assert.deepEqual(third?.deleted, ['dogear-2026-11-01T03-00-00Z'])
  const kept = ['dogear-2026-11-02T03-00-00Z', 'dogear-2026-11-03T03-00-00Z', 'photos']
  assert.deepEqual((await readdir(folder)).toSorted(), kept)
})

test('a failed backup deletes none', async (t) => {
  const folder = await temporaryFolder(t)
  await mkdir(join(folder, 'dogear-2026-11-01T03-00-00Z'))
  const location = { dialect: 'sqlite', path: join(folder, 'none.db') } as const
  const source = sourceIn(folder, location)
  const late = new Date('2026-11-03T03:00:00Z')
  await assert.rejects(
    backUpIfDue({ place: inFolder(folder), hours: 24, keep: 1, source }, late),
    /there is no .*none\.db/,
  )
  assert.deepEqual(await readdir(folder), ['dogear-2026-11-01T03-00-00Z'])
})
