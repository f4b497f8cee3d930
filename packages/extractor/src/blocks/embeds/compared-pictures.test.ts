import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from '../../dom/element-list.ts'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { labelComparedPictures } from './compared-pictures.ts'

function after(html: string): string {
  return htmlAfter(html, (tree) => labelComparedPictures(new ElementList(tree)))
}

test('the labels of compared pictures become captions', () => {
  assert.equal(
    after('<div class="juxtapose"><img src="a.jpg" data-label="1912" data-credit="Ina Holm"> <img src="b.jpg"></div>'),
    '<div class="juxtapose"><figure><img src="a.jpg" data-label="1912" data-credit="Ina Holm">' +
      '<figcaption>1912 · Ina Holm</figcaption></figure> <img src="b.jpg"></div>',
  )
})

test('pictures of other boxes have no captions', () => {
  const html = '<div class="gallery"><img src="a.jpg" data-label="1912"></div>'
  assert.equal(after(html), html)
})
