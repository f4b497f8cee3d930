/** A value as typed: with its comparison sign, without its quotes. */
export interface TypedValue {
  readonly sign: '' | '<' | '<=' | '>' | '>=' | '='
  readonly text: string
  readonly isQuoted: boolean
}
