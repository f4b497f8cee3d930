import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractPage } from '../extract-page.ts'

const text = '<p>The harbour was rebuilt in stages, and the boats that lay in the mud now moor beside a long quay.</p>'
const answers = ['The ferry leaves at seven in the morning.', 'Dogs are welcome on deck if they are on a leash.']

function contentOf(inside: string, head = ''): string {
  const html = `<!doctype html><title>Tides</title>${head}<article><h1>Tides</h1>${text.repeat(4)}${inside}${text.repeat(4)}</article>`
  const extraction = extractPage({ url: 'https://a.example/x', text: html, mimetype: 'text/html' }, [])
  return extraction.kind === 'article' ? extraction.article.content : ''
}

const pairs = (attributes: string, answer: string): string =>
  `<h4>A question</h4><div ${attributes}><p>${answer}</p></div>`

test('several panels below headings without a mark are kept, whether an attribute or a rule folds them', () => {
  for (const attributes of ['style="display:none"', 'hidden', 'class="body"']) {
    const [one, other] = answers.map((answer) => pairs(attributes, answer))
    for (const inside of [`<section>${one}${other}</section>`, `<div>${one}</div><div>${other}</div>`]) {
      const content = contentOf(inside, '<style>.body{display:none}</style>')
      for (const answer of answers) assert.ok(content.includes(answer), `${attributes}: ${inside}`)
    }
  }
})

test('several folded answers below questions that are no headings are kept', () => {
  const folds = answers.map(
    (answer) =>
      `<div><div>When does it go?</div><div height="0" style="visibility:hidden"><p>${answer}</p></div></div>`,
  )
  const content = contentOf(`<section>${folds.join('')}</section>`)
  for (const answer of answers) assert.ok(content.includes(answer))
  for (const inside of [folds[0]!, folds.join('').replaceAll('?', '.')])
    assert.doesNotMatch(contentOf(`<section>${inside}</section>`), /ferry|leash/)
})

test('a single hidden text below a heading, and texts that are moved out of the window, are removed', () => {
  const [one, other] = answers.map((answer) => pairs('style="position:absolute;left:-9999px"', answer))
  assert.doesNotMatch(contentOf(`<section>${one}${other}</section>`), /ferry|leash/)
  assert.doesNotMatch(contentOf(`<section>${pairs('hidden', answers[0]!)}<p>More.</p></section>`), /ferry/)
  const differing = pairs('hidden', answers[0]!) + pairs('style="display:none"', answers[1]!)
  assert.doesNotMatch(contentOf(`<section>${differing}</section>`), /ferry|leash/)
})
