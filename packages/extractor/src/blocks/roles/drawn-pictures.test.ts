import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { ElementList } from '../../dom/element-list.ts'
import { parseHtmlFragment } from '../../dom/parse-page.ts'
import { showDrawnPictures } from './drawn-pictures.ts'

function shown(html: string): string {
  const tree = parseHtmlFragment(html)
  showDrawnPictures(new ElementList(tree))
  return serialize(tree)
}

test('an empty custom element with the address of a picture becomes one', () => {
  assert.equal(
    shown('<p><x-image src="/gate.jpg" alt="A gate" width="900" layout="fill"></x-image></p>'),
    '<p><img width="900" src="/gate.jpg" alt="A gate"></p>',
  )
})

const box = (attributes: string): string => `<div ${attributes} style="background-image:url('/gate.jpg')"></div>`

test('the background of an empty box in a figure, or with the role of an image, becomes a picture', () => {
  assert.equal(shown(`<figure>${box('')}</figure>`), '<figure><img src="/gate.jpg" alt=""></figure>')
  assert.equal(shown(box('role="img" aria-label="A gate"')), '<img src="/gate.jpg" alt="A gate">')
})

test('custom elements beside a picture, and backgrounds of other boxes, stay as they are', () => {
  for (const html of [
    '<figure><x-image src="/gate.jpg"></x-image><img src="/gate.jpg"></figure>',
    '<x-player src="/gate.mp4"></x-player>',
    '<div style="background-image:url(/gate.jpg)"></div>',
    '<figure><div style="background-image:url(/gate.jpg)">Text</div></figure>',
  ])
    assert.doesNotMatch(shown(html), /<img [^>]*alt/, html)
})

test('a video with a picture behind it stays a video, with the picture as its poster', () => {
  const style = 'style="background:transparent url(/gate.jpg) 50% / cover"'
  assert.equal(
    shown(`<figure><video src="/gate.mp4" ${style} poster="data:image/gif;base64,R0"></video></figure>`),
    `<figure><video src="/gate.mp4" ${style} poster="/gate.jpg"></video></figure>`,
  )
  const named = `<figure><video src="/gate.mp4" ${style} poster="https://a.example/x.jpg"></video></figure>`
  assert.equal(shown(named), named)
})

const link = (href: string): string => `<a href="${href}" style="background-image:url(/small.jpg)"></a>`

test('an empty link to the file of a picture, with a small one as its background, becomes the picture', () => {
  assert.equal(shown(link('/gate.jpg')), '<img src="/gate.jpg" alt="">')
  assert.equal(shown(link('/gate')), link('/gate'))
})

const late = (attributes: string, text = ''): string => `<div class="js-delayed-image-load" ${attributes}>${text}</div>`

test('a box in which a script loads a picture later becomes the picture, in a figure or with an alternative text', () => {
  assert.match(shown(`<figure>${late('data-src="/gate.jpg"')}</figure>`), /<img [^>]*src="\/gate.jpg" alt="">/)
  const named = shown(late('data-bg="/gate.jpg" data-alt="A gate"'))
  assert.match(named, /<img [^>]*src="\/gate.jpg" alt="A gate">/)
  for (const html of [
    late('data-src="/gate.jpg"'),
    late('data-src="/gate.html" data-alt="A gate"'),
    late('data-src="/gate.jpg" data-alt="A gate"', 'Text'),
    '<div class="box" data-src="/gate.jpg" data-alt="A gate"></div>',
  ])
    assert.doesNotMatch(shown(html), /<img/, html)
})
