import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
/** Minimum free space in bytes: the files of a whole test run, and a margin. */
const ENOUGH_BYTES = 4_000_000_000
const NAME = 'dogear-tests-'

/**
 * Creates the folder for all files of a test run: databases, data folders, browser profiles. If the system has a large
 * enough file system in memory, the folder is created there. On a disk, a third of the time of a run is spent waiting
 * for commits of SQLite. Folders of killed runs are deleted.
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
  // PostgreSQL runs as another user, who must be able to enter the folder.
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
