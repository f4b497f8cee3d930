import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countPreservedParts } from '../bench/structure/count-preserved-parts.ts'
import { DIALECTS } from '../bench/structure/markup-dialects.ts'

const MIN_SHARE = 0.97

test('there are pages of at least forty systems', () => {
  assert.ok(new Set(DIALECTS.map(({ name }) => name)).size >= 40)
})

for (const [kind, { kept, wanted, lost }] of Object.entries(countPreservedParts())) {
  test(`at least 97 % of the ${kind} of all systems are kept`, () => {
    assert.ok(wanted >= 20, `only ${wanted} are looked for`)
    assert.ok(kept / wanted >= MIN_SHARE, `${kept} of ${wanted}, lost: ${lost.join('; ')}`)
  })
}
