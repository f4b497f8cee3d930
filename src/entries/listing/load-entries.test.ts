import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { DIALECTS, testDatabase } from '../../../test/support/database.ts'
import { insertEntries } from '../../../test/support/insert-entries.ts'
import { addAnnotation } from '../../annotations/change-annotations.ts'
import type { Database, Dialect } from '../../db/database.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { systemClock } from '../../kernel/clock.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'
import { patchEntry } from '../changing/patch-entry.ts'
import { entryLoader, type LoadedEntry } from './load-entries.ts'

const OWNER = 1 as UserId
const TIME = '2026-01-01T00:00:00.000Z'
const WRITES = 60
const READERS = 8

for (const dialect of DIALECTS) {
  test(`${dialect}: an entry is loaded with the tags, annotations and text of its revision, while it changes`, async (t) => {
    const { database, id } = await ownedEntry(t, dialect)
    const load = loadOne(database, id)
    const written = new Map<number, string>()
    const loaded: LoadedEntry[] = []
    const writer = { isDone: false }
    const read = async () => {
      while (!writer.isDone) {
        loaded.push(await load())
        await setImmediate()
      }
    }
    const write = async () => {
      for (let step = 1; step <= WRITES; step++) {
        await change(database, id, step)
        const now = await load()
        written.set(now.entry.revision, partsOf(now))
        // A busy machine may let only the writer run, so it waits for loads that began before and after the change.
        const enough = loaded.length + 2 * READERS
        while (loaded.length < enough) await setImmediate()
      }
    }
    const readers = Array.from({ length: READERS }, read)
    await write().finally(() => (writer.isDone = true))
    await Promise.all(readers)

    const known = loaded.filter(({ entry }) => written.has(entry.revision))
    assert.ok(known.length > WRITES, `${known.length} of ${loaded.length} loads`)
    const mixed = known.filter((one) => partsOf(one) !== written.get(one.entry.revision))
    assert.equal(mixed.length, 0, `${mixed.length} of ${known.length} loads mix two revisions`)
  })

  test(`${dialect}: an entry is loaded with all its parts, whatever characters they contain`, async (t) => {
    const { database, id } = await ownedEntry(t, dialect)
    const labels = ['"quoted"', 'back\\slash', 'ünï', '漢字', '\u{1F9A6}']
    const content = '<p>\u2028 "tab\t" \\ \u{1F9A6}</p>'
    await patchEntry(patchDeps(database), OWNER, id, { fields: { tags: labels, content }, requestId: 'test' })
    const quote = 'line\nbreak "and" \\ \u{1F9A6}'
    await addAnnotation({ database, clock: systemClock }, OWNER, id, annotationInput('first', quote))
    await addAnnotation({ database, clock: systemClock }, OWNER, id, annotationInput('second', quote))

    const one = await loadOne(database, id)()
    assert.deepEqual(one.tags.map(({ label }) => label).toSorted(), labels.toSorted())
    for (const tag of one.tags) assert.equal(typeof tag.id, 'number')
    assert.deepEqual(
      one.annotations.map(({ text, quote: marked, color }) => [text, marked, color]),
      [
        ['first', quote, 'yellow'],
        ['second', quote, 'yellow'],
      ],
    )
    assert.equal(typeof one.annotations[0]!.id, 'number')
    assert.equal(JSON.parse(Buffer.from(one.content!).toString()), content)
  })

  test(`${dialect}: each batch of entries takes one statement`, async (t) => {
    const { database, queries } = await ownedEntry(t, dialect)
    const ids = await insertEntries(database, OWNER, 60)
    queries.length = 0
    const loaded = await entryLoader(database)(OWNER, ids, { hasContent: false })
    assert.deepEqual(
      [...loaded.keys()].toSorted((one, other) => one - other),
      ids,
    )
    assert.equal(queries.length, 2)
  })
}

async function ownedEntry(t: TestContext, dialect: Dialect) {
  const { database, queries } = await testDatabase(t, dialect)
  await ownerTransaction(database, OWNER, async (tx) => {
    const user = {
      id: OWNER,
      username: 'ada',
      username_key: 'ada',
      password_hash: '',
      created_at: TIME,
      updated_at: TIME,
    }
    await tx.insertInto('users').values(user).execute()
    await tx.insertInto('user_revision').values({ user_id: OWNER }).execute()
  })
  const [id] = await insertEntries(database, OWNER, 1, { revision: 0 })
  return { database, queries, id: id! }
}

function loadOne(database: Database, id: EntryId): () => Promise<LoadedEntry> {
  const load = entryLoader(database)
  return async () => (await load(OWNER, [id], { hasContent: true })).get(id)!
}

/** Changes tags and text of the entry in one revision, and adds an annotation in the next one. */
async function change(database: Database, id: EntryId, step: number): Promise<void> {
  const fields = { tags: [`step ${step}`, 'constant'], content: `<p>step ${step}</p>` }
  await patchEntry(patchDeps(database), OWNER, id, { fields, requestId: 'test' })
  if (step % 10 === 0) await addAnnotation({ database, clock: systemClock }, OWNER, id, annotationInput(`step ${step}`))
}

function patchDeps(database: Database) {
  const facts = { readingTime: 1, previewPicture: undefined, title: undefined, language: undefined }
  return { database, clock: systemClock, clean: async ({ html }: { html: string }) => ({ content: html, ...facts }) }
}

function annotationInput(text: string, quote = 'step') {
  return { text, quote, ranges: [], color: 'yellow' } as const
}

/** @returns tags, annotations and text as one text, to compare two loads */
function partsOf({ tags, annotations, content }: LoadedEntry): string {
  const text = content && Buffer.from(content).toString()
  return JSON.stringify([tags.map(({ label }) => label), annotations.map((one) => one.text), text])
}
