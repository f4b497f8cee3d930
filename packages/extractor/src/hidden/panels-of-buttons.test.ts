import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractPage } from '../extract-page.ts'

const text = '<p>The harbour was rebuilt in stages, and the boats that lay in the mud now moor beside a long quay.</p>'

function contentOf(inside: string): string {
  const html = `<!doctype html><title>Tides</title><article><h1>Tides</h1>${text.repeat(4)}${inside}${text.repeat(4)}</article>`
  const extraction = extractPage({ url: 'https://a.example/x', text: html, mimetype: 'text/html' }, [])
  return extraction.kind === 'article' ? extraction.article.content : ''
}

const buttons = '<div><button>Go</button><button>Rust</button></div>'
const panels = '<div><pre><code>moor.New()</code></pre></div><div hidden><pre><code>Moor::new()</code></pre></div>'

test('a panel that one of several buttons shows is kept below the name of its button', () => {
  for (const inside of [`<div>${buttons}<div>${panels}</div></div>`, `<div class="tabs">${buttons}${panels}</div>`]) {
    const content = contentOf(inside)
    for (const part of ['Go', 'moor.New()', 'Rust', 'Moor::new()'])
      assert.ok(content.includes(part), `${part} of ${inside}`)
  }
})

test('a panel below a row that is named after tabs is kept below its name', () => {
  const labels =
    '<div class="tabs__label"><div class="x--selected">Go</div><div class="x--not-selected">Rust</div></div>'
  const content = contentOf(
    `<div>${labels}<div>${panels.replace('<div>', '<div class="y--active">').replace('<div hidden>', '<div class="y--hidden" aria-hidden="true">')}</div></div>`,
  )
  assert.match(content, /<h4>Go<\/h4>.*moor.New.*<h4>Rust<\/h4>.*Moor::new/s)
})

test('a panel with code and a button to copy it does not become the heading of the next panel', () => {
  const copied = panels.replaceAll('</pre>', '</pre><button>Copy</button>')
  assert.doesNotMatch(contentOf(`<div>${buttons}<div>${copied}</div></div>`), /<h\d>[^/]*moor\.New/)
})

test('hidden text below other numbers of buttons, or with no visible panel, is removed', () => {
  const one = '<div><button>Go</button></div>'
  const hidden = panels.replace('<div>', '<div hidden>')
  for (const inside of [`<div>${one}<div>${panels}</div></div>`, `<div>${buttons}<div>${hidden}</div></div>`])
    assert.doesNotMatch(contentOf(inside), /Moor::new/)
})
