import { constants, createReadStream } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { once } from 'node:events'
import { randomBase36 } from '../kernel/random-token.ts'
import { assertKey, isObjectKey, type ObjectBytes, type ObjectFacts, type ObjectStore } from './object-store.ts'

const TEMPORARY = '.tmp'

/** @returns a store that keeps each object in the file of its key below the folder. The first object creates the folder. */
export function folderObjects(folder: string): ObjectStore {
  const pathOf = (key: string) => {
    assertKey(key)
    return join(folder, ...key.split('/'))
  }
  return {
    description: `the folder ${folder}`,
    put: (key, bytes) => write(pathOf(key), bytes),
    sizeOf: async (key) => sizeOf(pathOf(key)),
    get: async (key) => {
      const path = pathOf(key)
      const size = await sizeOf(path)
      if (size === undefined) return undefined
      const body = createReadStream(path)
      return (await isOpened(body)) ? { size, body } : undefined
    },
    read: async (key) => readWhole(pathOf(key)),
    delete: async (keys) => {
      for (const key of keys) await rm(pathOf(key), { force: true })
    },
    list: (prefix, before) => listFolder(folder, prefix, before),
    close: async () => undefined,
  }
}

/** The codes of errors if there is no file, but nothing, a folder or a link. */
const NO_FILE: readonly unknown[] = ['ENOENT', 'EISDIR', 'ELOOP']

/** Reads a file without a stream: for a small file, setting up a stream takes as long as reading it. */
async function readWhole(path: string): Promise<Buffer | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    return await file.readFile().finally(() => file.close())
  } catch (error) {
    if (NO_FILE.includes((error as NodeJS.ErrnoException).code)) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    // A link in a foreign backup must not lead to other files.
    const facts = await lstat(path)
    return facts.isFile() ? facts.size : undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** @returns false if the file was deleted meanwhile */
async function isOpened(body: ReturnType<typeof createReadStream>): Promise<boolean> {
  try {
    await once(body, 'open')
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/**
 * Writes a file completely or not at all (security specification 4.1). It writes and flushes a temporary file, renames
 * it, and flushes the folder.
 */
async function write(path: string, bytes: ObjectBytes): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = `${path}.${randomBase36(10)}${TEMPORARY}`
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

async function* listFolder(root: string, prefix: string, before: Date | undefined): AsyncGenerator<ObjectFacts, void> {
  const names = await readdir(join(root, prefix), { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const entry of names.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
    const key = `${prefix}${entry.name}`
    if (entry.isDirectory()) yield* listFolder(root, `${key}/`, before)
    if (!entry.isFile()) continue
    const path = join(root, key)
    const info = await stat(path).catch(() => undefined)
    if (!info || (before && info.mtime >= before)) continue
    if (entry.name.endsWith(TEMPORARY)) {
      if (before) await rm(path, { force: true })
    } else if (isObjectKey(key)) yield { key, size: info.size }
  }
}
