/**
 * Measures starts of this checkout, and of another one in alternating rounds: the time and the processor time until the
 * first response, and the anonymous memory some seconds later, as medians. `npm run bench:start [-- --other CHECKOUT]
 * [--rounds N] [--idle SECONDS]`. Both use the options of `npm start` of this checkout, and an empty SQLite database.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from './free-port.ts'
import { median } from './median.ts'
import { anonymousMegabytes } from './memory/watch-process-memory.ts'
import { cpuSeconds, residentMegabytes, START_ENVIRONMENT, START_OPTIONS, startProcess } from './start-process.ts'

const { values } = parseArgs({
  options: {
    other: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    idle: { type: 'string', default: '5' },
  },
})

interface Start {
  /** milliseconds until the first response */
  readonly ms: number
  /** milliseconds of processor time until then */
  readonly processorMs: number
  /** anonymous memory in megabytes after the pause */
  readonly anonymous: number
  /** resident memory in megabytes after the pause */
  readonly resident: number
}

const folders = [join(import.meta.dirname, '..'), ...(values.other ? [resolve(values.other)] : [])]
const starts = new Map<string, Start[]>(folders.map((folder) => [folder, []]))
const directories = new Map<string, string>()
for (const folder of folders) directories.set(folder, await mkdtemp(join(tmpdir(), 'dogear-bench-start-')))
try {
  // The first start migrates the database, bundles the modules and compiles them.
  for (const folder of folders) await start(folder)
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const folder of folders) starts.get(folder)!.push(await start(folder))
  }
} finally {
  for (const directory of directories.values()) await rm(directory, { recursive: true })
}
print()

async function start(folder: string): Promise<Start> {
  const port = String(await freePort())
  const server = await startProcess({
    folder,
    script: ['bin/dogear.js', 'serve'],
    nodeOptions: START_OPTIONS,
    environment: { ...START_ENVIRONMENT, DOGEAR_DATA_DIR: directories.get(folder)!, PORT: port },
    url: `http://127.0.0.1:${port}/healthz`,
  })
  const processorMs = (await cpuSeconds(server.pid)) * 1000
  await new Promise((wake) => setTimeout(wake, Number(values.idle) * 1000))
  const [anonymous, resident] = [await anonymousMegabytes(server.pid), await residentMegabytes(server.pid)]
  await server.stop()
  return { ms: server.startedInMs, processorMs, anonymous, resident }
}

function print(): void {
  const measures = {
    'first response, ms': ({ ms }: Start) => ms,
    'processor time until then, ms': ({ processorMs }: Start) => processorMs,
    [`anonymous memory ${values.idle} s later, MB`]: ({ anonymous }: Start) => anonymous,
    [`resident memory ${values.idle} s later, MB`]: ({ resident }: Start) => resident,
  }
  for (const [name, value] of Object.entries(measures)) {
    const [ours, other] = folders.map((folder) => median(starts.get(folder)!.map(value)))
    const compared =
      other === undefined ? '' : `${other.toFixed(0).padStart(8)}${(ours! / other).toFixed(2).padStart(8)}`
    console.log(`${name.padEnd(44)}${ours!.toFixed(0).padStart(8)}${compared}`)
  }
}
