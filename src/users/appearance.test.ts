import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { STEP_VALUES, STEPS } from './appearance.ts'

const sheet = readFileSync(new URL('../../public/css/reader.css', import.meta.url), 'utf8')

test('the values of the steps are those of the style sheet', () => {
  for (const [name, property, unit] of [
    ['size', 'article-size', 16],
    ['width', 'article-ems', 1],
    ['leading', 'article-leading', 1],
  ] as const) {
    const [min, max, initial] = STEPS[name]
    assert.equal(STEP_VALUES[name].length, max - min + 1)
    for (const [index, value] of STEP_VALUES[name].entries()) {
      // The default step has no rule of its own.
      if (min + index === initial) continue
      const rule = new RegExp(`\\[data-${name}='${min + index}'\\] \\{\\s*--${property}: ([\\d.]+)`).exec(sheet)
      assert.ok(Math.abs(Number(rule?.[1]) * unit - value) < 0.01, `${name} ${min + index}: ${rule?.[1]}`)
    }
  }
})
