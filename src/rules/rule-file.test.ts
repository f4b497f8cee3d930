import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRuleFile, ruleFileText } from './rule-file.ts'

test('a file of rules is read, numbers among the tags as text', () => {
  const text = '[{"rule":"title matches \\"tea\\"","tags":["drinks",2024,"07"],"id":5},{"rule":"true","tags":[]}]'
  assert.deepEqual(parseRuleFile(text), [
    { rule: 'title matches "tea"', language: 'wallabag', tags: ['drinks', '2024', '07'] },
    { rule: 'true', language: 'wallabag', tags: [] },
  ])
})

test('queries are in the file of Dogear, which reads it again, and not in that for wallabag', () => {
  const rules = [
    { id: 1, rule: 'true', language: 'wallabag', tags: ['all'], sendTo: null },
    { id: 2, rule: 'is:unread', language: 'query', tags: ['new'], sendTo: 3 },
  ] as const
  assert.equal(ruleFileText(rules, { hasQueries: false }), '[{"rule":"true","tags":["all"]}]')
  const read = parseRuleFile(ruleFileText(rules, { hasQueries: true }))
  assert.deepEqual(
    read,
    rules.map(({ id: _id, sendTo: _sendTo, ...rule }) => rule),
  )
})

test('a file that is not a list of rules is refused as a whole', () => {
  const texts = [
    '',
    'null',
    '{}',
    '["true"]',
    '[{"rule":"true"}]',
    '[{"rule":"true","tags":"x"}]',
    '[{"rule":1,"tags":[]}]',
    '[{"rule":"true","language":"sql","tags":[]}]',
    '[{"rule":"true","tags":[null]}]',
    '[{"rule":"true","tags":[1e999]}]',
    '[{"rule":"true","tags":[["x"]]}]',
    '[{"rule":"true","tags":["x"]},{}]',
    JSON.stringify(Array.from({ length: 10_000 }, () => ({ rule: 'true', tags: [] }))),
    `["${'x'.repeat(1_000_000)}"]`,
  ]
  for (const text of texts) assert.throws(() => parseRuleFile(text), { code: 'invalid_input' }, text.slice(0, 60))
})
