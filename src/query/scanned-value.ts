/** A value in a query, without its comparison sign and quotation marks. */
export interface ScannedValue {
  readonly sign: '' | '<' | '<=' | '>' | '>=' | '='
  readonly text: string
  readonly isQuoted: boolean
}
