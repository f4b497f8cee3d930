import type { ContentFacts } from './clean/content-facts.ts'
import type { Metadata } from './metadata/read-metadata.ts'
import type { PageElement, PageParent } from './dom/page-tree.ts'

/** A page on its way through the processors. */
export interface Draft {
  readonly url: string
  /** The page's tree. Processors change it in place. */
  readonly page: PageParent
  /** What relative addresses are resolved against. */
  readonly base: string
  readonly metadata: Metadata
  /** Whether the page calls itself an article. */
  readonly isArticle: boolean
  /** The article's part of the page, once it has been found. Processors change it in place. */
  readonly found: PageElement | undefined
  /** The article's text as the page's JSON-LD states it. */
  readonly statedBody: string | undefined
  /** The notes of the page, in the order of their numbers. */
  readonly footnotes: readonly PageElement[]
  /** The article's HTML, once it has been sanitised. */
  readonly content: string
  /** What that HTML reads back as; empty before. */
  readonly contentTree: PageParent
  /** What the content says about itself, once that has been looked at. */
  readonly facts: ContentFacts | undefined
}

export interface Processed {
  readonly draft: Draft
  /** What was done, for "how was this extracted?". */
  readonly note: string
}

/** `cheap` leaves out all steps that a page may be read without. */
export type Effort = 'full' | 'cheap'

/** One job on the way from page to article. */
export interface Processor {
  readonly name: string
  readonly run: (draft: Draft) => Processed
}
