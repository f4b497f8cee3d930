import { execFileSync } from 'node:child_process'

/** A private view of the file systems (util-linux). As an ordinary user it needs a user namespace besides. */
const UNSHARE = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])]

/** Whether this machine lets a process mount something for itself; many containers do not. */
export const HAS_OWN_MOUNTS = succeeds('mount -t tmpfs -o size=1m none /mnt')

/**
 * @param script commands for a shell that mount what a program is to find; other programs see nothing of it
 * @returns the beginning of a command line; the program and its arguments follow
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
