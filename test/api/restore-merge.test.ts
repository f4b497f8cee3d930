import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { listActions } from '../../src/entries/undoable-actions/action.repository.ts'
import { performAction } from '../../src/entries/undoable-actions/perform-action.ts'
import { undoEntryAction } from '../../src/entries/undoable-actions/undo-action.ts'
import { addressHashes } from '../../src/entries/saving/address-hashes.ts'
import type { EntryId } from '../../src/kernel/branded-ids.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { labelsOf, operation, readEntry, sendOne } from './sync-operations.fixture.ts'

const GIVEN = { title: 'Tides', content: '<p>Twice a day the sea comes back.</p>' }

/** Deletes the entry in one of the ways that can be undone. @returns a function that undoes the deletion */
type Delete = (app: TestApp, id: number) => Promise<() => Promise<unknown>>

const WAYS: Readonly<Record<string, Delete>> = {
  'in the history': async ({ services, alice }, id) => {
    const deps = { ...services, jobs: services.jobs.queue }
    await performAction(deps, alice.id, [id as EntryId], { kind: 'delete' })
    const [action] = await services.database.read((db) => listActions(db, alice.id, ''))
    return () => undoEntryAction(deps, alice.id, action!, 'test')
  },
  'by sync': async (app, id) => {
    await sendOne(app, operation('entries delete', { id }))
    return () => sendOne(app, operation('entries restore', { id }))
  },
}

for (const dialect of DIALECTS) {
  for (const [way, remove] of Object.entries(WAYS)) {
    test(`${dialect}: undoing a deletion ${way} merges the entry with one saved since under its address`, async (t) => {
      const app = await testApp(t, dialect)
      const url = `https://example.org/tides?${randomUUID()}`
      const { id } = await app.save(app.alice, url, { ...GIVEN, tags: 'earlier' })
      const undo = await remove(app, id)
      const later = await app.save(app.alice, url, { ...GIVEN, tags: 'later', starred: 1 })
      assert.notEqual(later.id, id)
      await sendOne(app, operation('entries change', { id: later.id, set: { note: 'spring tide' } }))

      await undo()
      assert.deepEqual(await idsOf(app), [id])
      assert.deepEqual(await labelsOf(app, id), ['earlier', 'later'])
      assert.equal((await readEntry(app, id))!['is_starred'], 1)
      assert.equal(await readEntry(app, later.id), undefined)
      assert.equal((await app.save(app.alice, url, GIVEN)).id, id, 'the address belongs to the restored entry')
      const change = operation('entries change', { id: later.id, add_tags: ['afterwards'] })
      assert.deepEqual(await sendOne(app, change), { result: 'applied', id })
    })

    test(`${dialect}: undoing a deletion ${way} keeps the later entry if only that has a text`, async (t) => {
      const app = await testApp(t, dialect)
      const url = `${app.site.url}/missing-at-first`
      const { id } = await app.save(app.alice, url, { tags: 'earlier' })
      assert.doesNotMatch(String((await readEntry(app, id))!['content']), /Twice a day/)
      const undo = await remove(app, id)
      const later = await app.save(app.alice, url, { ...GIVEN, tags: 'later' })

      const result = await undo()
      if (way === 'by sync') assert.deepEqual(result, { result: 'merged', id: later.id })
      assert.deepEqual(await idsOf(app), [later.id])
      assert.deepEqual(await labelsOf(app, later.id), ['earlier', 'later'])
      assert.match(String((await readEntry(app, later.id))!['content']), /Twice a day/)
      assert.equal((await app.save(app.alice, url, GIVEN)).id, later.id)
    })

    test(`${dialect}: undoing a deletion ${way} merges an entry with each of those saved under its addresses`, async (t) => {
      const app = await testApp(t, dialect)
      const [sent, other] = [`https://example.org/a-${randomUUID()}?fbclid=1`, `https://example.org/${randomUUID()}`]
      const { id } = await app.save(app.alice, sent, { ...GIVEN, tags: 'earlier' })
      await registerAddress(app, id, other)
      const undo = await remove(app, id)
      await app.save(app.alice, sent, { ...GIVEN, tags: 'second' })
      await app.save(app.alice, other, { ...GIVEN, tags: 'third' })
      assert.equal((await idsOf(app)).length, 2)

      await undo()
      assert.deepEqual(await idsOf(app), [id])
      assert.deepEqual(await labelsOf(app, id), ['earlier', 'second', 'third'])
    })
  }
}

async function idsOf(app: TestApp): Promise<readonly number[]> {
  const answer = await app.ask(app.alice, { url: '/api/entries' })
  return answer.json<{ _embedded: { items: { id: number }[] } }>()._embedded.items.map(({ id }) => id)
}

/** Registers a further address of an entry, as a fetch does after a redirect. */
async function registerAddress({ database, alice }: TestApp, id: number, url: string): Promise<void> {
  const hashes = addressHashes(url)
  await database.transaction((tx) =>
    tx
      .insertInto('entry_address')
      .values(hashes.map((hash) => ({ user_id: alice.id, hash, entry_id: id })))
      .execute(),
  )
}
