/**
 * Compares this checkout with other services that run beside it: `npm run bench:peers -- [--readeck PROGRAM] [--linkding CHECKOUT
 * --python PYTHON] [--miniflux PROGRAM] [--entries N] [--rounds N] [--requests N] [--small-box]`. How to build them is in
 * docs/performance.md. Each service saves the same pages of 20 kB from this machine, and then answers the same requests in alternating
 * rounds, one after the other over one connection. Printed are medians over the rounds; linkding stores no texts. Miniflux needs
 * PostgreSQL, so beside it this checkout runs on PostgreSQL, too. With `--small-box`, each service runs alone on one core with 512 MB,
 * and answers requests at random times, first alone and then while it saves pages.
 */
import { parseArgs } from 'node:util'
import { administrate, databaseOnServer } from '../test/support/database.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { median } from './median.ts'
import { startSite } from './memory/article-site.ts'
import { anonymousMegabytes } from './memory/watch-process-memory.ts'
import { startDogear } from './peers/dogear.ts'
import { startLinkding } from './peers/linkding.ts'
import { startMiniflux } from './peers/miniflux.ts'
import type { Peer, StartPeer } from './peers/peer.ts'
import { startReadeck } from './peers/readeck.ts'
import { savePages } from './peers/save-pages.ts'
import { measureInSmallBox } from './peers/small-box.ts'
import type { Question } from './side-by-side/http-client.ts'

const { values } = parseArgs({
  options: {
    readeck: { type: 'string' },
    linkding: { type: 'string' },
    miniflux: { type: 'string' },
    python: { type: 'string', default: 'python3' },
    entries: { type: 'string', default: '600' },
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '60' },
    'small-box': { type: 'boolean', default: false },
  },
})
const [entries, rounds, requests] = [Number(values.entries), Number(values.rounds), Number(values.requests)]
const PAGE_BYTES = 20_000
/** Seconds without requests before the memory is read. */
const IDLE_SECONDS = 20

interface Measure {
  readonly name: string
  /** whether an entry is changed before each request */
  readonly isAfterChange: boolean
  readonly of: (peer: Peer) => Question
}

const READS: Readonly<Record<string, (peer: Peer) => Question>> = {
  'API list': ({ list }) => list,
  'API search': ({ search }) => search,
  'web list': ({ webList }) => webList,
}
const MEASURES: readonly Measure[] = Object.entries(READS).flatMap(([name, of]) => [
  { name: `${name}, ms`, isAfterChange: false, of },
  { name: `${name} after a change, ms`, isAfterChange: true, of },
])

const site = await startSite(PAGE_BYTES)
const origin = `127.0.0.1:${site.port}`
const { readeck, linkding, miniflux, python } = values
const postgres = miniflux === undefined ? undefined : await startPostgres()
const services: readonly StartPeer[] = [
  (prefix) => startDogear(origin, prefix),
  ...(readeck === undefined ? [] : [(prefix: readonly string[]) => startReadeck(readeck, prefix)]),
  ...(linkding === undefined ? [] : [(prefix: readonly string[]) => startLinkding(linkding, python, prefix)]),
  ...(miniflux === undefined ? [] : servicesOnPostgres(miniflux, postgres!.url)),
]
try {
  if (values['small-box']) for (const start of services) await measureInSmallBox(start, origin, entries)
  else await compareAll()
} finally {
  site.close()
  await postgres?.stop()
}

function servicesOnPostgres(program: string, server: string): StartPeer[] {
  const database = async (name: string): Promise<string> => {
    await administrate(server, `create database ${name}`)
    return databaseOnServer(server, name)
  }
  return [
    async (prefix) => startDogear(origin, prefix, await database('dogear')),
    async (prefix) => startMiniflux(program, await database('miniflux'), prefix),
  ]
}

async function compareAll(): Promise<void> {
  const peers: Peer[] = []
  try {
    for (const start of services) peers.push(await start([]))
    await compare(peers)
  } finally {
    for (const peer of peers) await peer.stop()
  }
}

async function compare(peers: readonly Peer[]): Promise<void> {
  printRow('', peers, ({ name }) => name)
  const ids: string[][] = []
  const rates: number[] = []
  for (const peer of peers) {
    const since = performance.now()
    ids.push(await savePages(peer, origin, entries))
    rates.push(entries / ((performance.now() - since) / 1000))
  }
  printRow('pages saved a second', peers, (_peer, index) => rates[index]!.toFixed(1))
  for (const measure of MEASURES) {
    const times = peers.map((): number[] => [])
    // The first round is not counted: code is compiled and caches are filled.
    for (let round = 0; round <= rounds; round++)
      for (const [index, peer] of peers.entries()) {
        const time = await timeOf(peer, measure, ids[index]!)
        if (round > 0) times[index]!.push(time)
      }
    printRow(measure.name, peers, (_peer, index) => median(times[index]!).toFixed(2))
  }
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1000))
  const memory: number[] = []
  for (const { pid } of peers) memory.push(await anonymousMegabytes(pid))
  printRow('anonymous memory, MB', peers, (_peer, index) => memory[index]!.toFixed(0))
}

/** @returns the median time of the requests of a round in milliseconds, without the changes before them */
async function timeOf(peer: Peer, { isAfterChange, of }: Measure, ids: readonly string[]): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < requests; index++) {
    if (isAfterChange) await change(peer, ids[index % 20]!, index % 40 < 20)
    times.push((await peer.client.expect(200, of(peer))).ms)
  }
  return median(times)
}

async function change(peer: Peer, id: string, isSet: boolean): Promise<void> {
  const { status, body } = await peer.client.send(peer.change(id, isSet))
  if (status !== 200 && status !== 204) throw new Error(`${peer.name} answered ${status}: ${String(body)}`)
}

function printRow(name: string, peers: readonly Peer[], cell: (peer: Peer, index: number) => string): void {
  console.log(name.padEnd(34) + peers.map((peer, index) => cell(peer, index).padStart(15)).join(''))
}
