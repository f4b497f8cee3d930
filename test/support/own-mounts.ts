import { execFileSync } from 'node:child_process'

/** A private view of the file systems (util-linux). An ordinary user also needs a user namespace. */
const UNSHARE = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])]

/** Whether this machine allows private mounts; many containers do not. */
export const HAS_OWN_MOUNTS = succeeds('mount -t tmpfs -o size=1m none /mnt')

/**
 * @param script shell commands that mount the file systems for a program; other programs do not see them
 * @returns the start of a command line; the program and its arguments follow
 */
export function withOwnMounts(script: string): readonly [string, ...string[]] {
  return ['unshare', ...UNSHARE, 'sh', '-c', `set -e; ${script}; exec "$@"`, 'sh']
}

function succeeds(script: string): boolean {
  const [command, ...args] = withOwnMounts(script)
  try {
    execFileSync(command, [...args, 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
