import type PdfKit from 'pdfkit'

/** Caches of pdfkit 0.20 that its types omit. */
interface FontKeeper {
  readonly _fontFamilies: Readonly<Record<string, { layoutCache?: object } | undefined>>
}

/** Clears the layouts that pdfkit caches for every word drawn in an embedded font. */
export function forgetLayouts(document: InstanceType<typeof PdfKit>): void {
  for (const font of Object.values((document as unknown as FontKeeper)._fontFamilies)) {
    if (font?.layoutCache) font.layoutCache = Object.create(null) as object
  }
}
