import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { seededRandom, type SeededRandom } from '../crash/seeded-random.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { SyncClient } from './sync-client.ts'

const CLIENTS = 3
/** Number of actions. The default keeps the run short; `SYNC_CLIENT_STEPS=10000` makes it long. */
const STEPS = Number(process.env['SYNC_CLIENT_STEPS'] ?? 120)
const SEED = Number(process.env['SYNC_SEED'] ?? Date.now() % 2 ** 32)
/** After this number of steps, all clients go online, and their states are compared. */
const ROUND = 40
/**
 * Numbers of addresses whose entries are never deleted (`KEPT`) and of the other addresses. For an entry that is never
 * deleted, the last action on a field determines the final value of the field.
 */
const [KEPT, OTHERS] = [4, 3]
const LABELS = ['ink', 'paper', 'press']

for (const dialect of DIALECTS) {
  test(`${dialect}: clients that go offline at random end in the same state`, { timeout: 3_600_000 }, async (t) => {
    const app = await testApp(t, dialect)
    const random = seededRandom(SEED)
    const made = await app.ask(app.alice, { method: 'POST', url: '/api/collections', payload: { name: 'Shelf' } })
    const shared = { app, random, shelf: made.json<{ id: number }>().id, expected: new Map() }
    const clients = Array.from({ length: CLIENTS }, (_, index) => new SyncClient(app, `client ${index}`))
    for (let serial = 1; serial <= STEPS; serial += 1) {
      // Every action gets a different time. If two actions change the same field, the later one wins.
      app.clock.advance(0.01)
      const scene: Scene = { ...shared, serial, time: app.clock.now() }
      const client = clients[random.between(0, CLIENTS)]
      if (client) (random.chance(0.15) ? changeCollections : act)(client, scene)
      else await actElsewhere(scene)
      const online = clients.filter(() => random.chance(0.15))
      await Promise.all(online.map((one) => one.exchange({ losesAnswer: random.chance(0.3) })))
      if (serial % ROUND === 0 || serial === STEPS) await meet(clients, scene)
    }
    assert.ok(shared.expected.size > 0)
    t.diagnostic(`${STEPS} actions by ${CLIENTS} clients and the API, seed ${SEED}`)
  })
}

interface Scene {
  readonly app: TestApp
  readonly random: SeededRandom
  readonly time: Date
  /** a unique number of the action */
  readonly serial: number
  /** id of a collection */
  readonly shelf: number
  /** the last value set by a user, by field and address */
  readonly expected: Map<string, Map<string, unknown>>
}

const addressOf = ({ app }: Scene, index: number) => `${app.site.url}/model/${index}`
const isKept = (url: string) => Number(url.split('/').at(-1)) < KEPT
const pick = <T>(random: SeededRandom, values: readonly T[]): T => values[random.between(0, values.length - 1)]!

function expectFields({ expected }: Scene, url: string, fields: Readonly<Record<string, unknown>>): void {
  if (!isKept(url)) return
  const known = expected.get(url) ?? new Map<string, unknown>()
  expected.set(url, known)
  for (const [name, value] of Object.entries(fields)) known.set(name, value)
}

/** Adds a random user action to the outbox of a client. */
function act(client: SyncClient, scene: Scene): void {
  const { random, time, serial } = scene
  const known = client.addresses()
  if (known.length === 0 || random.chance(0.15)) return create(client, scene)
  const url = pick(random, known)
  const id = client.referenceTo(url)
  const draw = random.between(0, 99)
  if (draw < 65) return changeMembers(client, scene, url)
  if (draw < 75) return client.add('progress set', { id, block: serial, share: random.between(0, 100) / 100 }, time)
  if (draw < 84) return client.annotate(url, `note ${serial}`, time)
  const annotation = client.annotationOf(url)
  if (draw < 92 && annotation !== undefined)
    return client.add('annotations change', { id: annotation, text: `note ${serial}` }, time)
  if (draw < 94 && annotation !== undefined) return client.add('annotations delete', { id: annotation }, time)
  if (isKept(url)) return changeMembers(client, scene, url)
  return client.add(random.chance(0.7) ? 'entries delete' : 'entries restore', { id }, time)
}

function create(client: SyncClient, scene: Scene): void {
  const { random, time } = scene
  const url = addressOf(scene, random.between(0, KEPT + OTHERS - 1))
  const tags = LABELS.filter(() => random.chance(0.3))
  const fields = {
    ...(random.chance(0.3) && { archived: random.chance(0.5) }),
    ...(random.chance(0.3) && { starred: random.chance(0.5) }),
  }
  client.create(url, { ...fields, tags }, time)
  expectFields(scene, url, { ...fields, ...Object.fromEntries(tags.map((label) => [`tag ${label}`, true])) })
}

/** Names of collections. There are few of them, so that several clients create a collection with the same name. */
const SHELVES = ['Dawn', 'Noon', 'Dusk']

/** Creates, changes, moves, deletes or restores a random collection. Never deletes the collection `shelf`. */
function changeCollections(client: SyncClient, scene: Scene): void {
  const { random, time, serial, shelf } = scene
  const [id, other] = [pick(random, client.collections()), pick(random, client.collections())]
  const draw = random.between(0, 99)
  if (draw < 30 || id === undefined) return client.createCollection(pick(random, SHELVES), time)
  if (draw < 50) return client.add('collections change', { id, set: { query: `tag:query${serial}` } }, time)
  if (draw < 70) return client.add('collections move', { id, after: random.chance(0.3) ? null : other }, time)
  if (draw < 85 || id === shelf) return moveInShelf(client, scene)
  return client.add(random.chance(0.7) ? 'collections delete' : 'collections restore', { id }, time)
}

function moveInShelf(client: SyncClient, { random, time, shelf }: Scene): void {
  const known = client.addresses()
  if (known.length === 0) return
  const [entry, after] = [client.referenceTo(pick(random, known)), client.referenceTo(pick(random, known))]
  client.add('collections move-entry', { id: shelf, entry, after: random.chance(0.3) ? null : after }, time)
}

/** Changes a field or a tag of an entry, or adds the entry to the collection `shelf` or removes it from there. */
function changeMembers(client: SyncClient, scene: Scene, url: string): void {
  const { random, time, serial, shelf } = scene
  const [id, value, label] = [client.referenceTo(url), random.chance(0.5), pick(random, LABELS)]
  const change = pick(random, ['archived', 'starred', 'title', 'tag', 'tag', 'shelf'])
  if (change === 'tag') {
    client.add('entries change', { id, [value ? 'add_tags' : 'remove_tags']: [label] }, time)
    return expectFields(scene, url, { [`tag ${label}`]: value })
  }
  if (change === 'shelf') {
    client.add('collections change', { id: shelf, [value ? 'add_entries' : 'remove_entries']: [id] }, time)
    return expectFields(scene, url, { shelf: value })
  }
  const set = { [change]: change === 'title' ? `title ${serial}` : value }
  client.add('entries change', { id, set }, time)
  return expectFields(scene, url, set)
}

/**
 * Changes an entry with an API request instead of a synchronization. The change takes effect at once. If the random
 * value equals the stored one, no request is sent, because it would change nothing.
 */
async function actElsewhere(scene: Scene): Promise<void> {
  const { app, random, serial, shelf } = scene
  const url = addressOf(scene, random.between(0, KEPT - 1))
  const { fields, id } = await readFields(app, url)
  if (!fields) return
  const [value, label] = [random.chance(0.5), pick(random, LABELS)]
  const name = pick(random, ['archived', 'starred', 'title', `tag ${label}`, 'shelf'])
  const given = name === 'title' ? `title ${serial}` : name.startsWith('tag') || value
  if ((fields[name] ?? false) === given) return
  const request = {
    archived: { method: 'PATCH', url: `/api/entries/${id}`, payload: { archive: value ? 1 : 0 } },
    starred: { method: 'PATCH', url: `/api/entries/${id}`, payload: { starred: value ? 1 : 0 } },
    title: { method: 'PATCH', url: `/api/entries/${id}`, payload: { title: given } },
    shelf: { method: value ? 'POST' : 'DELETE', url: `/api/collections/${shelf}/entries`, payload: { entries: id } },
  } as const
  const tagging = { method: 'POST', url: `/api/entries/${id}/tags`, payload: { tags: label } } as const
  const answer = await app.ask(app.alice, request[name as keyof typeof request] ?? tagging)
  assert.equal(answer.statusCode, 200, answer.body)
  expectFields(scene, url, { [name]: given })
}

async function readFields(app: TestApp, url: string) {
  const copy = new SyncClient(app, 'copy')
  await copy.follow()
  return { fields: copy.fieldsOf(url), id: copy.referenceTo(url) }
}

/**
 * Brings all clients online. Checks that all clients have the same state as the server, and that each entry has the
 * values that were set last.
 */
async function meet(clients: readonly SyncClient[], { app, expected, serial }: Scene): Promise<void> {
  await Promise.all(clients.map((client) => client.exchange({ losesAnswer: false })))
  await fetchesEnd(app)
  const fresh = new SyncClient(app, 'fresh')
  await fresh.follow()
  for (const client of clients) {
    await client.follow()
    assert.deepEqual(client.state(), fresh.state(), `${client.name}, seed ${SEED}, step ${serial}`)
  }
  for (const [url, fields] of expected) {
    const actual = fresh.fieldsOf(url)
    const wrong = [...fields].filter(([name, value]) => (actual?.[name] ?? false) !== value)
    assert.deepEqual(wrong, [], `${url} is ${JSON.stringify(actual)}, seed ${SEED}, step ${serial}`)
  }
}

async function fetchesEnd({ database }: TestApp): Promise<void> {
  const pending = () =>
    database.read((db) => db.selectFrom('entry').select('id').where('fetch_state', '=', 'pending').execute())
  for (let tries = 0; (await pending()).length > 0; tries += 1) {
    assert.ok(tries < 400, 'pages are still being fetched after 20 seconds')
    await setTimeout(50)
  }
}
