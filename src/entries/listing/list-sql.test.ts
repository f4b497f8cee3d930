import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { EntryFilter } from './entry-filter.ts'
import { countSql } from './list-sql.ts'

const OWNER = 7 as UserId
const count = (filter: Partial<EntryFilter>) =>
  countSql(OWNER, { sort: 'created', order: 'desc', page: 1, perPage: 30, ...filter })

test('a tag or a collection without further conditions is counted without reading its entries', () => {
  for (const filter of [{ tags: ['a'] }, { tags: ['a'], isArchived: false }, { collection: 3 }]) {
    const { sql, parameters } = count(filter)
    assert.doesNotMatch(sql, /\bentry\b(?!_)/, sql)
    assert.equal(new Set(sql.match(/\$\d+/g)).size, parameters.length, 'each parameter is used')
  }
})

test('a condition on the entries of a tag or a collection is part of the count', () => {
  for (const filter of [{ tags: ['a', 'b'] }, { tags: ['a'], language: 'de' }, { collection: 3, isStarred: true }]) {
    assert.match(count(filter).sql, / cross join entry where /)
  }
})
