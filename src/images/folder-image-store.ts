import { createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { randomBase36 } from '../kernel/random-token.ts'
import type { ImageStore } from './image-store.ts'

const NAME = /^[0-9a-f]{64}$/

/**
 * @returns a store that writes each image to a file `FOLDER/ab/abcdef…`, named after its hash. The first image creates
 *   the folder.
 */
export function folderImageStore(folder: string): ImageStore {
  const shardOf = (hex: string) => join(folder, hex.slice(0, 2))
  const pathOf = (sha256: Uint8Array) => {
    const hex = Buffer.from(sha256).toString('hex')
    return join(shardOf(hex), hex)
  }
  return {
    put: async (sha256, bytes) => {
      const path = pathOf(sha256)
      const isThere = await touch(path)
      if (!isThere) await write(path, bytes)
    },
    has: (sha256) => exists(pathOf(sha256)),
    get: async (sha256) => readable(pathOf(sha256)),
    delete: (sha256) => rm(pathOf(sha256), { force: true }),
    list: (shard, before) => listFolder(shardOf(shard.toString(16).padStart(2, '0')), before),
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/**
 * Sets the modification time of a file to the present time.
 * @returns false if there is no such file
 */
async function touch(path: string): Promise<boolean> {
  const now = new Date()
  return utimes(path, now, now).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}

/**
 * Writes a file completely or not at all (security specification 4.1). It writes and flushes a temporary file, renames
 * it, and flushes the folder.
 */
async function write(path: string, bytes: Uint8Array): Promise<void> {
  const folder = join(path, '..')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = `${path}.${randomBase36(10)}.tmp`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(folder)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function readable(path: string): Promise<Readable | undefined> {
  const stream = createReadStream(path)
  return new Promise((resolve, reject) => {
    stream.once('open', () => resolve(stream))
    stream.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') resolve(undefined)
      else reject(error)
    })
  })
}

async function listFolder(folder: string, before: Date): Promise<readonly Uint8Array[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found: Uint8Array[] = []
  for (const name of names) {
    const path = join(folder, name)
    const info = await stat(path).catch(() => undefined)
    if (!info || info.mtime >= before) continue
    if (NAME.test(name)) found.push(Buffer.from(name, 'hex'))
    else if (name.endsWith('.tmp')) await rm(path, { force: true })
  }
  return found
}
