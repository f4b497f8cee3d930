import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripStyles } from './strip-styles.ts'

test('a style sheet has the same meaning without its comments and indentation', () => {
  const sheet = `/* Lists. */\n.add {\n  /* one */\n  background: url("data:x//y");\n}\n\n/* two\n   lines */\n@media print {\n  .add {\n    display: none;\n  }\n}\n`
  assert.equal(
    stripStyles(sheet),
    '.add {\nbackground: url("data:x//y");\n}\n@media print {\n.add {\ndisplay: none;\n}\n}\n',
  )
})
