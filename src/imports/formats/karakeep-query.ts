import { MAX_QUERY } from '../../collections/collection.ts'

/** Matches a parenthesis or a term. A term may contain quoted text with spaces, as in `tag:"long read"`. */
const QUERY_TERM = /[()]|(?:[^\s()"]|"[^"]*"?)+/g
const MAX_DEPTH = 32

/**
 * Converts a query of Karakeep to Dogear's query language. In Karakeep, `and` and `or` have the same precedence, from
 * left to right, so parentheses are added where Dogear would read the query differently. `!` before a qualifier becomes
 * `-`. `is:link` is dropped, because every entry has an address. Unknown qualifiers are kept, so that the page of the
 * collection reports them.
 */
export function queryFromKarakeep(text: string): string {
  const pieces = text.match(QUERY_TERM) ?? []
  const { query } = groupOf(pieces, 0, 0)
  return new TextEncoder().encode(query).length <= MAX_QUERY ? query : ''
}

interface Group {
  readonly query: string
  /** index after the group's closing parenthesis */
  readonly next: number
}

function groupOf(pieces: readonly string[], from: number, depth: number): Group {
  let left: Terms = { query: '', hasOr: false }
  let operator: Operator = 'AND'
  let at = from
  while (at < pieces.length && pieces[at] !== ')') {
    const piece = pieces[at]!
    at += 1
    if (/^(?:and|or)$/i.test(piece)) {
      operator = piece.toUpperCase() as Operator
      continue
    }
    let term = termOf(piece)
    if (piece === '(') {
      if (depth >= MAX_DEPTH) return { query: left.query, next: pieces.length }
      const group = groupOf(pieces, at, depth + 1)
      term = group.query === '' ? '' : `(${group.query})`
      at = group.next
    }
    if (term === '') continue
    left = joined(left, operator, term)
    operator = 'AND'
  }
  return { query: left.query, next: at + 1 }
}

type Operator = 'AND' | 'OR'

/** The terms joined so far. `hasOr` is true if they contain an `OR` outside parentheses. */
interface Terms {
  readonly query: string
  readonly hasOr: boolean
}

function joined({ query, hasOr }: Terms, operator: Operator, term: string): Terms {
  if (query === '') return { query: term, hasOr: false }
  if (operator === 'OR') return { query: `${query} OR ${term}`, hasOr: true }
  return { query: hasOr ? `(${query}) ${term}` : `${query} ${term}`, hasOr: false }
}

function termOf(piece: string): string {
  if (/^[-!]?is:link$/i.test(piece) || piece === '(') return ''
  return piece.replace(/^!(?=[a-z]+:|#)/i, '-')
}
