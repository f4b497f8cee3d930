import { randomBytes } from 'node:crypto'

/** Distinguishes this process from earlier ones with the same process id, which containers often reuse. */
const PROCESS = randomBytes(9).toString('base64url')

/** @returns a function that creates unique names of claims: `<pid>.<process>.<runner>.<number>` */
export function claimNames(): () => string {
  const runner = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${process.pid}.${PROCESS}.${runner}.${++count}`
}

/**
 * @returns whether the process that made this claim has certainly ended. Processes on other machines cannot be checked.
 */
export function isOwnerEnded(claim: string): boolean {
  const [pid, owner] = claim.split('.')
  if (Number(pid) === process.pid) return owner !== PROCESS
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as { code?: string }).code === 'ESRCH'
  }
}
