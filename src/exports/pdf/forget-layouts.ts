import type PdfKit from 'pdfkit'

/** What pdfkit 0.20 keeps besides what its types tell. */
interface FontKeeper {
  readonly _fontFamilies: Readonly<Record<string, { layoutCache?: object } | undefined>>
}

/** The library keeps the layout of every word that it ever drew in an embedded font; this lets go of all. */
export function forgetLayouts(document: InstanceType<typeof PdfKit>): void {
  for (const font of Object.values((document as unknown as FontKeeper)._fontFamilies)) {
    if (font?.layoutCache) font.layoutCache = Object.create(null) as object
  }
}
