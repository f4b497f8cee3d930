import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../dom/html-after.fixture.ts'
import { fillInLazyImages } from './lazy-images.ts'

const mend = (html: string): string => htmlAfter(html, (tree) => fillInLazyImages(tree, 'https://a.example/dir/page'))

test('the address in data-src replaces a placeholder or a missing address', () => {
  for (const standIn of [
    '',
    'src=""',
    'src="data:image/gif;base64,R0"',
    'src="/img/placeholder.png"',
    'src="blank.gif?1"',
  ]) {
    assert.equal(mend(`<img class=lazy ${standIn} data-src="/r.jpg">`), '<img src="/r.jpg">')
  }
})

test('a real address is never replaced', () => {
  assert.equal(mend('<img src="/a.jpg" data-src="/b.jpg">'), '<img src="/a.jpg">')
})

test('the largest image in data-srcset becomes the address, and the set is kept', () => {
  assert.equal(
    mend('<img data-srcset="s.jpg 100w, l.jpg 900w">'),
    '<img src="https://a.example/dir/l.jpg" srcset="s.jpg 100w, l.jpg 900w">',
  )
})

test('an image without an address gets the address of a source in its picture element', () => {
  assert.match(
    mend('<picture><source srcset="/p.webp 2x"><img alt=x></picture>'),
    /<img alt="x" src="https:\/\/a\.example\/p\.webp"/,
  )
})

test('an image without an address gets one of those that its figure states', () => {
  const figure = '<figure data-srcset="/l.jpg 900w, /s.jpg 100w"><img src="data:image/gif;base64,R0"></figure>'
  assert.match(mend(figure), /<img src="https:\/\/a\.example\/l\.jpg"/)
})

test('an image in a noscript element replaces the placeholder before it', () => {
  assert.equal(mend('<p><img src="blank.gif"><noscript><img src="/r.jpg"></noscript></p>'), '<p><img src="/r.jpg"></p>')
})

test('an image in a noscript element is not added if the page already shows it', () => {
  assert.equal(mend('<img src="/r.jpg"><noscript><img src="/r.jpg"></noscript>'), '<img src="/r.jpg">')
})

test('a noscript element with an image is replaced with the image alone', () => {
  assert.equal(mend('<noscript><script>x</script><a href=/><img src="/r.jpg"></a></noscript>'), '<img src="/r.jpg">')
})

const copy = (name: string) => `<noscript><img src="/${name}.jpg"></noscript>`
const lazy = (name: string) => `<img data-src="/${name}.jpg">`
const names = (html: string) => [...mend(html).matchAll(/src="\/?(\w+)\.jpg"/g)].map(([, name]) => name)

test('a picture and its noscript copy, before or after it, give one picture', () => {
  for (const original of [
    '<img data-src="/r.jpg">',
    '<img src="data:image/gif;base64,R0">',
    '<span class=lazy><img src="/spacer.gif"></span>',
    '<img class=lazy style="opacity:0" data-src="/r.jpg">',
    '<picture><source data-srcset="/r.jpg 1x"><img></picture>',
  ])
    for (const html of [
      `${copy('r')} ${original}`,
      `${original} ${copy('r')}`,
      `<p><span>${copy('r')}</span>${original}</p>`,
    ]) {
      const shown = mend(`<figure>${html}</figure>`)
      assert.equal(shown.split('<img').length - 1, 1, html)
      assert.match(shown, /<img[^>]* src="[^"]*\/r\.jpg"/, html)
      assert.doesNotMatch(shown, /opacity/)
    }
})

test('in a row of lazy pictures, each copy belongs to its own picture', () => {
  const empty = '<img src="/img/placeholder.svg">'
  for (const pair of [
    (name: string) => copy(name) + lazy(name),
    (name: string) => lazy(name) + copy(name),
    (name: string) => copy(name) + empty,
    (name: string) => empty + copy(name),
  ])
    assert.deepEqual(names(`<div>${['a', 'b', 'c'].map(pair).join('')}</div>`), ['a', 'b', 'c'])
})

test('a picture that is only in a noscript stays beside another picture and beside text', () => {
  assert.equal(mend(`${copy('b')}<img src="/c.jpg">`), '<img src="/b.jpg"><img src="/c.jpg">')
  const text = `<p>${'Words of a paragraph. '.repeat(9)}<img src="/a.jpg"></p>`
  assert.equal(mend(text + copy('b')), `${text}<img src="/b.jpg">`)
})

test('an attribute with an unknown name is read by its value', () => {
  assert.equal(
    mend('<img src="data:image/svg+xml;base64,P" nitro-lazy-srcset="/s.webp 300w, /l.webp 900w" nitro-lazy-empty>'),
    '<img nitro-lazy-srcset="/s.webp 300w, /l.webp 900w" nitro-lazy-empty="" ' +
      'src="https://a.example/l.webp" srcset="/s.webp 300w, /l.webp 900w">',
  )
  assert.match(mend('<img src="/i/blank.gif" real-address="//c.example/p/one.png?w=9">'), / src="\/\/c\.example/)
  assert.match(mend('<img src="/i/lqip-one.jpg" data-url="/photo/7">'), / src="\/photo\/7"/)
  assert.doesNotMatch(mend('<img src="" data-caption="One.jpg and two words" title="a.jpg">'), / src="\w/)
})

const lazyImage = (i: number): string =>
  `<img src="https://a.example/bg_1.png" data-url="https://a.example/ep/${i}.jpg">`

test('one address of several images that name different pictures is a placeholder, whatever its name', () => {
  const html = htmlAfter([1, 2, 3].map(lazyImage).join(''), (tree) => fillInLazyImages(tree, 'https://a.example/'))
  assert.equal(html, [1, 2, 3].map((i) => `<img src="https://a.example/ep/${i}.jpg">`).join(''))
  const same = '<img src="https://a.example/logo.png" data-url="https://a.example/large.jpg">'.repeat(2)
  assert.doesNotMatch(
    htmlAfter(same, (tree) => fillInLazyImages(tree, 'https://a.example/')),
    /large/,
  )
})

test('a picture without an image gets one, with the alternative text of the picture', () => {
  assert.equal(
    mend('<picture data-alt="Mole"><source srcset="s.webp 100w, l.webp 900w"></picture>'),
    '<picture data-alt="Mole"><source srcset="s.webp 100w, l.webp 900w">' +
      '<img alt="Mole" src="https://a.example/dir/l.webp" srcset="s.webp 100w, l.webp 900w"></picture>',
  )
  assert.equal(mend('<picture></picture>'), '<picture></picture>')
})

test('the address in the data of a placeholder replaces it, and its size of one pixel', () => {
  const data = '{&quot;src&quot;:&quot;https:\\/\\/c.example\\/r.jpg?w=9&quot;,&quot;w&quot;:9}'
  for (const name of ['data-image', 'data-props'])
    assert.equal(
      mend(`<img src="data:image/gif;base64,R0" width="1" height="1" ${name}="${data}" alt="Mole">`),
      '<img alt="Mole" src="https://c.example/r.jpg?w=9">',
    )
})

test('an image of one pixel without a text, which tracks readers, keeps its size', () => {
  const html = '<img width="1" height="1" alt="" data-src="/count.gif">'
  assert.match(mend(html), /width="1"/)
})

const withWidths = (widths: string): string => mend(`<img data-src="/l_{width}x.jpg" ${widths}>`)

test('the place for the width in an address gets the largest stated width, or a usual one', () => {
  assert.equal(withWidths('data-widths="[180, 720, 2048]"'), '<img src="/l_720x.jpg">')
  assert.equal(withWidths('data-widths="all"'), '<img src="/l_1024x.jpg">')
  assert.equal(withWidths('data-widths="[2048]"'), '<img src="/l_1024x.jpg">')
  // JSON allows no zero before a number.
  assert.equal(withWidths('data-widths="[0180, 0720]"'), '<img src="/l_720x.jpg">')
})

test('a small or blurred preview is replaced by the picture with the same file name', () => {
  for (const [shown, other] of [
    ['/resize/20x/r.jpg', '/r.jpg'],
    ['/r.jpg?type=w80_blur', '/r.jpg?type=w773'],
    ['/q_lqip,w_750/r.jpg', '/q_lossy,w_750/r.jpg'],
    ['/64x64/r.jpg', '/768x768/r.jpg'],
  ])
    assert.equal(mend(`<img src="${shown}" data-original="${other}">`), `<img src="${other}">`)
  for (const [shown, other] of [
    ['/640x480/r.jpg', '/1200x900/r.jpg'],
    ['/64x64/r.jpg', '/768x768/other.jpg'],
  ])
    assert.equal(mend(`<img src="${shown}" data-original="${other}">`), `<img src="${shown}">`)
})

test('blurred previews of Wix are replaced by the pictures of which they are', () => {
  const file = 'https://static.wixstatic.com/media/a1~mv2.jpg'
  assert.equal(
    mend(`<img src="${file}/v1/fill/w_49,h_33,al_c,q_80,blur_2,enc_avif/lamp.jpg">`),
    `<img src="${file}/v1/fit/w_1600,h_1600,al_c,q_85/lamp.jpg">`,
  )
  const sharp = `<img src="${file}/v1/fill/w_490,h_330,al_c,q_80/lamp.jpg">`
  assert.equal(mend(sharp), sharp)
})
