// A process that runs jobs, for a test that kills and pauses it. Arguments: the address of the database, and the lease
// in milliseconds. It prints the time, an event and the id of the entry for each start of a job and each recorded result.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseDatabaseUrl } from '../db/database-url.ts'
import { openDatabase } from '../db/open-database.ts'
import { FAST_TIMING, handlers } from './job-queue.fixture.ts'
import { openJobs } from './open-jobs.ts'

const [url = '', leaseMs] = process.argv.slice(2)
const say = (event: string, entryId: number) => process.stdout.write(`${Date.now()} ${event} ${entryId}\n`)
const database = await openDatabase({ location: parseDatabaseUrl(url), poolSize: 2 })
const { runner } = openJobs(database, {
  slots: 16,
  timing: { ...FAST_TIMING, leaseMs: Number(leaseMs) },
  log: {
    jobFinished: ({ payload }) => say('finished', (payload as { entryId: number }).entryId),
    jobFailed: () => undefined,
    jobDied: () => undefined,
    queueTroubled: () => undefined,
  },
})
await runner.start(
  handlers(async (entryId) => {
    say('started', entryId)
    await sleep(400 * Math.random())
  }),
)
process.stdin.resume().on('end', () => process.exit())
