import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRuleFile } from './rule-file.ts'

test('a file of rules is read, numbers among the tags as text', () => {
  const text = '[{"rule":"title matches \\"tea\\"","tags":["drinks",2024,"07"],"id":5},{"rule":"true","tags":[]}]'
  assert.deepEqual(parseRuleFile(text), [
    { rule: 'title matches "tea"', tags: ['drinks', '2024', '07'] },
    { rule: 'true', tags: [] },
  ])
})

test('what is no list of rules is refused as a whole', () => {
  const texts = [
    '',
    'null',
    '{}',
    '["true"]',
    '[{"rule":"true"}]',
    '[{"rule":"true","tags":"x"}]',
    '[{"rule":1,"tags":[]}]',
    '[{"rule":"true","tags":[null]}]',
    '[{"rule":"true","tags":[1e999]}]',
    '[{"rule":"true","tags":[["x"]]}]',
    '[{"rule":"true","tags":["x"]},{}]',
    JSON.stringify(Array.from({ length: 10_000 }, () => ({ rule: 'true', tags: [] }))),
    `["${'x'.repeat(1_000_000)}"]`,
  ]
  for (const text of texts) assert.throws(() => parseRuleFile(text), { code: 'invalid_input' }, text.slice(0, 60))
})
