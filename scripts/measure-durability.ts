import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CompiledQuery } from 'kysely'
import type { Database } from '../src/db/database.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { parseEntryAddress } from '../src/entries/saving/entry-address.ts'
import { saveEntry } from '../src/entries/saving/save-entry.ts'
import { createQueue } from '../src/jobs/create-queue.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { prepareDatabase } from '../src/prepare-database.ts'
import { localSignals } from '../src/signals/local-signals.ts'
import { createUser } from '../src/users/create-user.ts'
import { passwordHasher } from '../src/users/passwords/password-hasher.ts'
import type { UserId } from '../src/kernel/branded-ids.ts'

const ABOUT = `What it costs that a save which was answered survives the loss of power: saves a second on SQLite with
each value of "pragma synchronous". Each save is a transaction of the program: entry, address, revision, job.

node scripts/measure-durability.ts [--folder FOLDER] [--saves N] [--rounds N]
  --folder  where the database is made; its disk is what is measured (the temporary folder)
  --saves   in each round (300)
  --rounds  of each value, alternated; the middle one counts (5)`

const MODES = ['full', 'normal', 'off'] as const
type Mode = (typeof MODES)[number]

interface Bench {
  readonly database: Database
  readonly owner: UserId
  count: number
}

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: tmpdir() },
    saves: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '5' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) console.log(ABOUT)
else await measure(values.folder, Number(values.saves), Number(values.rounds))

async function measure(parent: string, saves: number, rounds: number): Promise<void> {
  const folder = await mkdtemp(join(parent, 'dogear-durability-'))
  try {
    const bench = await openBench(join(folder, 'dogear.db'))
    const rates = new Map<Mode, number[]>(MODES.map((mode) => [mode, []]))
    await savesPerSecond(bench, 'full', saves)
    for (let round = 0; round < rounds; round++) {
      for (const mode of MODES) rates.get(mode)!.push(await savesPerSecond(bench, mode, saves))
    }
    await bench.database.close()
    for (const [mode, list] of rates) console.log(line(mode, list))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function openBench(path: string): Promise<Bench> {
  const location = { dialect: 'sqlite', path } as const
  await prepareDatabase(location)
  const database = await openDatabase({ location, poolSize: 1 })
  const deps = { database, hasher: passwordHasher(), clock: systemClock }
  const input = { username: 'bench', email: '', password: 'ink on paper, twice', isAdmin: false }
  return { database, owner: (await createUser(deps, input)).id, count: 0 }
}

async function savesPerSecond(bench: Bench, mode: Mode, saves: number): Promise<number> {
  const { database, owner } = bench
  await setMode(database, mode)
  const deps = { database, clock: systemClock, jobs: createQueue(database.dialect, localSignals()), clean: noContent }
  const since = performance.now()
  for (let save = 0; save < saves; save++) {
    const address = parseEntryAddress(`https://example.org/articles/${++bench.count}`)
    await saveEntry(deps, { owner, address, fields: {}, requestId: 'bench' })
  }
  return (saves * 1000) / (performance.now() - since)
}

/**
 * Sets the pragma `synchronous`. It has no effect within a transaction, so this function first commits the transaction
 * that Kysely has begun. At the end, it begins another one, which Kysely commits.
 */
async function setMode(database: Database, mode: Mode): Promise<void> {
  await database.transaction(async (tx) => {
    for (const text of ['commit', `pragma synchronous = ${mode}`, 'begin immediate']) {
      await tx.executeQuery(CompiledQuery.raw(text))
    }
  })
}

function noContent(): never {
  throw new Error('no save of this measurement has content')
}

function line(mode: Mode, rates: readonly number[]): string {
  const sorted = rates.toSorted((left, right) => left - right)
  const shown = [sorted[Math.floor(sorted.length / 2)], sorted[0], sorted.at(-1)].map((rate) => rate?.toFixed(0))
  return `synchronous = ${mode.padEnd(6)}  ${shown[0]} saves/s (${shown[1]} to ${shown[2]})`
}
