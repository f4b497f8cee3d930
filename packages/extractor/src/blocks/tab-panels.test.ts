import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { extractPage } from '../extract-page.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { nameTabPanels } from './tab-panels.ts'

function named(html: string): readonly [string, number] {
  const tree = parseHtmlFragment(html)
  const count = nameTabPanels(tree)
  return [serialize(tree), count]
}

const tabs = '<ul role="tablist"><li role="tab">npm</li><li role="tab">yarn</li></ul>'

test('every panel is shown below the name of its tab, and the list of tabs is removed', () => {
  assert.deepEqual(
    named(
      `<div>${tabs}<div><div role="tabpanel"><pre>npm i</pre></div><div role="tabpanel" hidden=""><pre>yarn add</pre></div></div></div>`,
    ),
    [
      '<div><div><div role="tabpanel"><h4>npm</h4><pre>npm i</pre></div>' +
        '<div role="tabpanel"><h4>yarn</h4><pre>yarn add</pre></div></div></div>',
      2,
    ],
  )
})

test('nested panels get the names of their own tabs', () => {
  const inner = `<div>${tabs}<p role="tabpanel">1</p><p role="tabpanel">2</p></div>`
  const [html, count] = named(
    `<section>${tabs}<div role="tabpanel">${inner}</div><div role="tabpanel" hidden>last</div></section>`,
  )
  assert.equal(count, 4)
  assert.equal(html.match(/<h4>npm<\/h4>/g)?.length, 2)
  assert.doesNotMatch(html, /tablist/)
})

test('two lists of tabs in one box get the panels after each', () => {
  const panels = '<div><div role="tabpanel">1</div><div role="tabpanel">2</div></div>'
  const [html, count] = named(`<main>${tabs}${panels}<p>Text</p>${tabs}${panels}</main>`)
  assert.equal(count, 4)
  assert.equal(html.match(/<h4>npm<\/h4>1/g)?.length, 2)
})

test('a list with more tabs than panels, and a single tab, are not changed', () => {
  for (const html of [
    `<div>${tabs}<div role="tabpanel">one</div></div>`,
    `<div>${tabs}</div>`,
    '<div><ul role="tablist"><li role="tab">only</li></ul><div role="tabpanel">one</div></div>',
  ])
    assert.deepEqual(named(html), [html, 0])
})

test('hidden panels are part of the article', () => {
  const prose = '<p>The tide goes out twice a day, slowly, and comes back, as everyone on the shore knows.</p>'.repeat(
    10,
  )
  const text = `<title>Tides</title><body><article>${prose}<div>${tabs}<div role="tabpanel"><pre>npm i tide</pre></div><div role="tabpanel" hidden><pre>yarn add tide</pre></div></div>${prose}</article></body>`
  const extraction = extractPage({ url: 'https://a.example/', text, mimetype: 'text/html' }, [])
  assert.ok(extraction.kind === 'article')
  assert.match(extraction.article.content, /<h4>npm<\/h4>[\s\S]*npm i tide[\s\S]*<h4>yarn<\/h4>[\s\S]*yarn add tide/)
})

test('3,000 lists of tabs in one box are processed within ten seconds', { timeout: 10_000 }, () => {
  const many = `<div>${tabs.repeat(3000)}${'<div role="tabpanel"></div>'.repeat(20_000)}</div>`
  assert.equal(named(many)[1], 0)
})

test('panels whose tabs are only numbered, as the dots below slides are, get no headings', () => {
  const dots = '<ul role="tablist"><li role="tab"><button>1</button></li><li role="tab"><button>2</button></li></ul>'
  const panels = '<div role="tabpanel"><p>Boats</p></div><div role="tabpanel"><p>Oars</p></div>'
  assert.deepEqual(named(`<div>${panels}${dots}</div>`), [`<div>${panels}</div>`, 2])
})
