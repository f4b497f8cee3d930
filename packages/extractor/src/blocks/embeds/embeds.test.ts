import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { isKnownEmbed, linkEmbeds, unifyEmbeds } from './embeds.ts'
import { createElement } from '../../dom/page-tree.ts'
import { ElementList } from '../../dom/element-list.ts'
import { parseHtmlFragment } from '../../dom/parse-page.ts'

function after(html: string): string {
  const tree = parseHtmlFragment(html)
  unifyEmbeds(new ElementList(tree))
  const root = createElement('div', {}, tree.childNodes)
  linkEmbeds(root)
  return serialize(root)
}

const watch = 'https://www.youtube.com/watch?v=a-b_c'
const shown =
  `<figure><a href="${watch}"><img src="https://i.ytimg.com/vi/a-b_c/hqdefault.jpg" alt="Low tide"></a>` +
  '<figcaption>Low tide · YouTube</figcaption></figure>'

test('a video player becomes a figure with a picture, the title and a link, however it is embedded', () => {
  for (const html of [
    '<iframe src="https://www.youtube.com/embed/a-b_c" title="Low tide"></iframe>',
    '<iframe data-src="https://www.youtube-nocookie.com/embed/a-b_c?rel=0" title="Low tide"></iframe>',
    '<amp-youtube data-videoid="a-b_c" title="Low tide" width="4"></amp-youtube>',
    '<lite-youtube videoid="a-b_c" playlabel="Low tide"></lite-youtube>',
  ])
    assert.equal(after(html), shown)
})

test('a generic title is replaced with the name of the host', () => {
  assert.match(
    after('<iframe src="https://player.vimeo.com/video/7" title="Video player"></iframe>'),
    />Video on Vimeo</,
  )
})

test('a player in a figure with a caption is replaced with a linked picture only', () => {
  const html =
    '<figure><iframe src="https://www.youtube.com/embed/a-b_c"></iframe><figcaption>Low tide</figcaption></figure>'
  assert.match(after(html), /^<figure><a href="[^"]+"><img [^>]+><\/a><figcaption>Low tide<\/figcaption><\/figure>$/)
})

test('a video that is embedded twice is shown once, and paragraphs that only link to it are removed', () => {
  const frame = '<iframe src="https://www.youtube.com/embed/a-b_c" title="Low tide"></iframe>'
  const links = `<p><a href="https://youtu.be/a-b_c?t=1">https://youtu.be/a-b_c</a></p><p> <a href="${watch}">Watch</a></p>`
  const other = `<p>See <a href="${watch}">the film</a>.</p><p><a href="https://vimeo.com/7">Another</a></p>`
  assert.equal(after(frame + links + frame + other), shown + other)
})

test('PeerTube videos and Mastodon posts are recognised by their address on any host', () => {
  const id = '9c9de5e8-0a1e-484a-b099-e80766180a6d'
  assert.match(
    after(`<iframe src="https://films.example/videos/embed/${id}?x=1" title="Low tide"></iframe>`),
    new RegExp(`<a href="https://films.example/w/${id}">Low tide</a> · PeerTube`),
  )
  assert.match(
    after('<iframe src="https://social.example/@ada/109372843234/embed"></iframe>'),
    /<a href="https:\/\/social.example\/@ada\/109372843234">Embedded on Mastodon<\/a>/,
  )
})

test('frames of unknown hosts are removed, even if their name contains the name of a known host', () => {
  for (const host of ['ads.example', 'evilcodepen.io', 'open.spotify.com.ads.example']) {
    assert.equal(isKnownEmbed(`https://${host}/embed/1`), false)
    assert.equal(after(`<iframe src="https://${host}/embed/1"></iframe>`), '')
  }
})

test('AMP images become HTML images', () => {
  assert.equal(after('<amp-img src="/a.png"></amp-img>'), '<img src="/a.png">')
})

const codeFrame = (title: string): string => `<iframe src="https://code.example/1f2e" title="${title}"></iframe>`

const paragraph = `<p>${'The tide comes twice a day, as all know. '.repeat(3)}</p>`

test('a frame with a title in a figure or beside a paragraph becomes a link, and other unknown frames do not', () => {
  assert.match(
    after(`<figure><div>${codeFrame('pitfalls.py')}</div></figure>`),
    /<a href="https:\/\/code.example\/1f2e">pitfalls.py<\/a>/,
  )
  assert.match(after(`${paragraph}<div>${codeFrame('pitfalls.py')}</div>`), /1f2e">pitfalls.py<\/a>/)
  for (const html of [
    `${paragraph}${codeFrame('Sign up for our newsletter')}`,
    `${paragraph}${codeFrame('Comments')}`,
    `<p>Short.</p>${codeFrame('pitfalls.py')}`,
    `${paragraph}<h2>More</h2><div>${codeFrame('pitfalls.py')}</div>`,
    `<figure>${codeFrame('Advertisement')}</figure>`,
    `<div>${codeFrame('pitfalls.py')}</div>`,
    `<figure>${codeFrame('')}</figure>`,
  ])
    assert.doesNotMatch(after(html), /code\.example/, html)
})

test('a frame that shows nothing until a script sets its address is found', () => {
  assert.equal(
    after('<iframe src="about:blank" data-src="https://www.youtube.com/embed/a-b_c" title="Low tide"></iframe>'),
    shown,
  )
})

test('an object with a picture becomes a picture, and other objects do not', () => {
  assert.equal(
    after('<object data="/plan.svg" type="image/svg+xml" width="600">Plan of  the harbour</object>'),
    '<img src="/plan.svg" alt="Plan of the harbour" width="600">',
  )
  assert.equal(after('<object data="/plan.png?v=2"></object>'), '<img src="/plan.png?v=2">')
  assert.match(after('<object data="/plan.pdf" type="application/pdf"></object>'), /^<object/)
})

const post = (text: string): string =>
  `<blockquote class="twitter-tweet"><a href="https://x.example/a/status/1">${text}</a></blockquote>`

test('a post that shows nothing until a script replaces it becomes its address', () => {
  assert.equal(after(post('')), post('https://x.example/a/status/1'))
  assert.equal(after(post('A post')), post('A post'))
  assert.equal(after(post('').replace(' class="twitter-tweet"', '')), post('').replace(' class="twitter-tweet"', ''))
})

test('a script that writes code at its place becomes a link to the code, and other scripts do not', () => {
  const shown = (name: string, src: string, page: string): void =>
    assert.equal(
      after(`<p>Before</p><script src="${src}"></script>`),
      `<p>Before</p><figure><figcaption><a href="${page}">Embedded on ${name}</a></figcaption></figure>`,
    )
  shown('GitHub Gist', 'https://gist.github.com/ada/aa5a31.js?file=run.sh', 'https://gist.github.com/ada/aa5a31')
  shown('asciinema', '//asciinema.org/a/14.js', 'https://asciinema.org/a/14')
  const other = '<script src="https://gist.github.example/ada/aa5a31.js"></script>'
  assert.equal(after(other), other)
})

const media = (url: string): string => after(`<figure class="media"><oembed url="${url}"></oembed></figure>`)

test('media of which only the address is written become a player or a link', () => {
  assert.match(
    media('https://www.youtube.com/watch?t=9&amp;v=abc'),
    /<a href="https:\/\/www.youtube.com\/watch\?v=abc"><img/,
  )
  assert.match(media('https://vimeo.com/123'), /<a href="https:\/\/vimeo.com\/123">Video on Vimeo<\/a>/)
  assert.match(
    media('https://maps.example/sedge'),
    /<a href="https:\/\/maps.example\/sedge">https:\/\/maps.example\/sedge<\/a>/,
  )
  assert.match(media('javascript:x'), /<oembed/)
})

test('a frame without a title belongs to the text between paragraphs if it may fill the screen', () => {
  const prose = `<p>${'The tide rose at the quay and nobody saw it. '.repeat(3)}</p>`
  const film = '<div><iframe src="https://films.example/v/7" allowfullscreen></iframe></div>'
  assert.match(after(prose + film + prose), /<a href="https:\/\/films.example\/v\/7">Embedded on films.example<\/a>/)
  assert.equal(after(film), '<div></div>')
  const plain = '<iframe src="https://films.example/v/7"></iframe>'
  assert.equal(after(prose + plain + prose), prose + prose)
  const ad = '<iframe id="google_ads_iframe_1" src="https://b.example/x" allowfullscreen></iframe>'
  assert.equal(after(prose + ad + prose), prose + prose)
})

test('a box in which a script would show a video becomes its player', () => {
  assert.equal(
    after('<div class="youtube-player" data-id="a-b_cDEF123" data-title="Low tide"></div>'),
    shown.replaceAll('a-b_c', 'a-b_cDEF123'),
  )
})

const invited = (invitation: string): string =>
  `<blockquote class="instagram-media">${invitation}<p><a href="https://www.instagram.com/p/1/?a=b">A post by Orr</a></p></blockquote>`

test('the invitation to see a post at its network is removed if another link leads there', () => {
  const link = '<a href="https://www.instagram.com/p/1/"><div>Sieh dir diesen Beitrag auf Instagram an</div></a>'
  const english = '<a href="https://www.instagram.com/p/1/"><div>View this post on Instagram</div></a>'
  assert.equal(after(invited(english)), invited(''))
  assert.equal(after(invited(link)), invited(''))
  const only = `<blockquote class="instagram-media">${english}</blockquote>`
  assert.equal(after(only), only)
})
