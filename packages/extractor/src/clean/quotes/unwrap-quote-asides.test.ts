import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { keepSources, unwrapQuoteAsides } from './unwrap-quote-asides.ts'
import { ElementList } from '../../dom/element-list.ts'

test('a quotation in an aside is kept unless it repeats the text', () => {
  const aside = '<aside><blockquote>The sea does not care.</blockquote></aside>'
  assert.equal(htmlAfter(aside, unwrapQuoteAsides), '<div><blockquote>The sea does not care.</blockquote></div>')
  const repeated = `<p>He said: “The sea does not care.”</p>${aside}`
  assert.equal(htmlAfter(repeated, unwrapQuoteAsides), repeated)
})

test('the source of a quotation is kept, and the footer of the page is not changed', () => {
  const quote = '<blockquote><p>The quay is short.</p><footer>Jan Smit</footer></blockquote><footer>Imprint</footer>'
  assert.equal(
    htmlAfter(quote, (tree) => keepSources(new ElementList(tree))),
    '<blockquote><p>The quay is short.</p><div>Jan Smit</div></blockquote><footer>Imprint</footer>',
  )
})
