import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractPage } from '../extract-page.ts'

test('the text in JSON-LD is used only if the page itself shows hardly any text', () => {
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
