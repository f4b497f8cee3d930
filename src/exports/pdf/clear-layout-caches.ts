import type PdfKit from 'pdfkit'

/** The layout caches of pdfkit 0.20, which its types omit. */
interface FontKeeper {
  readonly _fontFamilies: Readonly<Record<string, { layoutCache?: object } | undefined>>
}

/** Clears pdfkit's caches, which retain the layout of every word drawn in an embedded font. */
export function clearLayoutCaches(document: InstanceType<typeof PdfKit>): void {
  for (const font of Object.values((document as unknown as FontKeeper)._fontFamilies)) {
    if (font?.layoutCache) font.layoutCache = Object.create(null) as object
  }
}
