import { contentFacts } from './clean/content-facts.ts'
import type { Article, Extraction, Step } from './extraction.ts'
import type { PageText } from './extract-page.ts'
import { finishContent } from './clean/finish-content.ts'
import { parseHtmlFragment } from './dom/parse-page.ts'
import { plainTextContent } from './formats/plain-text.ts'
import { sanitise } from './clean/sanitise.ts'
import { unreadable } from './unreadable-extraction.ts'

/**
 * Raster formats that all browsers and e-readers can show. The format is detected from the bytes, never from a header.
 */
const SHOWN_IMAGES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

/**
 * @param source a decoded text file
 * @param stepsSoFar earlier steps, for the extraction log
 * @returns an article with the title `Plain text` (wallabag contract, section 4.4), or a failure with the reason
 * `no_readable_text`
 */
export function extractPlainText(source: PageText, stepsSoFar: readonly Step[]): Extraction {
  const { html: content, tree } = finishContent(parseHtmlFragment(plainTextContent(source.text)))
  const steps = [...stepsSoFar, { name: 'plain text', note: `${source.text.length} characters` }]
  const { readingTime, isReadable } = contentFacts(tree)
  if (!isReadable) return unreadable('no_readable_text', steps, { mimetype: source.mimetype })
  return {
    kind: 'article',
    article: { ...articleWithoutMetadata('Plain text', source.mimetype), content, readingTime },
    steps,
  }
}

/**
 * @param url address of the image
 * @param sniffed type of the image, determined from its bytes
 * @param stepsSoFar earlier steps, for the extraction log
 * @returns an article with the title `Image` that shows the image (wallabag contract, section 4.4), or a failure with
 * the reason `unsupported_type`
 */
export function extractImage(url: string, sniffed: string, stepsSoFar: readonly Step[]): Extraction {
  if (!SHOWN_IMAGES.has(sniffed)) return unreadable('unsupported_type', stepsSoFar, { mimetype: sniffed })
  const content = sanitise(`<p><img src="${url.replaceAll('&', '&amp;').replaceAll('"', '%22')}"></p>`)
  const steps = [...stepsSoFar, { name: 'image', note: sniffed }]
  return {
    kind: 'article',
    article: { ...articleWithoutMetadata('Image', sniffed), content, previewPicture: url },
    steps,
  }
}

function articleWithoutMetadata(title: string, mimetype: string): Article {
  const nothing = { language: undefined, previewPicture: undefined, publishedAt: undefined, summary: undefined }
  const none = { direction: undefined, siteName: undefined, authors: [] }
  return { ...nothing, ...none, title, mimetype, content: '', readingTime: 0 }
}
