/** A chapter in the tables of contents. */
export interface Chapter {
  readonly title: string
  /** of its first page, inside the book */
  readonly path: string
}

/** A file of the book. */
export interface BookItem {
  readonly id: string
  readonly path: string
  readonly type: string
  /** `nav`, `cover-image` */
  readonly properties?: string
  /** whether it is part of the reading order */
  readonly isPage: boolean
}

/** The data of the package document and the tables of contents. */
export interface Book {
  /** a urn */
  readonly identifier: string
  readonly title: string
  /** of the generated pages */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** of the articles, that of the first article first */
  readonly languages: readonly string[]
  readonly creators: readonly string[]
  readonly subjects: readonly string[]
  /** address of the article, if there is only one */
  readonly source: string | undefined
  /** publication date of the article, if there is only one, as ISO 8601 */
  readonly date: string | undefined
  /** time of the latest change of an entry, as ISO 8601 */
  readonly modifiedAt: string
  readonly items: readonly BookItem[]
  readonly chapters: readonly Chapter[]
}
