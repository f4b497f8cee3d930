import { randomBytes } from 'node:crypto'

/** Tells this process from an earlier one with the same id, as every process of a container has. */
const PROCESS = randomBytes(9).toString('base64url')

/** @returns a function that makes the name of a claim, never the same twice: `<pid>.<process>.<runner>.<number>` */
export function claimNames(): () => string {
  const runner = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${process.pid}.${PROCESS}.${runner}.${++count}`
}

/** @returns whether the process that made this claim has certainly ended; only for processes of this machine */
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
