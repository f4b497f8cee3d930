import { setImmediate } from 'node:timers/promises'
import { decodeEntities } from '../../../annotations/text-entities.ts'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import lua from 'highlight.js/lib/languages/lua'
import makefile from 'highlight.js/lib/languages/makefile'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

const GRAMMARS = { bash, c, cpp, csharp, css, diff, dockerfile, go, ini, java, javascript, json } as const
const ADDITIONAL_GRAMMARS = {
  kotlin,
  lua,
  makefile,
  php,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml,
} as const
for (const [name, grammar] of Object.entries({ ...GRAMMARS, ...ADDITIONAL_GRAMMARS }))
  hljs.registerLanguage(name, grammar)

/**
 * Maximum length of a code block in characters. Longer blocks stay without colours. Highlighting 8000 characters takes
 * about five milliseconds.
 */
const MAX_BLOCK = 8000
/** Maximum number of highlighted characters in one article. A block that would exceed it stays without colours. */
const MAX_PAGE = 60_000

/** Matches a code block that names its language and contains only text, without marks or other elements. */
const CODE_BLOCK = /(<pre\b[^<>]*><code class="language-([\w+#.-]{1,30})"[^<>]*>)([^<]+)(?=<\/code>)/g

/**
 * Highlights the code of an article. Yields to the event loop before each block, so that other requests need not wait
 * for the whole article.
 * @param sanitizedContent sanitised content of the article
 * @returns a function that replaces the code blocks in the markup of the reading page. It adds elements with classes,
 *   but no text.
 */
export async function highlightCode(sanitizedContent: string): Promise<(markup: string) => string> {
  const highlighted = new Map<string, string>()
  let left = MAX_PAGE
  for (const [, , language = '', text = ''] of sanitizedContent.matchAll(CODE_BLOCK)) {
    if (text.length > Math.min(left, MAX_BLOCK) || !hljs.getLanguage(language)) continue
    left -= text.length
    await setImmediate()
    highlighted.set(
      blockKey(language, text),
      hljs.highlight(decodeEntities(text), { language, ignoreIllegals: true }).value,
    )
  }
  return (markup) =>
    markup.replaceAll(CODE_BLOCK, (whole, start: string, language: string, text: string) => {
      const value = highlighted.get(blockKey(language, text))
      return value === undefined ? whole : start + value
    })
}

const blockKey = (language: string, text: string) => `${language}\n${decodeEntities(text)}`
