import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import MarkdownIt from 'markdown-it'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { elementsOf, textOf } from '../dom/page-tree.ts'
import { toMarkdown } from './to-markdown.ts'

const GOLDEN = join(import.meta.dirname, '../golden')
const parser = new MarkdownIt({ html: true })

/** @returns the letters, digits and marks of HTML, without formulas, which have other texts in Markdown */
function lettersOf(html: string): string {
  const tree = parseHtmlFragment(html.replaceAll(/<math[^]*?<\/math>/g, ''))
  return textOf(tree, Number.POSITIVE_INFINITY).replaceAll(/[^\p{L}\p{N}$%=~#*_]+/gu, '')
}

const linksOf = (html: string): string[] =>
  elementsOf(parseHtmlFragment(html))
    .filter(({ tagName }) => tagName === 'a')
    .map((link) => textOf(link, 1000).trim())

test('markdown-it reads the Markdown of an article back to the same words and links', () => {
  const files = globSync('*.expected.txt', { cwd: GOLDEN })
  assert.ok(files.length > 8)
  for (const file of files) {
    const text = readFileSync(join(GOLDEN, file), 'utf8')
    const content = text
      .slice(text.indexOf('\n}\n') + 3)
      .replaceAll(/<iframe[^]*?<\/iframe>|<(?:audio|video)[^]*?<\/(?:audio|video)>/g, '')
    const back = parser.render(toMarkdown(content))
    assert.equal(lettersOf(back), lettersOf(content), file)
    assert.deepEqual(
      linksOf(back).filter((link) => linksOf(content).includes(link)),
      linksOf(content).filter(Boolean),
      file,
    )
  }
})

test('no character of a text becomes markup', () => {
  for (const text of [
    '$5 or $6, a*b*c, _d_ __e__, ~f~ ~~g~~, `h`, [i](j), ![k](l), <m>, &amp; &#38; n|o, 1\\. p',
    '# q',
    '1. r',
    '2) s',
    '- t',
    '+ u',
    '> v',
    '=== w',
    '--- x',
    '    y',
    '| a | b |',
    '[^1]: z',
    '&copy; \\ \\*',
  ]) {
    const content = `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p><p>end</p>`
    const [first] = elementsOf(parseHtmlFragment(parser.render(toMarkdown(content))))
    assert.equal(first?.tagName, 'p', text)
    assert.equal(textOf(first, 1000), text.trim(), text)
  }
})

test('states of tasks are written as GitHub does, in numbered lists too', () => {
  assert.equal(toMarkdown('<ul><li>☑ Wash</li><li>☐ Peel</li></ul>'), '- [x] Wash\n- [ ] Peel')
  assert.equal(toMarkdown('<ol><li>☑ Wash</li></ol>'), '1. [x] Wash')
})
