import { linkPlaces, settlePlaces } from '../blocks/page-places.ts'
import { showTaskStates } from '../blocks/roles/task-states.ts'
import { contentFacts } from '../clean/content-facts.ts'
import { finishContent } from '../clean/finish-content.ts'
import { dropRepeatedTitle } from '../clean/drop-repeated-title.ts'
import { cleanText } from '../dom/clean-text.ts'
import { makeAddressesAbsolute } from '../dom/absolute-addresses.ts'
import { ElementList } from '../dom/element-list.ts'
import { elementsOf, textOf, visibleTextOf, type PageElement } from '../dom/page-tree.ts'
import type { Extraction, Step } from '../extraction.ts'
import { findFormulas } from '../mathematics/find-formulas.ts'
import { insertFormulas } from '../mathematics/insert-formulas.ts'
import { authorNames } from '../metadata/author-names.ts'
import { detectLanguage } from '../metadata/detect-language.ts'
import { languageTag, textDirection } from '../metadata/language-tag.ts'
import { parsePublishedDate } from '../metadata/parse-date.ts'
import type { EmbeddedPictures } from '../pictures/embedded-pictures.ts'
import { unreadable } from '../unreadable-extraction.ts'

/** The result of a reader for one document format. */
export interface ReadDocument {
  /** content as HTML elements; untrusted */
  readonly root: PageElement
  readonly title?: string | undefined
  readonly authors?: readonly string[]
  readonly date?: string | undefined
  readonly language?: string | undefined
  /** description of the file, for the extraction log */
  readonly note: string
}

interface DocumentFile {
  readonly url: string
  readonly mimetype: string
  /** pictures that the reader found in the file */
  readonly pictures: EmbeddedPictures
}

/**
 * @returns the article of a document, sanitised like a page; a failure with the reason `no_readable_text` if it has no
 * text
 */
export function documentArticle(
  document: ReadDocument,
  { url, mimetype, pictures }: DocumentFile,
  before: readonly Step[],
): Extraction {
  const { root } = document
  const title = cleanText(document.title, 1000) ?? firstHeading(root)
  const formulas = findFormulas(root)
  showTaskStates(new ElementList(root))
  settlePlaces(new ElementList(root), url)
  makeAddressesAbsolute(elementsOf(root), url)
  linkPlaces(root, url)
  dropRepeatedTitle(root, title)
  insertFormulas(root, formulas)
  const language = languageTag([document.language]) ?? detectLanguage(textOf(root, 5000))
  const { html: content, tree } = finishContent(root)
  const { readingTime, isReadable, firstPicture } = contentFacts(tree)
  const metadata = {
    title,
    authors: authorNames(document.authors ?? [], undefined),
    publishedAt: parsePublishedDate(document.date ?? ''),
    language,
    direction: textDirection(undefined, language),
    previewPicture: firstPicture,
    summary: undefined,
    siteName: undefined,
  }
  const kept = pictures.shownIn(content)
  const steps = [...before, { name: 'document', note: `${document.note}, ${kept.length} pictures` }]
  if (!isReadable) return unreadable('no_readable_text', steps, { ...metadata, mimetype })
  const article = { ...metadata, content, readingTime, mimetype }
  return { kind: 'article', article, steps, ...(kept.length > 0 && { pictures: kept }) }
}

function firstHeading(root: PageElement): string | undefined {
  const heading = elementsOf(root).find(({ tagName }) => /^h[1-3]$/.test(tagName))
  return heading && cleanText(visibleTextOf(heading), 1000)
}
