import type { CardLinks } from './blocks/cards/card-links.ts'
import type { CapturedFiles } from './captures/captured-files.ts'
import type { ContentFacts } from './clean/content-facts.ts'
import type { Formula } from './mathematics/formula.ts'
import type { StructuredDataParts } from './structured-data/article-parts.ts'
import type { Metadata } from './metadata/read-metadata.ts'
import type { ElementList } from './dom/element-list.ts'
import type { PageElement, PageParent } from './dom/page-tree.ts'

/**
 * State of a page during the extraction. Each processor gets the state from the previous one, and returns a new one.
 */
export interface Draft {
  readonly url: string
  /** The source of the page. */
  readonly text: string
  /** Pictures that the page brings with it; undefined if it brings none. */
  readonly files: CapturedFiles | undefined
  /** The page's tree, which processors change in place. */
  readonly page: PageParent
  /** The elements of `page`. */
  readonly elements: ElementList
  /** Base for relative addresses. */
  readonly base: string
  readonly metadata: Metadata
  /** Elements that the page marks as author or date. */
  readonly bylineElements: ReadonlySet<PageElement>
  /** Headings that repeated the title. They are empty, and mark its place. */
  readonly titleHeadings: ReadonlySet<PageElement>
  /** True if the page declares itself an article. */
  readonly isArticle: boolean
  /** True if the page declares itself the page of a product. */
  readonly isProduct: boolean
  /** True if the page is a discussion according to its data or its address. */
  readonly isDiscussion: boolean
  /** True if the page is a discussion according to its data. */
  readonly declaresDiscussion: boolean
  /** The part of the page that contains the article; undefined until it is found. Processors change it in place. */
  readonly found: PageElement | undefined
  /** Article text in the page's JSON-LD; undefined if it contains none. */
  readonly statedBody: string | undefined
  /** Footnotes of the page, ordered by number. */
  readonly footnotes: readonly PageElement[]
  /** The links without text that cover cards. */
  readonly cardLinks: CardLinks
  /** Labels such as "You may also like", and the boxes of cards below them. */
  readonly cardsOfOthers: ReadonlySet<PageElement>
  /** Formulas of the page. The placeholders in the text contain the index of their formula. */
  readonly formulas: readonly Formula[]
  /** Sanitised HTML of the article; empty before the step that sets it. */
  readonly content: string
  /** `content` as a parsed tree; empty until `content` is set. */
  readonly contentTree: PageParent
  /** Recipe, audio recording, video and answers in the page's structured data. */
  readonly stated: StructuredDataParts
  /**
   * True if `found` is composed of known parts of the page, such as posts. Steps with `isForSearch` are skipped then.
   */
  readonly isComposed: boolean
  /** length of the video that the page is about, in minutes; 0 if there is none */
  readonly minutes: number
  /** Facts about the content; undefined before the step that computes them. */
  readonly facts: ContentFacts | undefined
}

export interface Processed {
  readonly draft: Draft
  /** What the step did, for the extraction log. */
  readonly note: string
  /** True if the step added elements, so that the page may contain further tag names. */
  readonly hasNewNames?: boolean
  /** True if the step neither added, moved nor removed elements of the page, so that later steps can use the same list of them. */
  readonly keepsElements?: boolean
}

/** Whether optional steps run: `cheap` leaves them out. */
export type Effort = 'full' | 'cheap'

/** A step of the extraction. */
export interface Processor {
  readonly name: string
  /** Tag names of the elements that the step changes. The step is skipped if the page contains none of them. */
  readonly needs?: readonly string[]
  /**
   * True if the step searches or judges the article. Such a step is skipped if the article is composed of known parts.
   */
  readonly isForSearch?: boolean
  /** True if a cheap extraction leaves the step out. */
  readonly isCostly?: boolean
  /** What the step does in a cheap extraction; absent if it is the same. */
  readonly runCheaply?: Processor['run']
  readonly run: (draft: Draft) => Processed
}
