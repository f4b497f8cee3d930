/** Text in one style. A line break is `\n`; other white space is a single space. */
export interface TextRun {
  readonly text: string
  readonly isBold?: boolean
  readonly isItalic?: boolean
  readonly isCode?: boolean
  readonly isStruck?: boolean
  readonly isSub?: boolean
  readonly isSup?: boolean
  /** absolute address, http, https or mailto */
  readonly href?: string
}

export type TextStyle = Omit<TextRun, 'text'>

export interface TableCell {
  readonly isHeader: boolean
  readonly runs: readonly TextRun[]
}

/** An article as a sequence of simple parts, for formats without HTML. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly runs: readonly TextRun[] }
  | { readonly kind: 'paragraph'; readonly runs: readonly TextRun[] }
  | { readonly kind: 'list'; readonly start: number | undefined; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly TableCell[])[] }
  | {
      readonly kind: 'image'
      /** as written in the content; the key of the stored copy */
      readonly source: string
      /** the same, normalised */
      readonly address: string
      readonly alt: string
    }
  | { readonly kind: 'rule' }

/** @returns the text of the runs without styles */
export function plainRuns(runs: readonly TextRun[]): string {
  return runs.map(({ text }) => text).join('')
}
