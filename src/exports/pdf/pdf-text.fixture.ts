import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A piece of text on a page. */
export interface TextItem {
  readonly str: string
  /** distance from the left edge and from the bottom of the page, in points */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly endsLine: boolean
}

/** @returns the text items of each page of a PDF, as a PDF reader extracts them */
export async function textItemsOf(file: Uint8Array): Promise<readonly (readonly TextItem[])[]> {
  const task = getDocument({ data: new Uint8Array(file), verbosity: 0, useSystemFonts: false })
  try {
    const pdf = await task.promise
    return await Promise.all(Array.from({ length: pdf.numPages }, (_, index) => itemsOfPage(pdf, index + 1)))
  } finally {
    await task.destroy()
  }
}

async function itemsOfPage(pdf: PDFDocumentProxy, number: number): Promise<TextItem[]> {
  const { items } = await (await pdf.getPage(number)).getTextContent()
  return items.flatMap((item) =>
    'str' in item
      ? {
          str: item.str,
          x: Number(item.transform[4]),
          y: Number(item.transform[5]),
          width: item.width,
          endsLine: item.hasEOL,
        }
      : [],
  )
}
