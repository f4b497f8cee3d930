declare module 'subset-font' {
  interface SubsetOptions {
    readonly targetFormat: 'truetype'
    readonly variationAxes: { readonly wght: number }
    readonly dropTables: readonly string[]
  }
  /** @param font any web font @param text every character to keep @returns the font with these characters alone */
  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>
}
