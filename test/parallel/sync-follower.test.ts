import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { seededRandom } from '../crash/seeded-random.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import type { Library } from './library-model.ts'
import { perform, readLibrary } from './parallel-library.ts'
import { randomOperation } from './random-operation.ts'

const WRITERS = 4
/** Number of changes. The default keeps the run short; `SYNC_STEPS=10000` makes it long. */
const STEPS = Number(process.env['SYNC_STEPS'] ?? 80)
const SEED = Number(process.env['SYNC_SEED'] ?? Date.now() % 2 ** 32)

interface Page {
  readonly to: string
  readonly more: boolean
  readonly reset: boolean
  readonly changes: readonly {
    readonly type: string
    readonly id: number
    readonly revision: number
    readonly op: 'put' | 'delete'
    readonly object?: unknown
  }[]
}

/** A copy of a library, updated with the server's changes. */
interface Copy {
  cursor: string
  readonly objects: Map<string, { readonly revision: number; readonly object: unknown }>
}

for (const dialect of DIALECTS) {
  test(
    `${dialect}: a copy that follows the changes misses none while others write`,
    { timeout: 3_600_000 },
    async (t) => {
      const app = await testApp(t, dialect)
      const random = seededRandom(SEED)
      const fraction = () => random.between(0, 999_999) / 1_000_000
      const copy: Copy = { cursor: '', objects: new Map() }
      let library: Library = { entries: {}, addresses: {}, tags: {}, trash: {} }
      for (let step = 1; step <= STEPS; step += WRITERS) {
        const operations = Array.from({ length: WRITERS }, (_, index) => randomOperation(random, library, step + index))
        const others = [changeCollections(app, fraction, library), read(app, fraction, library)]
        const state = { areWriting: true }
        const writing = Promise.all([...operations.map((operation) => perform(app, operation)), ...others])
        const following = (async () => {
          while (state.areWriting) {
            await follow(app, copy, 1 + Math.floor(fraction() * 5))
            await setImmediate()
          }
        })()
        await writing.finally(() => (state.areWriting = false))
        await following
        while (await follow(app, copy, 50));
        assert.deepEqual(sorted(copy), sorted(await freshCopy(app)), `seed ${SEED}, step ${step}`)
        library = await readLibrary(app)
      }
      assert.ok(copy.objects.size > 3)
      t.diagnostic(`${STEPS} operations, seed ${SEED}`)
    },
  )
}

async function changesAfter(app: TestApp, cursor: string, limit: number): Promise<Page> {
  const answer = await app.ask(app.alice, { url: `/api/sync?since=${cursor}&limit=${limit}` })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<Page>()
}

/** @returns true if there are more changes */
async function follow(app: TestApp, copy: Copy, limit: number): Promise<boolean> {
  const page = await changesAfter(app, copy.cursor, limit)
  assert.equal(page.reset, false)
  for (const { type, id, revision, op, object } of page.changes) {
    const key = `${type} ${id}`
    assert.ok(revision >= (copy.objects.get(key)?.revision ?? -1), `${key} went back`)
    if (op === 'put') copy.objects.set(key, { revision, object })
    else {
      copy.objects.delete(key)
      if (type === 'entries') forgetEntry(copy, id)
    }
  }
  copy.cursor = page.to
  return page.more
}

/** Deleting an entry also deletes its reading position and its places in collections (docs/sync.md). */
function forgetEntry({ objects }: Copy, id: number): void {
  objects.delete(`progress ${id}`)
  for (const [key, { object, revision }] of objects) {
    if (!key.startsWith('collections ')) continue
    const { entries, ...rest } = object as { readonly entries: readonly number[] }
    objects.set(key, { revision, object: { ...rest, entries: entries.filter((one) => one !== id) } })
  }
}

async function freshCopy(app: TestApp): Promise<Copy> {
  const copy: Copy = { cursor: '', objects: new Map() }
  while (await follow(app, copy, 500));
  return copy
}

const sorted = ({ objects }: Copy) => [...objects].toSorted(([one], [other]) => (one < other ? -1 : 1))

const pick = <T>(random: () => number, values: readonly T[]): T | undefined =>
  values[Math.floor(random() * values.length)]
const entryIn = (random: () => number, { entries }: Library) => pick(random, Object.keys(entries))

async function changeCollections(app: TestApp, random: () => number, library: Library): Promise<void> {
  const listed = await app.ask(app.alice, { url: '/api/collections' })
  const id = pick(random, listed.json<{ readonly id: number }[]>())?.id
  const entry = entryIn(random, library)
  const payload = { name: `Shelf ${Math.floor(random() * 1e9)}` }
  const chance = random()
  if (id === undefined || chance < 0.2) await app.ask(app.alice, { method: 'POST', url: '/api/collections', payload })
  else if (chance < 0.4) await app.ask(app.alice, { method: 'DELETE', url: `/api/collections/${id}` })
  else if (entry !== undefined) {
    const url = `/api/collections/${id}/entries`
    await app.ask(app.alice, { method: random() < 0.7 ? 'POST' : 'DELETE', url, payload: { entries: entry } })
  }
}

async function read(app: TestApp, random: () => number, library: Library): Promise<void> {
  const entry = entryIn(random, library)
  if (entry === undefined) return
  const { storeReadingPosition } = await import('../../src/entries/changing/store-reading-position.ts')
  const place = { owner: app.alice.id, id: Number(entry) as never }
  await storeReadingPosition(app, place, { block: 0, share: random() }, new Date()).catch(() => undefined)
}
