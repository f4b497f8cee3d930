import type { ContentFacts } from './clean/content-facts.ts'
import type { Formula } from './mathematics/formula.ts'
import type { StatedParts } from './parts/stated-parts.ts'
import type { Metadata } from './metadata/read-metadata.ts'
import type { PageElement, PageNode, PageParent } from './dom/page-tree.ts'

/** The state of a page during the extraction. Each processor gets it from the previous one. */
export interface Draft {
  readonly url: string
  /** The source of the page. */
  readonly text: string
  /** The page's tree, which processors change in place. */
  readonly page: PageParent
  /** Address that relative addresses refer to. */
  readonly base: string
  readonly metadata: Metadata
  /** Elements that the page marks as author or date. */
  readonly datelines: ReadonlySet<PageElement>
  /** True if the page declares itself an article. */
  readonly isArticle: boolean
  /** True if the page declares itself the page of a product. */
  readonly isProduct: boolean
  /** True if the page is a discussion. */
  readonly isDiscussion: boolean
  /** The part of the page that contains the article; undefined until it is found. Processors change it in place. */
  readonly found: PageElement | undefined
  /** Text nodes that were part of `found` and were removed as single lines. */
  readonly sideTexts: ReadonlySet<PageNode>
  /** Text of the article in the page's JSON-LD, if any. */
  readonly statedBody: string | undefined
  /** Footnotes of the page, ordered by number. */
  readonly footnotes: readonly PageElement[]
  /** Formulas of the page, by the index that their placeholders contain. */
  readonly formulas: readonly Formula[]
  /** The sanitised HTML of the article; empty until it is made. */
  readonly content: string
  /** `content` as a parsed tree; empty until `content` is set. */
  readonly contentTree: PageParent
  /** Parts that the page states only for programs. */
  readonly stated: StatedParts
  /** True if `found` was composed from known parts of the page, so that it is not searched and judged. */
  readonly isComposed: boolean
  /** Facts about the content; undefined until they are computed. */
  readonly facts: ContentFacts | undefined
}

export interface Processed {
  readonly draft: Draft
  /** Result of the step, for the extraction log. */
  readonly note: string
  /** True if the step added elements, so the page may have tag names that it did not have before. */
  readonly hasNewNames?: boolean
}

/** `cheap` leaves out all optional steps. */
export type Effort = 'full' | 'cheap'

/** A step of the extraction. */
export interface Processor {
  readonly name: string
  /** Tag names that the step is for. It is skipped if the page contains none of them. */
  readonly needs?: readonly string[]
  /** True if the step searches or judges text. It is skipped if the text was composed from known parts. */
  readonly isForSearch?: boolean
  readonly run: (draft: Draft) => Processed
}
