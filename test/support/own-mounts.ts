import { execFileSync } from 'node:child_process'

/**
 * Arguments of `unshare` (util-linux) that give a program its own mounts. An ordinary user also needs a user namespace.
 */
const UNSHARE = ['--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])]

/** True if this machine allows a program to have its own mounts; many containers do not. */
export const HAS_OWN_MOUNTS = succeeds('mount -t tmpfs -o size=1m none /mnt')

/**
 * @param script shell commands that mount file systems for one program; other programs do not see them
 * @returns the start of a command line, to be followed by the program and its arguments
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
