import { existsSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Paths of the programs that the cluster consists of, besides Dogear. */
export interface ClusterPrograms {
  readonly haproxy: string
  readonly pgbouncer: string
  readonly etcd: string
  readonly python: string
  /** folder of the Python packages `patroni[etcd3]`, `psycopg2-binary` and `embedded-postgres` */
  readonly packages: string
  /** folder of the programs of PostgreSQL */
  readonly postgres: string
}

/**
 * @param packages folder into which pip has installed the packages
 * @returns the programs; or what is missing, as sentences that say how to get it
 */
export function findPrograms(packages: string): ClusterPrograms | readonly string[] {
  const found = {
    haproxy: pathOf('haproxy'),
    pgbouncer: pathOf('pgbouncer'),
    etcd: pathOf('etcd'),
    python: pathOf('/usr/bin/python3'),
    packages,
    postgres: join(packages, 'embedded_postgres/pginstall/bin'),
  }
  const debian = { haproxy: 'haproxy', pgbouncer: 'pgbouncer', etcd: 'etcd-server', python: 'python3' } as const
  const missing = Object.entries(debian)
    .filter(([name]) => found[name as keyof typeof debian] === undefined)
    .map(([, name]) => `apt-get install ${name}`)
  if (!existsSync(join(packages, 'patroni')) || !existsSync(found.postgres)) {
    const names = "'patroni[etcd3]' psycopg2-binary embedded-postgres"
    missing.push(`/usr/bin/python3 -m pip install --target FOLDER ${names}, and --packages FOLDER`)
  }
  return missing.length > 0 ? missing : (found as ClusterPrograms)
}

function pathOf(name: string): string | undefined {
  try {
    const find = `command -v ${name} || command -v /usr/sbin/${name}`
    return execFileSync('sh', ['-c', find], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}
