export interface PdfBlock {
  /** 0 for a paragraph; 1 for the largest headings, among them the title; 2 to 4 for other headings. */
  readonly level: number
  readonly text: string
  /** HTML of a list, table, quotation or picture; absent for headings and paragraphs. */
  readonly html?: string
  readonly picture?: { readonly address: string; readonly alt: string }
}
