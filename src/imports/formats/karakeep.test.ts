import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseQuery } from '../../query/parse-query.ts'
import { collectionsOfKarakeep } from './karakeep.ts'
import { queryFromKarakeep } from './karakeep.ts'

test('queries of Karakeep are read from left to right', () => {
  const cases = {
    'tag:a or tag:b and is:fav': '(tag:a OR tag:b) is:fav',
    'tag:a and tag:b or is:fav': 'tag:a tag:b OR is:fav',
    'a or b c or d e': '((a OR b) c OR d) e',
    '(a or b) and c': '(a OR b) c',
    '!is:archived -tag:"a b" android': '-is:archived -tag:"a b" android',
    'is:link age:<1w': 'age:<1w',
    '!#x "or and" (': '-#x "or and"',
    'url:https://example.org list:"To read"': 'url:https://example.org list:"To read"',
    ') a': '',
  }
  for (const [given, expected] of Object.entries(cases)) assert.equal(queryFromKarakeep(given), expected, given)
  for (const query of Object.values(cases)) assert.deepEqual(parseQuery(query).warnings, [], query)
})

test('a query with deep parentheses is converted in bounded time and depth', () => {
  assert.equal(queryFromKarakeep(`${'('.repeat(2000)}a`), '')
  assert.equal(queryFromKarakeep('a or b '.repeat(2000)), '', 'longer than a query of a collection')
})

test('lists become collections, with the names of the lists around them', () => {
  const lists = [
    { id: 'w', name: 'Work', icon: '💼', type: 'manual', query: null, parentId: null },
    { id: 'i', name: 'Ideas', icon: '💡', type: 'manual', query: null, parentId: 'w' },
    { id: 's', name: 'Soon', icon: '⏰', type: 'smart', query: 'age:<1w or is:fav', parentId: null },
    { id: 'e', name: ' ', type: 'manual', query: null, parentId: null },
    { id: 'a', name: 'A', type: 'manual', query: null, parentId: 'b' },
    { id: 'b', name: 'B', type: 'manual', query: null, parentId: 'a' },
    { name: 'No id' },
  ]
  const collections = collectionsOfKarakeep(lists)
  assert.deepEqual(collections.slice(0, 3), [
    { key: 'w', name: 'Work' },
    { key: 'i', name: 'Work / Ideas' },
    { key: 's', name: 'Soon', query: 'age:<1w OR is:fav' },
  ])
  assert.deepEqual(
    collections.slice(3).map(({ key }) => key),
    ['a', 'b'],
  )
})
