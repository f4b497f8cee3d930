/** A piece of text in one style. A line break is `\n`; any other white space is a single space. */
export interface TextRun {
  readonly text: string
  readonly isBold?: boolean
  readonly isItalic?: boolean
  readonly isCode?: boolean
  readonly isStruck?: boolean
  readonly isSub?: boolean
  readonly isSup?: boolean
  /** Set for a formula in TeX: `inline` within a line of text, or `display` on its own line. */
  readonly formula?: 'inline' | 'display'
  /** Absolute address with the scheme http, https, mailto or tel. */
  readonly href?: string
  /** Id of the place of the article to which a link leads. */
  readonly linkedPlace?: string
  /** Ids of the places of the article that the text belongs to, separated by spaces. Each starts at its first text. */
  readonly places?: string
}

export type TextStyle = Omit<TextRun, 'text'>

export interface TableCell {
  readonly isHeader: boolean
  readonly runs: readonly TextRun[]
}

/** A part of an article, for output formats other than HTML. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly runs: readonly TextRun[] }
  | { readonly kind: 'paragraph'; readonly runs: readonly TextRun[] }
  | { readonly kind: 'list'; readonly start: number | undefined; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly TableCell[])[] }
  | {
      readonly kind: 'image'
      /** Address as in the content, by which the stored copy of the picture is found. */
      readonly source: string
      /** The same address, normalised. */
      readonly address: string
      readonly alt: string
    }
  | { readonly kind: 'rule' }

/** @returns the text of the runs without styles */
export function plainRuns(runs: readonly TextRun[]): string {
  return runs.map(({ text }) => text).join('')
}
