/** A chapter in the tables of contents. */
export interface Chapter {
  readonly title: string
  /** path of the chapter's first page inside the book */
  readonly path: string
  /** BCP 47 tag of the title; absent for the pages that Dogear adds */
  readonly language?: string | undefined
}

/** A file of the book, as the package document lists it. */
export interface BookItem {
  readonly id: string
  readonly path: string
  readonly type: string
  /** value of the `properties` attribute: `nav`, `cover-image` or `mathml` */
  readonly properties?: string
  /** whether the file is a page of the reading order */
  readonly isPage: boolean
}

/** The data of the package document and the tables of contents. */
export interface Book {
  /** identifier of the book, as a URN */
  readonly identifier: string
  readonly title: string
  /** language of the pages that Dogear adds, such as the contents */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** languages of the articles, in the order of their first use */
  readonly languages: readonly string[]
  readonly creators: readonly string[]
  /** name of the series to which the book belongs */
  readonly series: string | undefined
  /** address of the article, if the book contains only one */
  readonly source: string | undefined
  /** publication date of the article in ISO 8601, if the book contains only one */
  readonly date: string | undefined
  /** time at which the latest entry was saved, in ISO 8601 */
  readonly modifiedAt: string
  readonly items: readonly BookItem[]
  readonly chapters: readonly Chapter[]
}
