import { hash } from 'node:crypto'
import { AppError } from '../kernel/errors.ts'
import type { ObjectFacts, ObjectStore } from './object-store.ts'

interface CopiedObjects {
  /** number of objects that were copied */
  readonly copied: number
  /** number of objects that the target had already */
  readonly present: number
  /** keys of the images that do not have their hash, which were not copied */
  readonly damaged: readonly string[]
}

/** Number of objects that are copied at the same time, because each waits for several responses. */
const CONCURRENT = 8

/**
 * Copies all images or captures that the target lacks, and reads each copy again. Deletes nothing. Both stores may be in use; after an
 * interruption, another call continues.
 * @throws AppError `unavailable` if a store fails, or the target returns other bytes than were stored
 */
export async function copyObjects(
  kind: 'images' | 'captures',
  from: ObjectStore,
  to: ObjectStore,
): Promise<CopiedObjects> {
  const listed = from.list(`${kind}/`)[Symbol.asyncIterator]()
  const counts = { copied: 0, present: 0, missing: 0 }
  const damaged: string[] = []
  const failed = new AbortController()
  const work = async () => {
    try {
      for (let next = await listed.next(); !next.done && !failed.signal.aborted; next = await listed.next()) {
        const outcome = await copyObject(from, to, next.value)
        if (outcome === 'damaged') damaged.push(next.value.key)
        else counts[outcome]++
      }
    } catch (error) {
      failed.abort()
      throw error
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: CONCURRENT }, work))
  const failure = ended.find((one) => one.status === 'rejected')
  if (failure) throw failure.reason
  return { ...counts, damaged }
}

async function copyObject(
  from: ObjectStore,
  to: ObjectStore,
  { key, size }: ObjectFacts,
): Promise<'copied' | 'present' | 'missing' | 'damaged'> {
  if ((await to.sizeOf(key)) === size) return 'present'
  const bytes = await from.read(key)
  if (!bytes) return 'missing'
  if (key.startsWith('images/') && !key.endsWith(`/${hash('sha256', bytes)}`)) return 'damaged'
  await to.put(key, bytes)
  const copy = await to.read(key)
  if (copy?.equals(bytes)) return 'copied'
  throw new AppError('unavailable', `${to.description} returns other bytes of ${key} than were stored`)
}
