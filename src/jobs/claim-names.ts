import { randomBytes } from 'node:crypto'

/** Random name of this process. Containers often reuse process ids, so the id alone does not identify the process. */
const PROCESS_NAME = randomBytes(9).toString('base64url')

/** @returns the start of the names of all claims of a new runner: `<pid>.<process>.<runner>.` A number follows. */
export function newRunnerName(): string {
  return `${process.pid}.${PROCESS_NAME}.${randomBytes(6).toString('base64url')}.`
}

/**
 * @returns true if the process that made this claim has certainly ended. Only processes on this machine can be checked.
 */
export function isOwnerEnded(claim: string): boolean {
  const [pid, owner] = claim.split('.')
  if (Number(pid) === process.pid) return owner !== PROCESS_NAME
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as { code?: string }).code === 'ESRCH'
  }
}
