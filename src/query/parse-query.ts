import { fieldNamed, sortNamed, ASCENDING_SORTS } from './fields.ts'
import { scan, type Token } from './scan-query.ts'
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
  const { tokens, warnings } = scan(text)
  const last = tokens.filter(isCondition).slice(0, MAX_TERMS).at(-1)
  const state: ParserState = { tokens, warnings, last, at: 0, terms: 0, sort: [], limit: undefined }
  // At depth 0, `parseAnd` skips closing parentheses that have no opening one. So this call reads all tokens.
  const node = parseOr(state, 0)
  return { node, sort: state.sort, limit: state.limit, warnings: state.warnings }
}

type TermToken = Extract<Token, { kind: 'term' }>

interface ParserState {
  readonly tokens: readonly Token[]
  readonly warnings: QueryWarning[]
  /** the last word or field, which the user may still be typing */
  readonly last: Token | undefined
  at: number
  terms: number
  readonly sort: SortTerm[]
  limit: number | undefined
}

const isOrder = ({ name }: TermToken): boolean => name !== undefined && /^(?:sort|limit)$/i.test(name)
const isCondition = (token: Token): boolean => token.kind === 'term' && !isOrder(token)

function warn({ warnings }: ParserState, kind: WarningKind, { start, end }: Token): void {
  warnings.push({ kind, start, end })
}

/**
 * Combines nodes into a group. A single node is returned unchanged. Nested groups of the same type become part of the
 * new group.
 */
function groupNodes(type: 'and' | 'or', nodes: readonly QueryNode[]): QueryNode | undefined {
  if (nodes.length < 2) return nodes[0]
  return { type, nodes: nodes.flatMap((node) => (node.type === type ? node.nodes : [node])) }
}

function parseOr(state: ParserState, depth: number): QueryNode | undefined {
  const nodes: QueryNode[] = []
  for (;;) {
    const node = parseAnd(state, depth)
    if (node) nodes.push(node)
    const token = state.tokens[state.at]
    if (token?.kind !== 'or') return groupNodes('or', nodes)
    state.at += 1
    if (!node || !startsTerm(state.tokens[state.at])) warn(state, 'operator', token)
  }
}

function parseAnd(state: ParserState, depth: number): QueryNode | undefined {
  const nodes: QueryNode[] = []
  for (;;) {
    const token = state.tokens[state.at]
    if (token?.kind === 'close' && depth === 0) {
      state.at += 1
      warn(state, 'parenthesis', token)
      continue
    }
    if (!token || token.kind === 'or' || token.kind === 'close') return groupNodes('and', nodes)
    if (token.kind === 'and') {
      state.at += 1
      if (nodes.length === 0 || !startsTerm(state.tokens[state.at])) warn(state, 'operator', token)
      continue
    }
    const node = parseNot(state, depth)
    if (node) nodes.push(node)
  }
}

const startsTerm = (token: Token | undefined): boolean =>
  token?.kind === 'not' || token?.kind === 'open' || token?.kind === 'term'

function parseNot(state: ParserState, depth: number): QueryNode | undefined {
  let isNegated = false
  let sign: Token | undefined
  while (state.tokens[state.at]?.kind === 'not') {
    sign = state.tokens[state.at++]
    isNegated = !isNegated
  }
  const node = parsePrimary(state, depth)
  if (!node && sign) warn(state, 'operator', sign)
  if (!node || !isNegated) return node
  return node.type === 'not' ? node.node : { type: 'not', node }
}

function parsePrimary(state: ParserState, depth: number): QueryNode | undefined {
  const token = state.tokens[state.at]
  if (token?.kind === 'open') return parseGroup(state, depth, token)
  if (token?.kind !== 'term') return undefined
  state.at += 1
  if (handleOrder(state, token)) return undefined
  state.terms += 1
  if (state.terms > MAX_TERMS) {
    if (state.terms === MAX_TERMS + 1) warn(state, 'too-many', token)
    return undefined
  }
  return parseTerm(state, token)
}

/** Beyond the maximum depth, parentheses are ignored, so their content becomes part of the surrounding group. */
function parseGroup(state: ParserState, depth: number, open: Token): QueryNode | undefined {
  state.at += 1
  if (depth >= MAX_DEPTH) {
    warn(state, 'too-deep', open)
    return undefined
  }
  const node = parseOr(state, depth + 1)
  // A missing closing parenthesis is not an error, because the user may still be typing.
  if (state.tokens[state.at]?.kind === 'close') state.at += 1
  return node
}

/**
 * Handles `sort:` and `limit:`, which apply to the whole query wherever they occur.
 * @returns true if the token was one of them
 */
function handleOrder(state: ParserState, token: TermToken): boolean {
  if (!isOrder(token)) return false
  if (token.name?.toLowerCase() === 'limit') {
    const limit = /^[1-9]\d{0,6}$/.test(token.values[0]?.text ?? '') ? Number(token.values[0]!.text) : undefined
    if (limit === undefined) warn(state, 'wrong-order', token)
    else state.limit = limit
    return true
  }
  for (const { text } of token.values) {
    const term = readSort(text)
    if (!term) warn(state, 'wrong-order', token)
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

function parseTerm(state: ParserState, token: TermToken): QueryNode {
  const field = token.name === undefined ? undefined : fieldNamed(token.name)
  if (!field) {
    if (token.name !== undefined) warn(state, 'unknown-field', token)
    return textNode(state, token)
  }
  const tests = token.values.map((value) => readValue(field, value))
  if (isComplete(tests)) return { type: 'field', field, tests }
  warn(state, token.values.length === 0 ? 'no-value' : 'wrong-value', token)
  return textNode(state, token)
}

function isComplete(tests: readonly (FieldTest | undefined)[]): tests is readonly FieldTest[] {
  return tests.length > 0 && tests.every((test) => test !== undefined)
}

function textNode({ last }: ParserState, token: TermToken): QueryNode {
  const { source, values, name } = token
  const only: ScannedValue | undefined = name === undefined ? values[0] : undefined
  return only?.isQuoted
    ? { type: 'text', text: only.text, isPhrase: true, isOpen: false }
    : { type: 'text', text: source, isPhrase: false, isOpen: token === last }
}
