import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { DIALECTS } from '../../test/support/database.ts'
import { countJobs, testQueue, until } from './job-queue.fixture.ts'
import { rawSql } from '../db/raw-sql.ts'

const PROCESSES = 4
const JOBS = 1500

/** Jobs of 50 users, a tenth of them with keys, and of three priorities. */
const INSERT_JOBS = `
insert into job (name, payload, user_id, lane, dedupe_key, priority, run_at, max_attempts)
with recursive n (i) as (select 1 union all select i + 1 from n where i < ${JOBS})
select 'entry.fetch', '{"userId":1,"generation":1,"requestId":"r","entryId":' || i || '}', 1 + i % 50, 'host:' || i % 70,
  case when i % 10 = 0 then 'key:' || i end, 5 * (i % 3), i, 5 from n`

const END_CONNECTIONS = `
select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()`

/**
 * Maximum milliseconds from the claim of a job to its start. A process whose connections ended in between starts the job
 * after the interruption. On a busy machine, that takes more than a second.
 */
const MAX_START_MS = 5000

/** A start of a job, its recorded result, or an interruption or pause of a process. */
interface Event {
  readonly at: number
  readonly what: string
  readonly entryId: number
  readonly process: ChildProcess
}

/**
 * On PostgreSQL, only the paused process stands still for so long, even on a busy machine. On SQLite, a lease does not
 * expire during the test, because a process may wait long for the others' writes. The next process detects that the killed
 * one has ended.
 */
const LEASE_MS = { sqlite: 60_000, postgres: 6000 }

function startMember(
  t: TestContext,
  { url, leaseMs }: { url: string; leaseMs: number },
  events: Event[],
): ChildProcess {
  const file = new URL('chaos-process.fixture.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [file, url, String(leaseMs)], { stdio: ['pipe', 'pipe', 'inherit'] })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [at, what = '', entryId] = line.split(' ')
    events.push({ at: Number(at), what, entryId: Number(entryId), process: child })
  })
  t.after(() => child.kill('SIGKILL'))
  return child
}

for (const dialect of DIALECTS) {
  test(`${dialect}: four processes complete 1,500 jobs through kills, pauses and lost connections, and repeat only interrupted ones`, async (t) => {
    const { database, url } = await testQueue(t, dialect)
    await database.transaction((tx) => rawSql(tx, INSERT_JOBS, []))
    const options = { url, leaseMs: LEASE_MS[dialect] }
    const events: Event[] = []
    const interrupt = (process: ChildProcess) =>
      events.push({ at: Date.now(), what: 'interrupted', entryId: 0, process })
    const members = Array.from({ length: PROCESSES }, () => startMember(t, options, events))
    const kill = async (index: number) => {
      const member = members[index]!
      interrupt(member)
      member.kill('SIGKILL')
      await once(member, 'exit')
      members[index] = startMember(t, options, events)
    }
    const pause = async (index: number) => {
      const member = members[index]!
      interrupt(member)
      events.push({ at: Date.now(), what: 'paused', entryId: 0, process: member })
      member.kill('SIGSTOP')
      await sleep(2 * LEASE_MS.postgres)
      member.kill('SIGCONT')
    }
    const endConnections = async () => {
      for (const member of members) interrupt(member)
      await database.prepare(END_CONNECTIONS).all()
    }
    await until('all work', () => new Set(events.map(({ process }) => process)).size === PROCESSES)
    for (let round = 0; round < PROCESSES; round++) {
      await kill(round)
      if (dialect === 'postgres') await sleep(200).then(endConnections)
    }
    if (dialect === 'postgres') await Promise.all([pause(0), sleep(200).then(endConnections)])
    await until('all were done', async () => (await countJobs(database)) === 0, 60_000)
    await sleep(300)
    t.diagnostic(`${events.filter(({ what }) => what === 'started').length} runs`)
    assert.deepEqual(wrongRuns(events), [])
    const started = new Set(events.filter(({ what }) => what === 'started').map(({ entryId }) => entryId))
    assert.equal(started.size, JOBS)
  })
}

/**
 * @returns the runs of a job after its result was recorded, or while a process ran it that was not interrupted. A process
 *   that was paused between its claim and the start of the job starts it afterwards.
 */
function wrongRuns(events: readonly Event[]): readonly string[] {
  const inOrder = events.toSorted((one, other) => one.at - other.at)
  return inOrder.flatMap((event, index) => {
    if (event.what !== 'started') return []
    const before = inOrder.slice(0, index).filter(({ entryId }) => entryId === event.entryId)
    const wasPaused = inOrder.some(
      ({ what, process, at }) => what === 'paused' && process === event.process && at <= event.at,
    )
    if (!wasPaused && before.some(({ what }) => what === 'finished'))
      return [`${event.entryId} ran again after it was finished`]
    const previous = before.at(-1)
    const isInterrupted = inOrder.some(
      ({ what, process, at }) =>
        what === 'interrupted' && process === previous?.process && at >= previous.at - MAX_START_MS,
    )
    return previous && !isInterrupted ? [`${event.entryId} ran twice at the same time`] : []
  })
}
