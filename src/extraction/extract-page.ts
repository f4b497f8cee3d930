import { contentFacts } from './content-facts.ts'
import type { Draft } from './draft.ts'
import type { Extraction, Step } from './extraction.ts'
import { gatherFacts } from './page-facts.ts'
import { PAGE_PROCESSORS } from './page-processors.ts'
import { parsePage } from './parse-page.ts'
import { readMetadata, type Metadata } from './read-metadata.ts'
import { unreadable } from './unreadable.ts'

export interface PageText {
  readonly url: string
  readonly text: string
  readonly mimetype: string
}

/**
 * @param source a decoded HTML page
 * @param before the steps that led here
 * @returns the article, or `no_readable_text` with the metadata that was found
 * @throws AppError `too_large` above 200,000 nodes
 */
export function extractPage(source: PageText, before: readonly Step[]): Extraction {
  const steps: Step[] = [...before]
  let draft: Draft = emptyDraft(source)
  for (const { name, run } of PAGE_PROCESSORS) {
    const done = run(draft)
    steps.push({ name, note: done.note })
    draft = done.draft
  }
  const facts = contentFacts(draft.content)
  if (!facts.isReadable) return unreadable('no_readable_text', steps, { ...draft.metadata, mimetype: source.mimetype })
  const { content, metadata } = draft
  const article = { ...metadata, content, readingTime: facts.readingTime, mimetype: source.mimetype }
  return { kind: 'article', article, steps }
}

/**
 * @param source a decoded HTML page that came with an error
 * @returns its metadata if it says that it is an article all the same (a wall before it), else nothing: the title of an
 *   error page is not the title of what the reader saved
 */
export function metadataOfRefusedPage({ url, text }: PageText): Partial<Metadata> {
  const facts = gatherFacts(parsePage(text))
  const isArticle = facts.meta.get('og:type')?.some((type) => /article/i.test(type.slice(0, 100))) ?? false
  return isArticle ? readMetadata(facts, url, url) : {}
}

function emptyDraft({ url, text }: PageText): Draft {
  const nothing = { title: undefined, language: undefined, previewPicture: undefined, publishedAt: undefined }
  const metadata = { ...nothing, authors: [], summary: undefined, direction: undefined, siteName: undefined }
  return { url, page: parsePage(text), base: url, metadata, isArticle: false, found: undefined, content: '' }
}
