import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from './html-after.fixture.ts'
import { removeNonContent } from './remove-non-content.ts'

test('scripts, styles, comments, drawings and formulas are removed, and text stays', () => {
  const html = '<p>a<!--b--><script>c</script><style>d</style><svg><text>e</text></svg>f<math><mi>g</mi></math></p>'
  assert.equal(htmlAfter(html, removeNonContent), '<p>af</p>')
})
