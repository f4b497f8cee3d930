/**
 * Compares a list of 50 entries through each interface with Dogear's own list: `npm run bench:interfaces [-- --entries N]
 * [--kilobytes N] [--rounds N] [--dialect sqlite|postgres]`; by default 1,000 entries with 10 kB of text each, on SQLite. Each
 * round sends every request once, so that all are measured under the same load. Requests do not use the network. `warm`
 * means that nothing has changed since the previous round. `cold` means that an entry of the list was changed just before
 * each request. The full-text index is complete, as it is seconds after an import. Printed are medians in milliseconds, and their ratio to our own list with or without texts.
 */
import { parseArgs } from 'node:util'
import { createAppPassword } from '../src/users/passwords/app-password.ts'
import type { UserId } from '../src/kernel/branded-ids.ts'
import { interfaceRequests, ownRequests, type ListRequest } from './interfaces/list-requests.ts'
import { median } from './median.ts'
import { openBenchApp } from './open-app.ts'
import { seedEntries, type Seeded } from './seed.ts'

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000' },
    kilobytes: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '200' },
    dialect: { type: 'string', default: 'sqlite' },
  },
})
const OWNER = 1 as UserId
/** Number of rounds before the measurement, so that caches and compiled code are ready. */
const WARM_UP = 20
const PAGE = 50

const { app, services, seeded, close } = await openBenchApp(values.dialect, 'http://bench.test')
try {
  await seedEntries(services, OWNER, { entries: Number(values.entries), contentBytes: Number(values.kilobytes) * 1024 })
  while (!(await services.searchIndex.catchUp(OWNER, 1000)));
  const key = await createAppPassword(services, OWNER, { name: 'bench' })
  const token = await requestToken(seeded)
  const credentials = { username: seeded.username, key, token }
  const own = ownRequests(credentials)
  for (const isCold of [false, true]) {
    const times = await measure([...own, ...interfaceRequests(credentials)], isCold, token)
    console.log(isCold ? 'cold' : 'warm')
    for (const [request, all] of times) {
      const compared = median(times.get(request.hasContent ? own[0] : own[1])!)
      const [time, ratio] = [median(all), median(all) / compared]
      console.log(`  ${request.name.padEnd(20)} ${time.toFixed(2).padStart(7)} ms ${ratio.toFixed(2).padStart(6)}`)
    }
  }
} finally {
  await close()
}

async function measure(requests: readonly ListRequest[], isCold: boolean, token: string) {
  const times = new Map<ListRequest, number[]>(requests.map((request) => [request, []]))
  for (let round = 0; round < Number(values.rounds) + WARM_UP; round++) {
    for (const request of requests) {
      if (isCold) await changeAnEntry(token, round)
      const { method, path: url, headers, payload } = request
      const options = { method, url, headers, ...(payload !== undefined && { payload }) }
      const since = performance.now()
      const { statusCode, body } = await app.inject(options)
      const time = performance.now() - since
      if (round === 0 && request.count(body) !== PAGE)
        throw new Error(`${request.name}: ${statusCode} ${body.slice(0, 200)}`)
      if (round >= WARM_UP) times.get(request)!.push(time)
    }
  }
  return times
}

async function requestToken({ clientId, clientSecret, username, password }: Seeded): Promise<string> {
  const grant = { grant_type: 'password', client_id: clientId, client_secret: clientSecret, username, password }
  const answer = await app.inject({ method: 'POST', url: '/oauth/v2/token', payload: grant })
  return answer.json<{ access_token: string }>().access_token
}

async function changeAnEntry(token: string, round: number): Promise<void> {
  const id = Number(values.entries) - (round % 20)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const payload = { starred: round % 2 }
  const { statusCode } = await app.inject({ method: 'PATCH', url: `/api/entries/${id}.json`, headers, payload })
  if (statusCode !== 200) throw new Error(`a change answered ${statusCode}`)
}
