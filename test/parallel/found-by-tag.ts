import assert from 'node:assert/strict'
import type { TestApp } from '../support/app.ts'
import type { Library } from './library-model.ts'

/**
 * Searches for the entries of each tag, whose pages and matches come from caches where possible. @throws AssertionError
 * if a search does not find exactly the entries that have the tag
 */
export async function assertFoundByTag(app: TestApp, { entries, tags }: Library): Promise<void> {
  for (const label of Object.keys(tags)) {
    const found = await app.ask(app.alice, { url: `/api/search?term=tag:${label}` })
    const { items } = found.json<{ _embedded: { items: readonly { id: number }[] } }>()._embedded
    const expected = Object.entries(entries).flatMap(([id, entry]) => (entry.tags.includes(label) ? [Number(id)] : []))
    assert.deepEqual(items.map(({ id }) => id).toSorted(), expected.toSorted(), `entries with ${label}`)
  }
}
