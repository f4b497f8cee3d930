import { createHash, randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import type { Database } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { objectImageStore } from '../../src/images/object-image-store.ts'
import { folderObjects } from '../../src/objects/folder-objects.ts'
import { addressKey } from '../../src/images/address-key.ts'
import type { UserId } from '../../src/kernel/branded-ids.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { findUsersBehind } from '../../src/search/changed-entries.ts'
import { createUser } from '../../src/users/create-user.ts'
import { passwordHasher } from '../../src/users/passwords/password-hasher.ts'
import { seed, seedEntries, type Seeded } from '../seed.ts'

interface LibraryOptions {
  readonly databaseUrl: string
  readonly dataDirectory: string
  /** number of entries of each user */
  readonly entries: number
  readonly contentBytes: number
}

/** Every tenth entry has a picture. */
const PICTURE_EVERY = 10
/** Width and height of a picture in pixels. Pictures consist of noise, so each pixel takes about 3 bytes. */
const PICTURE_PIXELS = 180
const NOW = '2026-01-01T00:00:00.000Z'

/**
 * Fills an empty database with the users `reader` and `second`. Both get the same number of entries, some with
 * pictures.
 */
export async function fillLibrary({ databaseUrl, dataDirectory, ...size }: LibraryOptions): Promise<Seeded> {
  const seeded = await seed({ databaseUrl, dataDirectory, entries: 0, contentBytes: 0 })
  const database = await openDatabase({ location: parseDatabaseUrl(databaseUrl), poolSize: 4 })
  const deps = { database, clock: systemClock, hasher: passwordHasher() }
  const account = { username: 'second', email: '', password: seeded.password, isAdmin: false }
  const { id: second } = await createUser(deps, account)
  for (const owner of [1 as UserId, second]) await seedEntries(deps, owner, { ...size, ending: pictureMarkup })
  await fillPictures(database, dataDirectory)
  await database.close()
  return seeded
}

function pictureAddress(index: number): string {
  return `https://example.org/picture/${index}.png`
}

function pictureMarkup(index: number): string {
  return index % PICTURE_EVERY === 0 ? `<p><img src="${pictureAddress(index)}"></p>` : ''
}

async function fillPictures(database: Database, dataDirectory: string): Promise<void> {
  const store = objectImageStore(folderObjects(dataDirectory))
  const entries = await database.read((db) => db.selectFrom('entry').select(['id', 'user_id', 'url']).execute())
  const byNumber = Map.groupBy(entries, ({ url }) => Number(/\d+$/.exec(url)?.[0]))
  for (const [number, rows] of byNumber) {
    if (number % PICTURE_EVERY !== 0) continue
    const bytes = picture()
    const sha256 = createHash('sha256').update(bytes).digest()
    await store.put(sha256, bytes)
    const image = { sha256, size: bytes.length, type: 'image/png' }
    const copy = {
      ...image,
      url_hash: addressKey(pictureAddress(number)),
      width: PICTURE_PIXELS,
      height: PICTURE_PIXELS,
    }
    await database.transaction(async (tx) => {
      await tx
        .insertInto('image')
        .values({ ...image, stored_at: NOW })
        .execute()
      await tx
        .insertInto('entry_image')
        .values(rows.map(({ id, user_id }) => ({ ...copy, user_id, entry_id: id })))
        .execute()
    })
  }
}

/** @returns a PNG file of about 100 kB that contains noise */
function picture(): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(PICTURE_PIXELS, 0)
  header.writeUInt32BE(PICTURE_PIXELS, 4)
  header.set([8, 2], 8)
  const lines = Array.from({ length: PICTURE_PIXELS }, () =>
    Buffer.concat([Buffer.alloc(1), randomBytes(PICTURE_PIXELS * 3)]),
  )
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([signature, ...parts])
}

/** @returns a chunk of a PNG file (PNG specification, section 5.3) */
function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** Waits until the search index is complete. */
export async function untilIndexed(databaseUrl: string): Promise<void> {
  const database = await openDatabase({ location: parseDatabaseUrl(databaseUrl), poolSize: 1 })
  try {
    const ask = <Row>(sql: string, parameters: readonly (string | number)[]) =>
      database.prepare<Row>(sql).all(...parameters)
    while ((await findUsersBehind(ask as Parameters<typeof findUsersBehind>[0])).length > 0)
      await new Promise((resolve) => setTimeout(resolve, 500))
  } finally {
    await database.close()
  }
}
