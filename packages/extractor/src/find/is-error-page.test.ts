import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractPage } from '../extract-page.ts'

function reasonOf(title: string, text: string): string {
  const source = `<!doctype html><html><head><title>${title}</title></head><body><main><h1>${title}</h1>${text}</main></body></html>`
  const extraction = extractPage({ url: 'https://a.example/x', text: source, mimetype: 'text/html' }, [])
  return extraction.kind === 'unreadable' ? extraction.reason : extraction.kind
}

const SORRY = '<p>It looks like nothing was found at this location. Maybe try a search, or one of these posts.</p>'

test('an error page with status 200 is not an article', () => {
  for (const title of [
    'Page not found',
    '404 – The Harbour',
    'Seite nicht gefunden | Hafen',
    'Página no encontrada',
    'Ошибка 404',
    'Erreur 404 : page introuvable',
  ])
    assert.equal(reasonOf(title, SORRY), 'http_error', title)
})

test('an article about error pages, and a page with another title, stay', () => {
  const long = `<p>${'Every site needs a good page for addresses that lead nowhere, and few have one. '.repeat(8)}</p>`
  assert.equal(reasonOf('404: the history of an error', long.repeat(4)), 'article')
  assert.equal(reasonOf('The harbour of 404 ships', SORRY), 'article')
})
