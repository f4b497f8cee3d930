import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractPage } from './extract-page.ts'
import { isSign, leadPicture } from './lead-picture.ts'
import { scriptDirection } from './script-direction.ts'
import { summarise } from './summary.ts'

test('the text that JSON-LD states is taken only where the page shows hardly any', () => {
  const body = 'The tide comes in, and it goes out again. '.repeat(20)
  const script = `<script type="application/ld+json">${JSON.stringify({ '@type': 'Article', articleBody: `${body}\nThe end.` })}</script>`
  const contentOf = (shown: string): string => {
    const text = `<title>Tides</title>${script}<article>${shown}</article>`
    const extraction = extractPage({ url: 'https://a.example/', text, mimetype: 'text/html' }, [])
    return extraction.kind === 'article' ? extraction.article.content : ''
  }
  assert.match(contentOf('<p>Loading the story of the day.</p>'), /^<p>The tide.*<\/p><p>The end\.<\/p>$/)
  assert.doesNotMatch(contentOf('<p>The moon is up, and it is quite full, they say.</p>'.repeat(30)), /tide/)
})

test('a summary is the description, else the first paragraph, at most 300 characters and never half a word', () => {
  const sentence = 'Nobody has ever found a way to hurry the tide, they say.'
  assert.equal(summarise('About tides', `<p>${sentence}</p>`), 'About tides')
  assert.equal(summarise(undefined, `<p>Short.</p><p>${sentence} ${sentence}</p>`), `${sentence} ${sentence}`)
  const long = summarise(Array.from({ length: 20 }, () => sentence).join(' '), '') ?? ''
  assert.ok(long.length <= 300 && long.endsWith('they say.'))
  assert.match(summarise('word '.repeat(100), '') ?? '', /^(?:word )+word…$/)
  assert.equal(summarise(undefined, '<p>Short.</p>'), undefined)
})

test('a sign of the site is no lead picture while the article has one', () => {
  const [logo, photo] = ['https://a.example/img/site-logo.png', 'https://a.example/img/boat.jpg']
  assert.deepEqual([isSign(logo), isSign(photo), isSign('https://a.example/iconic.jpg')], [true, false, false])
  assert.equal(leadPicture(logo, [photo]), photo)
  assert.equal(leadPicture(logo, []), logo)
  assert.equal(leadPicture('https://a.example/share.jpg', [photo]), 'https://a.example/share.jpg')
  assert.equal(leadPicture(undefined, [logo, photo]), photo)
})

test('the direction follows from the letters', () => {
  assert.equal(scriptDirection('<p>لا أحد قضى شتاء كاملا</p>'), 'rtl')
  assert.equal(scriptDirection('<p>Nobody says לא here</p>'), undefined)
})
