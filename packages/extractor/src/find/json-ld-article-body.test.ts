import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyTree } from '../dom/copy-tree.ts'
import { findElement, type PageParent } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { extractPage } from '../extract-page.ts'
import { PAGE_PROCESSORS } from '../page-processors.ts'

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

const missed = (page: PageParent) =>
  copyTree([findElement(page, ({ attrs }) => attrs.some(({ value }) => value === 'short'))!], new Set())

/**
 * Extracts a page whose text the rules do not find.
 * @param shown the text that the page shows beside a short line
 * @returns the content, and the notes of the steps that use data of the page
 */
function extractMissed(shown: string): { readonly content: string; readonly notes: readonly string[] } {
  const data = { '@type': 'Article', articleBody: 'The tide comes in, and it goes out again. '.repeat(20) }
  const text = `<script type="application/ld+json">${JSON.stringify(data)}</script><p id="short">A line.</p>${shown}`
  const processors = PAGE_PROCESSORS.map((step) =>
    step.name === 'text'
      ? {
          name: 'text',
          run: (draft: Parameters<typeof step.run>[0]) => ({
            draft: { ...draft, found: missed(draft.page) },
            note: '',
          }),
        }
      : step,
  )
  const source = { url: 'https://a.example/', text, mimetype: 'text/html' }
  const extraction = extractPage(source, [], { page: parsePage(text), processors })
  const notes = extraction.steps.filter(({ name }) => name === 'stated text' || name === 'data').map(({ note }) => note)
  return { content: extraction.kind === 'article' ? extraction.article.content : '', notes: notes.map(String) }
}

test('text in JSON-LD that lacks most of what the page shows is refused if the line model finds that text', () => {
  const sentence = 'The moon is up over the wall, and it is quite full tonight, as they say on the quay. '
  const { content, notes } = extractMissed(`<article>${`<p>${sentence.repeat(3)}</p>`.repeat(20)}</article>`)
  assert.match(notes[0]!, /^the text in JSON-LD refused, because most text of the page would be lost$/)
  assert.match(content, /moon/)
  assert.doesNotMatch(content, /tide/)
})

test('text in JSON-LD is used after all if the line model finds no text either', () => {
  const notices = `<div class="legal">${`<p>${'You agree to the rules of this site, of its owner and of its partners in law. '.repeat(4)}</p>`.repeat(8)}</div>`
  const { content, notes } = extractMissed(`<footer></footer><form>${notices}</form>`)
  assert.match(content, /tide/, notes.join('; '))
})
