/**
 * Measures the memory of the server during its heaviest work. Prints the peak of the anonymous memory (`RssAnon`) of
 * `serve` and its child processes, sampled every 50 ms. `npm run bench:memory [-- --dialect sqlite|postgres] [--entries
 * N] [--kilobytes N] [--saves N] [--rows N] [--settle SECONDS] [--limit-mb N] [--only saves,epub,…]`; by default two
 * users with 10,000 entries of 10 kB each, 60 saves of pages of 1.4 MB, an import of 100,000 rows, and a last sample
 * ten minutes later, on SQLite. With `--limit-mb`, the process is killed at the first sample above the limit, as in a
 * container. The memory of PostgreSQL is not included.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/support/postgres.ts'
import { fillLibrary, untilIndexed } from './memory/fill-library.ts'
import { anonymousMegabytes, watchMemory, type MemoryWatch } from './memory/watch-process-memory.ts'
import { signIn } from './memory/signed-in-user.ts'
import { startSite } from './memory/article-site.ts'
import { exportTwice, importRows, savePages, warmUp, type Stage } from './memory/workloads.ts'
import { startServer } from './start-server.ts'

const { values } = parseArgs({
  options: {
    dialect: { type: 'string', default: 'sqlite' },
    entries: { type: 'string', default: '10000' },
    kilobytes: { type: 'string', default: '10' },
    saves: { type: 'string', default: '60' },
    rows: { type: 'string', default: '100000' },
    settle: { type: 'string', default: '600' },
    'limit-mb': { type: 'string', default: '0' },
    only: { type: 'string', default: 'saves,epub,pdf,json,import' },
  },
})
/** Pause in milliseconds between two steps. It is long enough for all threads of a step to end. */
const IDLE_MS = 45_000
const PAGE_BYTES = 1_400_000

interface Step {
  readonly key: string
  readonly name: string
  /** maximum memory in megabytes that the step may need */
  readonly maxMegabytes: number
  readonly run: (stage: Stage) => Promise<string>
}

const STEPS: readonly Step[] = [
  {
    key: 'saves',
    name: `${values.saves} saves of 1.4 MB at once`,
    maxMegabytes: 300,
    run: (stage) => savePages(stage, Number(values.saves)),
  },
  { key: 'epub', name: 'EPUB, two at once', maxMegabytes: 350, run: (stage) => exportTwice(stage, 'epub') },
  { key: 'pdf', name: 'PDF, two at once', maxMegabytes: 350, run: (stage) => exportTwice(stage, 'pdf') },
  { key: 'json', name: 'JSON, two at once', maxMegabytes: 350, run: (stage) => exportTwice(stage, 'json') },
  {
    key: 'import',
    name: `import of ${values.rows} rows`,
    maxMegabytes: 250,
    run: (stage) => importRows(stage, Number(values.rows)),
  },
]

const directory = await mkdtemp(join(tmpdir(), 'dogear-bench-memory-'))
const postgres = values.dialect === 'postgres' ? await startPostgres() : undefined
const databaseUrl = postgres?.url ?? `sqlite:${join(directory, 'dogear.db')}`
const site = await startSite(PAGE_BYTES)
try {
  const seeded = await fillLibrary({
    databaseUrl,
    dataDirectory: directory,
    entries: Number(values.entries),
    contentBytes: Number(values.kilobytes) * 1024,
  })
  await (await serve()).stop()
  const server = await serve()
  try {
    const readers = await Promise.all(['reader', 'second'].map((name) => signIn(server.base, seeded, name)))
    await measure(server.pid, { base: server.base, site: `http://127.0.0.1:${site.port}`, databaseUrl, readers })
  } finally {
    await server.stop()
  }
} finally {
  site.close()
  await postgres?.stop()
  await rm(directory, { recursive: true, force: true })
}

/** Starts the server, and waits until the search index is complete. */
async function serve() {
  const server = await startServer({
    DOGEAR_DATA_DIR: directory,
    DATABASE_URL: databaseUrl,
    DOGEAR_FETCH_ALLOW: `127.0.0.1:${site.port}`,
  })
  await untilIndexed(databaseUrl)
  return server
}

async function measure(pid: number, stage: Stage): Promise<void> {
  const limit = Number(values['limit-mb'])
  console.log(
    `${values.dialect}, 2 users with ${values.entries} entries of ${values.kilobytes} kB, ` +
      (limit > 0 ? `at most ${limit} MB` : 'no limit'),
  )
  print('step', 'MB', 'bar', '', 'notes')
  await warmUp(stage)
  await pause(IDLE_MS)
  const idle = await anonymousMegabytes(pid)
  report('idle after a start and a little of everything', idle, 100, '')
  const watch = watchMemory(pid, limit > 0 ? limit : Number.POSITIVE_INFINITY)
  for (const step of STEPS) {
    if (!values.only.split(',').includes(step.key)) continue
    await runStep(step, stage, watch)
    await pause(IDLE_MS)
  }
  await pause(Number(values.settle) * 1000)
  await watch.stop()
  report(`${values.settle} s later`, await anonymousMegabytes(pid), idle * 1.3, '1.3 times idle')
}

async function runStep({ name, maxMegabytes, run }: Step, stage: Stage, watch: MemoryWatch): Promise<void> {
  watch.takePeak()
  const since = performance.now()
  const note = await run(stage)
  report(name, watch.takePeak(), maxMegabytes, `${((performance.now() - since) / 1000).toFixed(0)} s; ${note}`)
}

function report(name: string, megabytes: number, maxMegabytes: number, note: string): void {
  print(name, megabytes.toFixed(0), maxMegabytes.toFixed(0), megabytes <= maxMegabytes ? 'holds' : 'ABOVE', note)
}

function print(name: string, ...cells: readonly [string, string, string, string]): void {
  const [megabytes, bar, verdict, note] = cells
  console.log(`${name.padEnd(48)}${megabytes.padStart(6)}${bar.padStart(6)}  ${verdict.padEnd(6)} ${note}`)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
