import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
/** What a run of all tests takes at most, with room to spare. */
const ENOUGH_BYTES = 4_000_000_000
const NAME = 'dogear-tests-'

/**
 * Makes the folder for everything that a run of the tests writes: databases, data folders, profiles of browsers. Where the
 * system has a file system in memory that is large enough, it lies there: each commit of SQLite waits for the disk, which
 * took a third of the time of a run. What runs that were killed have left there is removed.
 * @returns its path
 */
export function makeTestFolder(): string {
  const parent = hasRoomInMemory() ? IN_MEMORY : tmpdir()
  for (const name of readdirSync(parent)) {
    if (name.startsWith(NAME) && !isRunning(Number(name.slice(NAME.length)))) {
      rmSync(join(parent, name), { recursive: true, force: true })
    }
  }
  const folder = join(parent, `${NAME}${process.pid}`)
  // PostgreSQL runs as a user of its own there.
  mkdirSync(folder, { mode: 0o755 })
  return folder
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
