import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHEAP_PROCESSORS, PAGE_PROCESSORS } from './page-processors.ts'

const name = (step: { readonly name: string }): string => step.name

test('a cheap extraction runs the same steps in the same order without the costly ones, and searches the text once', () => {
  assert.deepEqual(CHEAP_PROCESSORS.map(name), PAGE_PROCESSORS.filter(({ isCostly }) => !isCostly).map(name))
  const [text, cheapText] = [PAGE_PROCESSORS, CHEAP_PROCESSORS].map((steps) =>
    steps.find((step) => name(step) === 'text'),
  )
  assert.notEqual(cheapText?.run, text?.run)
  assert.ok(!CHEAP_PROCESSORS.map(name).includes('lines'), 'the line model is costly')
})
