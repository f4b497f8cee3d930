import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../test/support/app.ts'
import { DIALECTS } from '../../test/support/database.ts'
import { insertEntries } from '../../test/support/insert-entries.ts'
import { entryLoader } from '../entries/listing/load-entries.ts'
import { allAnnotationLister } from './list-all-annotations.ts'

const NOW = '2026-01-01T00:00:00.000Z'

for (const dialect of DIALECTS) {
  test(`${dialect}: all annotations are listed, however many steps it takes`, async (t) => {
    const { database, alice, bob } = await testApp(t, dialect)
    const inserted: { id: number; entry: number; isPink: boolean }[] = []
    for (const owner of [alice, bob]) {
      const entries = await insertEntries(database, owner.id, 7)
      const rows = Array.from({ length: 450 }, (_, index) => ({
        user_id: owner.id,
        entry_id: entries[(index * 3) % entries.length]!,
        text: '',
        quote: 'words',
        ranges: '[]',
        color: index % 5 === 0 ? 'pink' : 'yellow',
        created_at: NOW,
        updated_at: NOW,
      }))
      const ids = await database.transaction((tx) => tx.insertInto('annotation').values(rows).returning('id').execute())
      if (owner === bob) continue
      for (const [index, { entry_id: entry, color }] of rows.entries())
        inserted.push({ id: Number(ids[index]!.id), entry, isPink: color === 'pink' })
    }
    const list = allAnnotationLister({ database, loadEntries: entryLoader(database) })
    const ids = async (...[filter, most = 1000]: [Parameters<typeof list>[1], number?]) =>
      (await list(alice.id, filter, most)).map(({ id }) => id)
    const byTime = inserted.map(({ id }) => id).toReversed()
    const byPlace = inserted.toSorted((one, other) => other.entry - one.entry || one.id - other.id)

    assert.deepEqual(await ids({}), byTime)
    assert.deepEqual(await ids({}, 300), byTime.slice(0, 300))
    const isPink = new Set(inserted.filter((one) => one.isPink).map(({ id }) => id))
    assert.deepEqual(
      await ids({ color: 'pink' }),
      byTime.filter((id) => isPink.has(id)),
    )
    assert.deepEqual(
      await ids({ order: 'place' }),
      byPlace.map(({ id }) => id),
    )
    assert.deepEqual(await ids({ color: 'blue' }), [])
  })
}
