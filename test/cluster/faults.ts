import type { DatabaseCluster } from './database-cluster.ts'
import type { DogearNode } from './dogear-nodes.ts'
import type { ObjectStore } from './object-store.ts'

/** A fault of the cluster, and the return to health. */
export interface Fault {
  readonly name: string
  /** maximum number of seconds for which requests may fail */
  readonly limitSeconds: number
  act(): Promise<void>
}

export interface ClusterParts {
  readonly database: DatabaseCluster
  readonly servers: readonly [DogearNode, DogearNode]
  readonly workers: readonly [DogearNode, DogearNode]
  /** absent if the program keeps images in a folder */
  readonly objects: ObjectStore | undefined
  /** folder of the program to which the processes are upgraded */
  readonly nextProgram: string
}

/** Requests may fail this long after the death of the primary, whose lease of 20 s must end first. */
const FAILOVER_SECONDS = 45
const OTHER_SECONDS = 10
/** How long a process stays away or frozen, in milliseconds. */
const AWAY_MS = 5_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function killAndStart(node: DogearNode, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  await node.process.signal(signal)
  await pause(AWAY_MS)
  await node.start()
}

function fault(name: string, act: () => Promise<void>, limitSeconds = OTHER_SECONDS): Fault {
  return { name, act, limitSeconds }
}

/** @returns the faults in their order. Each leaves the cluster complete. */
export function clusterFaults({ database, servers, workers, objects, nextProgram }: ClusterParts): readonly Fault[] {
  const away = async (role: 'primary' | 'standby') => {
    const primary = await database.primary()
    const node = role === 'primary' ? primary : primary === 'one' ? 'two' : 'one'
    await database.kill(node)
    if (role === 'standby') await pause(AWAY_MS)
    else await untilOther(database, primary)
    database.start(node)
    await database.untilSynchronous()
  }
  return [
    fault('a web server is killed', () => killAndStart(servers[0], 'SIGKILL')),
    fault('a worker is killed', () => killAndStart(workers[0], 'SIGKILL')),
    fault('a web server is stopped', () => killAndStart(servers[1], 'SIGTERM')),
    fault('a web server is frozen', async () => {
      await servers[0].process.signal('SIGSTOP')
      await pause(AWAY_MS)
      await servers[0].process.signal('SIGCONT')
    }),
    fault('a worker is frozen', async () => {
      await workers[1].process.signal('SIGSTOP')
      await pause(AWAY_MS)
      await workers[1].process.signal('SIGCONT')
    }),
    ...[...workers, ...servers].map((node) =>
      fault(`${node.name} is upgraded`, async () => {
        await node.process.signal('SIGTERM')
        await node.start(nextProgram)
      }),
    ),
    fault('the pooler is killed', async () => {
      await database.pooler.signal('SIGKILL')
      await pause(1_000)
      database.pooler.start()
    }),
    ...(objects
      ? [
          fault('the object store is killed', async () => {
            await objects.process.signal('SIGKILL')
            await pause(AWAY_MS)
            objects.process.start()
            await objects.untilReady()
          }),
        ]
      : []),
    fault('the standby is killed', () => away('standby')),
    fault('the primary is killed, the standby takes over', () => away('primary'), FAILOVER_SECONDS),
  ]
}

/** Waits until another node than this one is the primary. */
async function untilOther(database: DatabaseCluster, former: string): Promise<void> {
  const until = performance.now() + 90_000
  while ((await database.primary()) === former) {
    if (performance.now() > until) throw new Error('the standby does not take over')
    await pause(200)
  }
}
