// A process that runs jobs, for tests that kill and pause it. Arguments: the address of the database, the behaviour of
// the first job, and the lease in milliseconds. With `hang`, the first job never ends. With `ask`, it ends after a line
// arrives on standard input. The process prints a line for each event.
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { parseDatabaseUrl } from '../db/database-url.ts'
import { openDatabase } from '../db/open-database.ts'
import { openJobs } from './open-jobs.ts'

const [url = '', mode = 'hang', leaseMs = '900'] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)
const input = createInterface({ input: process.stdin })
const database = await openDatabase({ location: parseDatabaseUrl(url), poolSize: 2 })
const { runner, signals } = openJobs(database, {
  slots: 2,
  timing: { pollMs: 50, leaseMs: Number(leaseMs), renewMs: 200 },
  log: {
    jobFinished: () => say('finished'),
    jobFailed: () => say('failed'),
    jobDied: () => say('died'),
    queueTroubled: (message) => say(message.startsWith('lease of job') ? 'lost' : `troubled: ${message}`),
  },
})

await runner.start({
  'entry.fetch': async () => {
    say('started')
    if (mode === 'hang') await new Promise(() => undefined)
    else await once(input, 'line')
  },
  'entry.images': async () => undefined,
  'entries.import': async () => undefined,
  'rules.apply': async () => undefined,
  'entries.change': async () => undefined,
  'library.clear': async () => undefined,
  'mail.send': async () => undefined,
  'mail.digest': async () => undefined,
  'account.delete': async () => undefined,
  'maintenance.sweep': async () => signals.notify('sweep'),
})
say('ready')
