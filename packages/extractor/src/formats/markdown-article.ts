import { ElementList } from '../dom/element-list.ts'
import { linkPlaces, settlePlaces } from '../blocks/page-places.ts'
import { makeAddressesAbsolute } from '../dom/absolute-addresses.ts'
import { authorNames } from '../metadata/author-names.ts'
import { cleanText } from '../dom/clean-text.ts'
import { contentFacts } from '../clean/content-facts.ts'
import { dropRepeatedTitle } from '../clean/drop-repeated-title.ts'
import type { Article, Extraction, Step } from '../extraction.ts'
import type { PageText } from '../extract-page.ts'
import { finishContent } from '../clean/finish-content.ts'
import { findFormulas } from '../mathematics/find-formulas.ts'
import { insertFormulas } from '../mathematics/insert-formulas.ts'
import { languageTag, textDirection } from '../metadata/language-tag.ts'
import { tidyBlocks } from './markdown-blocks.ts'
import { splitFrontMatter, type FrontMatter } from './markdown-front-matter.ts'
import { renderMarkdown } from './markdown-syntax.ts'
import { attributeOf, elementsOf, setAttribute, visibleTextOf, type PageParent } from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { parsePublishedDate } from '../metadata/parse-date.ts'
import { unreadable } from '../unreadable-extraction.ts'
import { webAddress } from '../dom/web-address.ts'

/**
 * Maximum length in characters of a file that is rendered. Longer files are logs or tables, and could take the renderer
 * very long.
 */
const MAX_CHARACTERS = 1024 * 1024
const MAX_HEADING = 200

/**
 * @param source a decoded Markdown file
 * @param before earlier steps, for the extraction log
 * @returns the article, or a failure with the reason `no_readable_text`; undefined if the file cannot be rendered and
 * is to be shown as plain text
 */
export function extractMarkdown(source: PageText, before: readonly Step[]): Extraction | undefined {
  const matter = splitFrontMatter(source.text)
  const html = rendered(matter.body)
  if (html === undefined) return undefined
  const tree = parseHtmlFragment(html)
  tidyBlocks(tree)
  const formulas = findFormulas(tree)
  nameHeadings(tree)
  settlePlaces(new ElementList(tree), source.url)
  makeAddressesAbsolute(elementsOf(tree), source.url)
  linkPlaces(tree, source.url)
  const metadata = metadataOf(matter, tree, source.url)
  dropRepeatedTitle(tree, metadata.title)
  insertFormulas(tree, formulas)
  const { html: content, tree: finished } = finishContent(tree)
  const note = `${source.text.length} characters, ${matter.fields.size} fields of front matter`
  const steps = [...before, { name: 'markdown', note }]
  const { readingTime, isReadable, firstPicture } = contentFacts(finished)
  if (!isReadable) return unreadable('no_readable_text', steps, { ...metadata, mimetype: source.mimetype })
  const previewPicture = metadata.previewPicture ?? firstPicture
  return {
    kind: 'article',
    article: { ...metadata, previewPicture, mimetype: source.mimetype, content, readingTime },
    steps,
  }
}

function rendered(markdown: string): string | undefined {
  if (markdown.length > MAX_CHARACTERS) return undefined
  try {
    return renderMarkdown(markdown)
  } catch {
    // Deeply nested quotations overflow the renderer's stack.
    return undefined
  }
}

/**
 * Gives headings the ids to which links in Markdown files lead: the text in lower case, without punctuation, with a
 * hyphen for each space, and a number for repetitions. GitHub, GitLab and most renderers use this form (package
 * `github-slugger`).
 */
function nameHeadings(tree: PageParent): void {
  const counts = new Map<string, number>()
  for (const heading of elementsOf(tree)) {
    if (!/^h[1-6]$/.test(heading.tagName) || attributeOf(heading, 'id') !== undefined) continue
    const text = visibleTextOf(heading).slice(0, MAX_HEADING).trim().toLowerCase()
    const slug = text.replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]+/gu, '').replaceAll(/\s/g, '-')
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    setAttribute(heading, 'id', count === 0 ? slug : `${slug}-${count}`)
  }
}

type Metadata = Omit<Article, 'content' | 'readingTime' | 'mimetype'>

function metadataOf({ fields }: FrontMatter, tree: PageParent, url: string): Metadata {
  const first = (...names: string[]): string | undefined => names.map((name) => fields.get(name)?.[0]).find(Boolean)
  const language = languageTag([first('lang', 'language', 'locale')])
  return {
    title: cleanText(first('title') ?? firstHeading(tree), 1000),
    authors: authorNames([...(fields.get('author') ?? []), ...(fields.get('authors') ?? [])], undefined),
    publishedAt: parsePublishedDate(first('date', 'published', 'pubdate', 'publishdate') ?? ''),
    summary: cleanText(first('description', 'summary', 'excerpt'), 1000),
    language,
    direction: textDirection(undefined, language),
    previewPicture: webAddress(first('image', 'cover'), url),
    siteName: undefined,
  }
}

function firstHeading(tree: PageParent): string | undefined {
  const heading = elementsOf(tree).find(({ tagName }) => /^h[1-6]$/.test(tagName))
  return heading && visibleTextOf(heading)
}
