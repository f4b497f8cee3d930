import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { queryServer } from '../support/postgres-standby.ts'
import { freePort } from '../support/ports.ts'
import { ClusterProcess, unprivileged } from './cluster-process.ts'
import type { ClusterPrograms } from './cluster-programs.ts'

const PASSWORD = 'cluster'
const NODES = ['one', 'two'] as const
type NodeName = (typeof NODES)[number]

interface DatabaseNode {
  readonly patroni: ClusterProcess
  readonly data: string
  readonly port: number
  readonly restPort: number
}

/** PostgreSQL on two nodes under Patroni, behind HAProxy, with PgBouncer in front of the primary. */
export interface DatabaseCluster {
  readonly pooledUrl: string
  readonly directUrl: string
  readonly readUrl: string
  readonly pooler: ClusterProcess
  /** @returns the node that is the primary now */
  primary(): Promise<NodeName>
  /** Kills Patroni and PostgreSQL of a node, as if its machine had lost its power. */
  kill(node: NodeName): Promise<void>
  start(node: NodeName): void
  /** Waits until a standby streams from the primary, and commits wait for it. */
  untilSynchronous(): Promise<void>
}

/** The settings of `ttl`, `loop_wait` and `retry_timeout` are the smallest that Patroni accepts together. */
const PATRONI = { ttl: 20, loop_wait: 5, retry_timeout: 3, synchronous_mode: true, maximum_lag_on_failover: 0 }

/**
 * @param options `web` contains the port of the load balancer, and those of the web servers; `delay` is the time after which
 *   the standby applies a change, such as `3s`
 * @param onClose registers a step that stops a part of the cluster; the last one must run first
 */
export async function startDatabaseCluster(
  programs: ClusterPrograms,
  folder: string,
  { web, delay }: Pick<ProxyPlan, 'web'> & { readonly delay: string },
  onClose: (close: () => Promise<unknown>) => void,
): Promise<DatabaseCluster> {
  const [etcdPort, peerPort] = [await freePort(), await freePort()]
  const etcd = startEtcd(programs, folder, etcdPort, peerPort)
  onClose(() => etcd.signal('SIGKILL'))
  const nodes = {} as Record<NodeName, DatabaseNode>
  for (const name of NODES) nodes[name] = await planNode(programs, folder, { name, etcdPort, delay })
  const [primaryPort, readPort, poolerPort] = [await freePort(), await freePort(), await freePort()]
  const haproxy = startHaproxy(programs, folder, { primaryPort, readPort, web, nodes: Object.values(nodes) })
  onClose(() => haproxy.signal('SIGKILL'))
  for (const { patroni } of Object.values(nodes)) onClose(() => patroni.signal('SIGTERM'))
  nodes.one.patroni.start()
  const maintenance = addressOf(primaryPort, 'postgres')
  await waitLong('the primary', () => isAnswering(maintenance))
  await queryServer(maintenance, 'create database dogear')
  nodes.two.patroni.start()
  const pooler = startPgbouncer(programs, folder, poolerPort, primaryPort)
  onClose(() => pooler.signal('SIGKILL'))
  const untilSynchronous = () =>
    waitLong('the synchronous standby', async () => {
      const sql = "select 1 from pg_stat_replication where sync_state = 'sync' and state = 'streaming'"
      return (await queryServer(maintenance, sql).catch(() => [])).length > 0
    })
  await untilSynchronous()
  return {
    pooledUrl: addressOf(poolerPort, 'dogear'),
    directUrl: addressOf(primaryPort, 'dogear'),
    readUrl: addressOf(readPort, 'dogear'),
    pooler,
    untilSynchronous,
    primary: async () => {
      let found: NodeName | undefined
      await waitLong('a primary', async () => {
        for (const name of NODES) if (await isPrimary(nodes[name])) found = name
        return found !== undefined
      })
      return found!
    },
    kill: async (name) => {
      const { patroni, data } = nodes[name]
      const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      const killed = patroni.signal('SIGKILL')
      process.kill(Number(pid), 'SIGKILL')
      await killed
    },
    start: (name) => nodes[name].patroni.start(),
  }
}

/** Patroni needs up to half a minute to create or copy a database on a busy machine. */
async function waitLong(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + 90_000
  while (!(await isSo())) {
    if (performance.now() > until) throw new Error(`waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function isAnswering(url: string): Promise<boolean> {
  return queryServer(url, 'select 1').then(
    () => true,
    () => false,
  )
}

async function isPrimary({ restPort }: DatabaseNode): Promise<boolean> {
  return fetch(`http://127.0.0.1:${restPort}/primary`).then(
    ({ ok }) => ok,
    () => false,
  )
}

function startEtcd({ etcd }: ClusterPrograms, folder: string, port: number, peerPort: number): ClusterProcess {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const process = new ClusterProcess({
    program: etcd,
    arguments: [
      ['--name', 'etcd', '--data-dir', join(folder, 'etcd')],
      ['--listen-client-urls', client, '--advertise-client-urls', client],
      ['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `etcd=${peer}`],
    ].flat(),
    log: join(folder, 'logs/etcd.log'),
    mayBeRoot: true,
  })
  process.start()
  return process
}

async function planNode(
  { python, packages, postgres }: ClusterPrograms,
  folder: string,
  { name, etcdPort, delay }: { readonly name: NodeName; readonly etcdPort: number; readonly delay: string },
): Promise<DatabaseNode> {
  const home = join(folder, `node-${name}`)
  mkdirSync(home)
  const owner = unprivileged()
  if (owner) chownSync(home, owner.uid, owner.gid)
  const [port, restPort, data] = [await freePort(), await freePort(), join(home, 'data')]
  const configuration = {
    scope: 'dogear',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...PATRONI,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, recovery_min_apply_delay: delay } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: postgres,
      // Otherwise, the copy waits for a checkpoint that is spread over minutes.
      basebackup: [{ checkpoint: 'fast' }],
      authentication: { superuser: login('postgres'), replication: login('replicator'), rewind: login('rewinder') },
      parameters: { unix_socket_directories: home, shared_buffers: '64MB' },
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication all 127.0.0.1/32 scram-sha-256',
        'local all all trust',
      ],
    },
  }
  const file = join(home, 'patroni.json')
  writeFileSync(file, JSON.stringify(configuration))
  chmodSync(file, 0o644)
  const patroni = new ClusterProcess({
    program: python,
    arguments: ['-S', '-m', 'patroni', file],
    environment: { PYTHONPATH: packages, HOME: home, LC_ALL: 'C' },
    log: join(folder, `logs/patroni-${name}.log`),
    mayBeRoot: false,
  })
  return { patroni, data, port, restPort }
}

const addressOf = (port: number, name: string) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${name}`
const login = (username: string) => ({ username, password: PASSWORD })

interface ProxyPlan {
  readonly primaryPort: number
  readonly readPort: number
  readonly web: { readonly port: number; readonly servers: readonly number[] }
  readonly nodes: readonly DatabaseNode[]
}

/** As docs/scaling.md recommends. The checks of the databases ask Patroni which role each has. */
function startHaproxy({ haproxy }: ClusterPrograms, folder: string, plan: ProxyPlan): ClusterProcess {
  const { primaryPort, readPort, web, nodes } = plan
  const servers = nodes.map(
    ({ port, restPort }, index) => `  server node${index} 127.0.0.1:${port} check port ${restPort}`,
  )
  const database = (name: string, port: number, role: string) => `
listen ${name}
  mode tcp
  bind 127.0.0.1:${port}
  timeout client 1h
  timeout server 1h
  option httpchk GET /${role}
  http-check expect status 200
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
  const text = `global
  maxconn 2000
defaults
  timeout connect 2s
  timeout client 60s
  timeout server 60s
${database('primary', primaryPort, 'primary')}${database('standby', readPort, 'replica')}
listen web
  mode http
  bind 127.0.0.1:${web.port}
  option httpchk GET /readyz
  option redispatch
  retries 3
  retry-on conn-failure
  timeout tunnel 1h
  timeout server 30s
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${web.servers.map((port, index) => `  server web${index} 127.0.0.1:${port} check`).join('\n')}
`
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, text)
  const log = join(folder, 'logs/haproxy.log')
  const process = new ClusterProcess({ program: haproxy, arguments: ['-db', '-f', file], log, mayBeRoot: true })
  process.start()
  return process
}

function startPgbouncer({ pgbouncer }: ClusterPrograms, folder: string, port: number, server: number): ClusterProcess {
  const place = `host=127.0.0.1 port=${server} user=postgres password=${PASSWORD}`
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: 20,
    // Otherwise, clients wait two minutes for a primary that is away, and the pooler tries it every 15 seconds.
    query_wait_timeout: 3,
    server_login_retry: 1,
    server_connect_timeout: 2,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const file = join(folder, 'pgbouncer.ini')
  const database = `${place} connect_query='set statement_timeout = 7500'`
  writeFileSync(file, `[databases]\n* = ${database}\n[pgbouncer]\n${lines.join('\n')}\n`)
  const log = join(folder, 'logs/pgbouncer.log')
  const process = new ClusterProcess({ program: pgbouncer, arguments: [file], log, mayBeRoot: false })
  process.start()
  return process
}
