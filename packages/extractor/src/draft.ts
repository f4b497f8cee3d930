import type { ContentFacts } from './clean/content-facts.ts'
import type { Metadata } from './metadata/read-metadata.ts'
import type { PageElement, PageNode, PageParent } from './dom/page-tree.ts'

/** The state of a page between the processors. */
export interface Draft {
  readonly url: string
  /** The page's tree. Processors change it in place. */
  readonly page: PageParent
  /** The address for resolving relative ones. */
  readonly base: string
  readonly metadata: Metadata
  /** The elements of the page that are marked up as the author or the date. */
  readonly datelines: ReadonlySet<PageElement>
  /** Whether the page declares itself an article. */
  readonly isArticle: boolean
  /** The article's part of the page, once found. Processors change it in place. */
  readonly found: PageElement | undefined
  /** The texts of the page in single lines that were found and dropped again. */
  readonly sideTexts: ReadonlySet<PageNode>
  /** The article's text in the page's JSON-LD. */
  readonly statedBody: string | undefined
  /** The notes of the page, in the order of their numbers. */
  readonly footnotes: readonly PageElement[]
  /** The article's sanitised HTML. */
  readonly content: string
  /** `content` as a parsed tree; empty until `content` is set. */
  readonly contentTree: PageParent
  /** The facts about the content, once they are computed. */
  readonly facts: ContentFacts | undefined
}

export interface Processed {
  readonly draft: Draft
  /** The step's result, for the extraction log. */
  readonly note: string
  /** Whether the page got elements with names that it did not have. */
  readonly hasNewNames?: boolean
}

/** `cheap` omits all optional steps. */
export type Effort = 'full' | 'cheap'

/** One step from page to article. */
export interface Processor {
  readonly name: string
  /** Names of elements; the step is not needed on a page without any of these. */
  readonly needs?: readonly string[]
  readonly run: (draft: Draft) => Processed
}
