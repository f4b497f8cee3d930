declare module 'subset-font' {
  interface SubsetOptions {
    readonly targetFormat: 'truetype'
    /** only for variable fonts */
    readonly variationAxes?: { readonly wght: number }
    readonly dropTables: readonly string[]
  }
  /**
   * @param font bytes of a web font in any format
   * @param text contains every character to keep
   * @returns the font with only these characters
   */
  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>
}
