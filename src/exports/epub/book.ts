/** A chapter as the lists of contents tell it. */
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
  /** whether it is read in turn */
  readonly isPage: boolean
}

/** All that the package document and the lists of contents say. */
export interface Book {
  /** a urn */
  readonly identifier: string
  readonly title: string
  /** of our own pages */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** of the articles, the first one first */
  readonly languages: readonly string[]
  readonly creators: readonly string[]
  readonly subjects: readonly string[]
  /** address of the only article */
  readonly source: string | undefined
  /** ISO 8601, when the only article was published */
  readonly date: string | undefined
  /** ISO 8601, the newest change of an entry */
  readonly modifiedAt: string
  readonly items: readonly BookItem[]
  readonly chapters: readonly Chapter[]
}
