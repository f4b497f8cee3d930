import { statfs } from 'node:fs/promises'
import type { Dialect } from '../../db/database.ts'
import type { LongRead, ReadLong } from '../../db/long-reads.ts'
import type { Clock } from '../../kernel/clock.ts'

/** The number of stored objects of one kind, and their total size. */
export interface Amount {
  readonly number: number
  readonly bytes: number
}

export interface UserStorage {
  readonly userId: number
  readonly username: string
  /** stored bodies of fetched pages, compressed */
  readonly captures: Amount
  /** contents of entries */
  readonly contents: Amount
  /** image files of the user. A file that several users have is counted for each of them, but only once per user. */
  readonly images: Amount
}

export interface StorageFigures {
  /** time of the measurement, ISO text in UTC */
  readonly measuredAt: string
  /** duration of the measurement in milliseconds */
  readonly tookMs: number
  readonly databaseBytes: number
  /** name and version of the database, such as `SQLite 3.51.0` */
  readonly databaseVersion: string
  /** image files of all users; a file of several users is counted once */
  readonly images: Amount
  /** free bytes on the disk of the data folder */
  readonly freeBytes: number
  /** size in bytes of the disk of the data folder */
  readonly diskBytes: number
  /** at most `MAX_USERS` users, those with the most storage first */
  readonly users: readonly UserStorage[]
  /** total number of users */
  readonly userCount: number
}

interface MeasureStorageDeps {
  readonly readLong: ReadLong
  readonly dialect: Dialect
  readonly dataFolder: string
  readonly clock: Clock
}

/** Maximum number of users in the result. Users with less storage are left out. */
const MAX_USERS = 100

const DATABASE_SIZE: Readonly<Record<Dialect, string>> = {
  sqlite: `select page_count * page_size as bytes, 'SQLite ' || sqlite_version() as version
    from pragma_page_count(), pragma_page_size()`,
  postgres: `select pg_database_size(current_database()) as bytes,
    'PostgreSQL ' || current_setting('server_version') as version`,
}

/** The SQL statements of the measurement. `length` is fast, because neither database reads the whole value for it. */
const MEASUREMENTS = [
  'select user_id, count(*) as number, sum(coalesce(object_size, length(body))) as bytes from capture_body group by user_id',
  'select user_id, count(*) as number, sum(length(content)) as bytes from entry_content group by user_id',
  `select user_id, count(*) as number, sum(size) as bytes
    from (select distinct user_id, sha256, size from entry_image) as own group by user_id`,
  'select count(*) as number, sum(size) as bytes from image',
  'select id as user_id, username from users',
] as const

interface AmountRow {
  readonly user_id?: number | string
  readonly number: number | string
  readonly bytes: number | string | null
}

/**
 * Measures the storage of the server and of each user. It reads a row for each entry, which takes about a second for
 * 100,000 entries. It therefore uses `readLong`, which does not block the main thread.
 */
export async function measureStorage(deps: MeasureStorageDeps): Promise<StorageFigures> {
  const startedAt = performance.now()
  const reads: LongRead[] = [...MEASUREMENTS, DATABASE_SIZE[deps.dialect]].map((sql) => ({ sql }))
  const [rows, disk] = await Promise.all([deps.readLong(reads), statfs(deps.dataFolder)])
  const [captures, contents, images, allImages, users, [database]] = rows as unknown as readonly [
    AmountRow[],
    AmountRow[],
    AmountRow[],
    AmountRow[],
    { readonly user_id: number | string; readonly username: string }[],
    { readonly bytes: number | string; readonly version: string }[],
  ]
  const amounts = [captures, contents, images].map(byUser) as [Amounts, Amounts, Amounts]
  const measured = users.map(({ user_id, username }) => userStorage(Number(user_id), username, amounts))
  return {
    measuredAt: deps.clock.now().toISOString(),
    tookMs: Math.round(performance.now() - startedAt),
    databaseBytes: Number(database!.bytes),
    databaseVersion: database!.version.split(' ').slice(0, 2).join(' '),
    images: toAmount(allImages[0]),
    freeBytes: disk.bavail * disk.bsize,
    diskBytes: disk.blocks * disk.bsize,
    users: measured.toSorted((one, other) => bytesOf(other) - bytesOf(one)).slice(0, MAX_USERS),
    userCount: users.length,
  }
}

type Amounts = ReadonlyMap<number, Amount>

const byUser = (rows: readonly AmountRow[]): Amounts => new Map(rows.map((row) => [Number(row.user_id), toAmount(row)]))

const toAmount = (row: AmountRow | undefined): Amount => ({
  number: Number(row?.number ?? 0),
  bytes: Number(row?.bytes ?? 0),
})

function userStorage(userId: number, username: string, [captures, contents, images]: [Amounts, Amounts, Amounts]) {
  const of = (amounts: Amounts) => amounts.get(userId) ?? { number: 0, bytes: 0 }
  return { userId, username, captures: of(captures), contents: of(contents), images: of(images) }
}

/** @returns the total storage of a user in bytes */
export function bytesOf({ captures, contents, images }: UserStorage): number {
  return captures.bytes + contents.bytes + images.bytes
}
