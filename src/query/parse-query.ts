import { fieldNamed, sortNamed, ASCENDING_SORTS } from './fields.ts'
import { scan, type Piece } from './scan-query.ts'
import type { Query, QueryNode, QueryWarning, SortTerm, WarningKind } from './query.ts'
import { readValue, type FieldTest } from './read-value.ts'
import type { ScannedValue } from './scanned-value.ts'

/**
 * Maximum depth of nested groups; deeper parentheses are ignored, with a warning. `MAX_TERMS` is the maximum number of
 * words and fields; further ones are ignored, with a warning.
 */
const MAX_DEPTH = 32
const MAX_TERMS = 64

/**
 * Parses the query language of docs/query.md, in linear time.
 * @param text any text. Only its first 4 KB are parsed.
 */
export function parseQuery(text: string): Query {
  const { pieces, warnings } = scan(text)
  const last = pieces.filter(isCondition).slice(0, MAX_TERMS).at(-1)
  const state: ParserState = { pieces, warnings, last, at: 0, terms: 0, sort: [], limit: undefined }
  // `parseOr` stops at a closing parenthesis without an opening one. It is ignored, and parsing continues after it.
  const node = parseOr(state, 0)
  return { node, sort: state.sort, limit: state.limit, warnings: state.warnings }
}

type TermPiece = Extract<Piece, { kind: 'term' }>

interface ParserState {
  readonly pieces: readonly Piece[]
  readonly warnings: QueryWarning[]
  /** the last word or field, which the user may still be typing */
  readonly last: Piece | undefined
  at: number
  terms: number
  readonly sort: SortTerm[]
  limit: number | undefined
}

const isOrder = ({ name }: TermPiece): boolean => name !== undefined && /^(?:sort|limit)$/i.test(name)
const isCondition = (piece: Piece): boolean => piece.kind === 'term' && !isOrder(piece)

function warn({ warnings }: ParserState, kind: WarningKind, { start, end }: Piece): void {
  warnings.push({ kind, start, end })
}

/**
 * Combines nodes into a group. A single node is returned unchanged. Nested groups of the same type become part of the
 * new group.
 */
function joined(type: 'and' | 'or', nodes: readonly QueryNode[]): QueryNode | undefined {
  if (nodes.length < 2) return nodes[0]
  return { type, nodes: nodes.flatMap((node) => (node.type === type ? node.nodes : [node])) }
}

function parseOr(state: ParserState, depth: number): QueryNode | undefined {
  const nodes: QueryNode[] = []
  for (;;) {
    const node = parseAnd(state, depth)
    if (node) nodes.push(node)
    const piece = state.pieces[state.at]
    if (piece?.kind !== 'or') return joined('or', nodes)
    state.at += 1
    if (!node || !startsTerm(state.pieces[state.at])) warn(state, 'operator', piece)
  }
}

function parseAnd(state: ParserState, depth: number): QueryNode | undefined {
  const nodes: QueryNode[] = []
  for (;;) {
    const piece = state.pieces[state.at]
    if (piece?.kind === 'close' && depth === 0) {
      state.at += 1
      warn(state, 'parenthesis', piece)
      continue
    }
    if (!piece || piece.kind === 'or' || piece.kind === 'close') return joined('and', nodes)
    if (piece.kind === 'and') {
      state.at += 1
      if (nodes.length === 0 || !startsTerm(state.pieces[state.at])) warn(state, 'operator', piece)
      continue
    }
    const node = parseNot(state, depth)
    if (node) nodes.push(node)
  }
}

const startsTerm = (piece: Piece | undefined): boolean =>
  piece?.kind === 'not' || piece?.kind === 'open' || piece?.kind === 'term'

function parseNot(state: ParserState, depth: number): QueryNode | undefined {
  let isNegated = false
  let sign: Piece | undefined
  while (state.pieces[state.at]?.kind === 'not') {
    sign = state.pieces[state.at++]
    isNegated = !isNegated
  }
  const node = parsePrimary(state, depth)
  if (!node && sign) warn(state, 'operator', sign)
  if (!node || !isNegated) return node
  return node.type === 'not' ? node.node : { type: 'not', node }
}

function parsePrimary(state: ParserState, depth: number): QueryNode | undefined {
  const piece = state.pieces[state.at]
  if (piece?.kind === 'open') return parseGroup(state, depth, piece)
  if (piece?.kind !== 'term') return undefined
  state.at += 1
  if (takeOrder(state, piece)) return undefined
  state.terms += 1
  if (state.terms > MAX_TERMS) {
    if (state.terms === MAX_TERMS + 1) warn(state, 'too-many', piece)
    return undefined
  }
  return parseTerm(state, piece)
}

/** Beyond the maximum depth, parentheses are ignored, so their content becomes part of the surrounding group. */
function parseGroup(state: ParserState, depth: number, open: Piece): QueryNode | undefined {
  state.at += 1
  if (depth >= MAX_DEPTH) {
    warn(state, 'too-deep', open)
    return undefined
  }
  const node = parseOr(state, depth + 1)
  // A missing closing parenthesis is not an error, because the user may still be typing.
  if (state.pieces[state.at]?.kind === 'close') state.at += 1
  return node
}

/**
 * Handles `sort:` and `limit:`, which apply to the whole query wherever they occur.
 * @returns true if the piece was one of them
 */
function takeOrder(state: ParserState, piece: TermPiece): boolean {
  if (!isOrder(piece)) return false
  if (piece.name?.toLowerCase() === 'limit') {
    const limit = /^[1-9]\d{0,6}$/.test(piece.values[0]?.text ?? '') ? Number(piece.values[0]!.text) : undefined
    if (limit === undefined) warn(state, 'wrong-order', piece)
    else state.limit = limit
    return true
  }
  for (const { text } of piece.values) {
    const term = readSort(text)
    if (!term) warn(state, 'wrong-order', piece)
    else if (state.sort.length < 3) state.sort.push(term)
  }
  return true
}

function readSort(text: string): SortTerm | undefined {
  const [, minus, name, direction] = /^(-)?([a-z]+)(?:[-_](asc|desc))?$/i.exec(text) ?? []
  const key = name === undefined ? undefined : sortNamed(name)
  if (!key) return undefined
  const isNatural = direction === undefined && minus === undefined
  const isDescending = isNatural
    ? !ASCENDING_SORTS.has(key)
    : minus !== undefined || direction?.toLowerCase() === 'desc'
  return { key, isDescending }
}

function parseTerm(state: ParserState, piece: TermPiece): QueryNode {
  const field = piece.name === undefined ? undefined : fieldNamed(piece.name)
  if (!field) {
    if (piece.name !== undefined) warn(state, 'unknown-field', piece)
    return textNode(state, piece)
  }
  const tests = piece.values.map((value) => readValue(field, value))
  if (isComplete(tests)) return { type: 'field', field, tests }
  warn(state, piece.values.length === 0 ? 'no-value' : 'wrong-value', piece)
  return textNode(state, piece)
}

function isComplete(tests: readonly (FieldTest | undefined)[]): tests is readonly FieldTest[] {
  return tests.length > 0 && tests.every((test) => test !== undefined)
}

function textNode({ last }: ParserState, piece: TermPiece): QueryNode {
  const { source, values, name } = piece
  const only: ScannedValue | undefined = name === undefined ? values[0] : undefined
  return only?.isQuoted
    ? { type: 'text', text: only.text, isPhrase: true, isOpen: false }
    : { type: 'text', text: source, isPhrase: false, isOpen: piece === last }
}
