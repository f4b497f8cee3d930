import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { textOf } from './dom/page-tree.ts'
import { parseHtmlFragment } from './dom/parse-page.ts'
import { extractSync } from './extract.ts'

/** What must be true of an article: strings in its HTML or text, strings in neither, and strings that occur once. */
interface Expected {
  readonly has?: readonly string[]
  readonly lacks?: readonly string[]
  readonly once?: readonly string[]
}

const FOLDER = join(import.meta.dirname, 'kinds')
const PAGES = JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8')) as Readonly<Record<string, Expected>>

for (const [name, { has = [], lacks = [], once = [] }] of Object.entries(PAGES)) {
  test(`the page ${name} keeps what readers see`, () => {
    const body = readFileSync(join(FOLDER, `${name}.html.txt`))
    const extraction = extractSync({ url: 'https://h.example/x', body, contentType: 'text/html; charset=utf-8' })
    const html = extraction.kind === 'article' ? extraction.article.content : ''
    // The text with and without a space between elements, because a word may be divided into elements.
    const spaced = html.replaceAll(/<[^>]*>/g, ' ')
    const texts = [html, textOf(parseHtmlFragment(html), Infinity), textOf(parseHtmlFragment(spaced), Infinity)]
    const all = texts.map((text) => text.replaceAll(/\s+/g, ' '))
    const contains = (part: string): boolean => [...texts, ...all].some((text) => text.includes(part))
    const isOnce = (part: string): boolean => all.some((text) => text.split(part).length === 2)
    assert.deepEqual(
      has.filter((part) => !contains(part)),
      [],
      'missing',
    )
    assert.deepEqual(lacks.filter(contains), [], 'not removed')
    assert.deepEqual(
      once.filter((part) => !isOnce(part)),
      [],
      'not exactly once',
    )
  })
}
