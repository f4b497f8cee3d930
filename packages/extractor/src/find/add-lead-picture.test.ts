import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractPage } from '../extract-page.ts'

const prose = (word: string): string =>
  `<p>${`The ${word} goes out twice a day, slowly, and comes back, as everyone on the shore knows. `.repeat(4)}</p>`
const IMAGE = '<img src="https://i.example/long-pier-800x600.jpg" width="800" height="600">'
const STATED = '<meta property="og:image" content="https://cdn.example/2024/long-pier.jpg?w=1200">'

/** @returns the HTML of the article of a page with a header above the text */
function article(header: string, { stated = '', text = '', main = '' } = {}): string {
  const html = `<head><title>Tides</title>${stated}</head><body><main${main}><header class="page-header">${header}</header>
    <div class="body">${text}${prose('tide').repeat(4)}</div></main></body>`
  const extraction = extractPage({ url: 'https://h.example/tides', text: html, mimetype: 'text/html' }, [])
  return extraction.kind === 'article' ? extraction.article.content : ''
}

test('the picture with a caption below the title stays, although it is in a header', () => {
  const html = article(`<h1>Tides</h1><figure>${IMAGE}<figcaption>The <b>pier</b></figcaption></figure>`)
  assert.match(html, /^<figure><img [^>]*long-pier[^>]*><figcaption>The pier<\/figcaption><\/figure>/)
})

test('the picture that the page states for sharing stays, above and below the title, without a caption', () => {
  for (const header of [`${IMAGE}<h1>Tides</h1>`, `<h1>Tides</h1><div>${IMAGE}</div>`]) {
    assert.match(article(header, { stated: STATED }), /^<figure><img [^>]*long-pier-800x600/)
    assert.doesNotMatch(article(header), /<img/)
  }
})

test('a picture of the site or of another page is not added, nor one that the article shows', () => {
  const figure = `<figure>${IMAGE}<figcaption>The pier</figcaption></figure>`
  for (const header of [`<h1>Tides</h1><aside>${figure}</aside>`, `${figure}<h1>Tides</h1>`])
    assert.doesNotMatch(article(header), /<img/)
  const text = `${prose('moon')}<figure><img src="https://i.example/long-pier.jpg"></figure>`
  assert.equal(article(`<h1>Tides</h1>${figure}`, { stated: STATED, text }).split('<img').length, 2)
})

test('a picture beside the title that is named as that of the article stays, in a main part with any name', () => {
  const figure = `<figure class="wp-block-post-featured-image">${IMAGE}</figure>`
  assert.match(
    article(`${figure}<h1>Tides</h1>`, { main: ' id="wp--skip-link--target"' }),
    /^<figure><img [^>]*long-pier/,
  )
  assert.doesNotMatch(article(`${IMAGE}<h1>Tides</h1>`), /<img/)
  assert.doesNotMatch(article(`<div><div><div>${figure}</div></div></div><h1>Tides</h1>`), /<img/)
})
