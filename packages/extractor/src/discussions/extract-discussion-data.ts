import { contentFacts } from '../clean/content-facts.ts'
import { finishContent } from '../clean/finish-content.ts'
import { cleanText } from '../dom/clean-text.ts'
import type { PageText } from '../extract-page.ts'
import type { Extraction, Step } from '../extraction.ts'
import { detectLanguage } from '../metadata/detect-language.ts'
import { makeAddressesAbsolute } from '../dom/absolute-addresses.ts'
import { elementsOf, textOf } from '../dom/page-tree.ts'
import { discussionMarkup } from './discussion.ts'
import { partLabels } from '../structured-data/part-labels.ts'
import { unreadable } from '../unreadable-extraction.ts'
import { blueskyThread } from './bluesky-data.ts'
import { contextAddress } from './data-address.ts'
import { discourseData } from './discourse-data.ts'
import { parseJson } from '../metadata/json-values.ts'
import { mastodonContext, mastodonStatus } from './mastodon-data.ts'
import { redditData } from './reddit-data.ts'
import { toDiscussion } from './thread.ts'

const DATA_READERS = [mastodonStatus, mastodonContext, blueskyThread, redditData, discourseData]

/**
 * Extracts a discussion from the public JSON of Mastodon, Bluesky, Reddit or Discourse.
 *
 * @param source decoded JSON
 * @param before earlier steps, for the extraction log
 * @returns the discussion as an article; a failure with the reason `unsupported_type` for other data
 */
export function extractDiscussionData(source: PageText, before: readonly Step[]): Extraction {
  const { mimetype, url } = source
  const value = parseJson(source.text)
  for (const read of DATA_READERS) {
    const thread = read(value)
    if (thread === undefined) continue
    const language = detectLanguage(textOf(discussionMarkup(toDiscussion(thread, partLabels(undefined))), 5000))
    const root = discussionMarkup(toDiscussion(thread, partLabels(language)))
    makeAddressesAbsolute(elementsOf(root), url)
    const { html: content, tree } = finishContent(root)
    const { readingTime, isReadable, firstPicture } = contentFacts(tree)
    const steps = [...before, { name: 'data', note: `a discussion with ${thread.posts.length} replies` }]
    if (!isReadable) return unreadable('no_readable_text', steps, { mimetype })
    const { author, publishedAt } = thread.start
    const article = {
      title: cleanText(thread.title, 300),
      language,
      content,
      readingTime,
      mimetype,
      previewPicture: firstPicture,
      authors: author === undefined ? [] : [author],
      publishedAt,
      summary: undefined,
      direction: undefined,
      siteName: undefined,
    }
    const nextPage = contextAddress(url)
    return { kind: 'article', article, steps, ...(nextPage !== undefined && { nextPage }) }
  }
  return unreadable('unsupported_type', before, { mimetype })
}
