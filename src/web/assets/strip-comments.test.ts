import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripStyles, stripComments } from './strip-comments.ts'

test('comments on lines of their own are removed, and possible text stays', () => {
  const script = `/** What it does.
 * More of it. */
// And why.
const one = 'https://example.org' // at the end

  /* inside */
  const two = '/* no comment */'
`
  assert.equal(
    stripComments(script),
    `const one = 'https://example.org' // at the end\n  const two = '/* no comment */'\n`,
  )
})

test('a style sheet has the same rules without its comments and indentation', () => {
  const sheet = `/* Lists. */\n.add {\n  /* one */\n  background: url("data:x//y");\n}\n\n/* two\n   lines */\n@media print {\n  .add {\n    display: none;\n  }\n}\n`
  assert.equal(
    stripStyles(sheet),
    '.add {\nbackground: url("data:x//y");\n}\n@media print {\n.add {\ndisplay: none;\n}\n}\n',
  )
})
