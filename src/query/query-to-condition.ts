import type {
  Condition,
  ColumnTest,
  Flag,
  MediaKind,
  NumberColumn,
  StoredRange,
  TextPart,
  TokenTest,
} from './condition.ts'
import { momentInUtc, type Now } from './moment-in-utc.ts'
import type { FieldNode, Query, QueryNode, TextNode } from './query.ts'
import type { Bound, FieldTest, NumberRange } from './read-value.ts'
import type { TimeRange } from './read-time-range.ts'
import { fieldToken } from './text/field-token.ts'
import { tokenize, tokenizeQuery } from './text/tokenize.ts'

/** A word with at least this number of characters also matches longer words that begin with it. */
const MIN_PREFIX_LENGTH = 3
/** Like `MIN_PREFIX_LENGTH`, but for `word*`, and for the last word of a query, which the user may still be typing. */
const MIN_LAST_PREFIX_LENGTH = 2

const MATCHES_ALL: Condition = { type: 'constant', value: true }
const MATCHES_NOTHING: Condition = { type: 'constant', value: false }

/**
 * @param now the reader's time zone, and the time that relative times such as `today` refer to
 * @param findCollectionCondition finds the collection of `in:"Name"`; by default, such a condition matches nothing
 * @param isTrash true for a query on the trash; `in:trash` matches nothing in all other lists
 * @returns the condition for the query. A query that contains only symbols, such as a single quotation mark, matches
 *   nothing.
 */
export function queryToCondition(
  { node }: Query,
  now: Now,
  findCollectionCondition: FindCollectionCondition = findNoCollection,
  { isTrash = false }: { readonly isTrash?: boolean } = {},
): Condition {
  if (!node) return MATCHES_ALL
  return compile(node, { now, findCollectionCondition, isTrash, isNegated: false }) ?? MATCHES_NOTHING
}

/** @returns the condition of the collection with the given name; undefined if there is none */
export type FindCollectionCondition = (name: string) => Condition | undefined

const findNoCollection: FindCollectionCondition = () => undefined

interface Context {
  readonly now: Now
  readonly findCollectionCondition: FindCollectionCondition
  readonly isTrash: boolean
  readonly isNegated: boolean
}

/** @returns undefined for text without letters and digits, which is ignored */
function compile(node: QueryNode, context: Context): Condition | undefined {
  switch (node.type) {
    case 'text':
      return textCondition(node, context)
    case 'field':
      return anyOf(node.tests.map((test) => fieldCondition(node, test, context)))
    case 'not': {
      const part = compile(node.node, { ...context, isNegated: !context.isNegated })
      return part && negated(part)
    }
    default: {
      const parts = node.nodes.flatMap((part) => flattenGroup(node.type, compile(part, context)))
      return parts.length < 2 ? parts[0] : { type: node.type, parts }
    }
  }
}

/**
 * @returns the conditions that `part` adds to a group of this type. A nested group of the same type is replaced by its
 *   parts.
 */
function flattenGroup(type: 'and' | 'or', part: Condition | undefined): readonly Condition[] {
  if (!part) return []
  return part.type === type ? part.parts : [part]
}

function negated(part: Condition): Condition {
  if (part.type === 'not') return part.part
  return part.type === 'constant' ? { ...part, value: !part.value } : { type: 'not', part }
}

function anyOf(parts: readonly Condition[]): Condition {
  return parts.length === 1 ? parts[0]! : { type: 'or', parts }
}

function allOf(parts: readonly Condition[]): Condition {
  return parts.length === 1 ? parts[0]! : { type: 'and', parts }
}

function textCondition({ text, isPhrase, isOpen }: TextNode, { isNegated }: Context): TokenTest | undefined {
  const isStarred = !isPhrase && text.endsWith('*')
  const from = isStarred || (isOpen && !isNegated) ? MIN_LAST_PREFIX_LENGTH : MIN_PREFIX_LENGTH
  // Phrases match exactly, and so do excluded words without a `*`.
  const allowsPrefix = !isPhrase && (isStarred || !isNegated)
  return tokenTest(text, allowsPrefix ? from : undefined)
}

/**
 * Matches two characters of Han, kana or Hangul. They are a complete token of the index, so they need not match as a
 * prefix.
 */
const BIGRAM = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]{2}$/v

/**
 * @param minPrefixLength minimum length in characters of a last token that also matches longer words; undefined if the
 *   last token must match exactly. A single Chinese, Japanese or Korean character at the end always matches longer
 *   words too.
 */
function tokenTest(text: string, minPrefixLength: number | undefined, part?: TextPart): TokenTest | undefined {
  // The scheme is removed, because the index contains addresses without it.
  const { tokens, endsInCharacter } = tokenizeQuery(text.replace(/^https?:\/\//i, ''))
  const last = tokens.at(-1)
  if (last === undefined) return undefined
  const isLong = minPrefixLength !== undefined && [...last].length >= minPrefixLength && !BIGRAM.test(last)
  const test = { type: 'tokens', tokens, isPrefix: endsInCharacter || isLong, isText: true } as const
  return part === undefined ? test : { ...test, part }
}

function fieldCondition({ field }: FieldNode, test: FieldTest, context: Context): Condition {
  const { now, findCollectionCondition, isTrash } = context
  switch (test.kind) {
    case 'word':
      if (field === 'in' || field === 'collection') return findCollectionCondition(test.text) ?? MATCHES_NOTHING
      return wordCondition(field as WordField, test.text, test.isQuoted)
    case 'keyword':
      if (field === 'in' && test.word === 'trash') return isTrash ? MATCHES_ALL : MATCHES_NOTHING
      return keywordCondition(field as KeywordField, test.word)
    case 'number':
      return numberCondition(NUMBER_COLUMNS[field as keyof typeof NUMBER_COLUMNS], test.range)
    case 'time':
      return timeCondition(field, test.range, now)
  }
}

type WordField = 'tag' | 'site' | 'url' | 'title' | 'author' | 'text' | 'note' | 'lang'
type KeywordField = 'is' | 'in' | 'has' | 'no' | 'type'

const NUMBER_COLUMNS = {
  id: 'id',
  import: 'import',
  time: 'minutes',
  left: 'minutesLeft',
  progress: 'share',
  highlights: 'annotations',
} as const

const PART_OF_FIELD = { title: 'title', text: 'content', note: 'notes' } as const

function wordCondition(field: WordField, text: string, isQuoted: boolean): Condition {
  switch (field) {
    case 'tag':
      return tagCondition(text, isQuoted)
    case 'site':
      return wholeToken(fieldToken('site', hostOf(text)))
    case 'lang':
      return wholeToken(fieldToken('lang', text))
    case 'url':
      return { type: 'address', text: text.toLowerCase() }
    case 'author':
      return authorCondition(text)
    default:
      return (
        tokenTest(
          text,
          isQuoted ? undefined : text.endsWith('*') ? MIN_LAST_PREFIX_LENGTH : MIN_PREFIX_LENGTH,
          PART_OF_FIELD[field],
        ) ?? MATCHES_NOTHING
      )
  }
}

function wholeToken(token: string | undefined, isPrefix = false): Condition {
  return token === undefined ? MATCHES_NOTHING : { type: 'tokens', tokens: [token], isPrefix, isText: false }
}

/** `tag:*` matches any tag, and `tag:dev/*` every tag that begins with `dev/`. */
function tagCondition(text: string, isQuoted: boolean): Condition {
  if (isQuoted || !text.endsWith('*')) return wholeToken(fieldToken('tag', text))
  const beginning = text.slice(0, -1)
  return beginning === '' ? flag('tagged') : wholeToken(fieldToken('tag', beginning), true)
}

function authorCondition(text: string): Condition {
  const words = [...tokenize(text)].slice(0, 10).map((word) => wholeToken(fieldToken('author', word)))
  return words.length === 0 ? MATCHES_NOTHING : allOf(words)
}

/** @returns the host name in a value, which may be a host name or a whole address */
function hostOf(value: string): string {
  return value
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^\*?\.|\.$/g, '')
}

const flag = (name: Flag): ColumnTest => ({ type: 'flag', flag: name })
const not = (name: Flag): Condition => ({ type: 'not', part: flag(name) })
const both = (...parts: Condition[]): Condition => ({ type: 'and', parts })

const STATE_CONDITIONS: Readonly<Record<string, Condition>> = {
  unread: not('archived'),
  archived: flag('archived'),
  reading: both(not('archived'), flag('begun')),
  finished: flag('finished'),
  new: not('opened'),
  starred: flag('starred'),
  shared: flag('shared'),
  broken: flag('failed'),
  fetching: flag('pending'),
  tagged: flag('tagged'),
  untagged: not('tagged'),
  collected: flag('collected'),
}

const LIST_CONDITIONS: Readonly<Record<string, Condition>> = {
  inbox: not('archived'),
  archive: flag('archived'),
  all: MATCHES_ALL,
}

const PRESENCE_CONDITIONS: Readonly<Record<string, Condition>> = {
  tag: flag('tagged'),
  note: flag('annotated'),
  highlight: { type: 'number', column: 'annotations', range: { from: 1 } },
  image: flag('pictured'),
  author: flag('authored'),
  date: { type: 'time', column: 'published', range: {} },
  progress: flag('opened'),
  collection: flag('collected'),
}

function keywordCondition(field: KeywordField, word: string): Condition {
  if (field === 'is') return STATE_CONDITIONS[word]!
  if (field === 'in') return LIST_CONDITIONS[word]!
  if (field === 'has') return PRESENCE_CONDITIONS[word]!
  return field === 'no' ? negated(PRESENCE_CONDITIONS[word]!) : { type: 'media', kind: word as MediaKind }
}

/** Columns with whole numbers. PostgreSQL accepts only whole numbers in comparisons with them. */
const WHOLE_NUMBER_COLUMNS: ReadonlySet<NumberColumn> = new Set(['id', 'minutes', 'annotations', 'import'])

function numberCondition(column: NumberColumn, { from, to }: NumberRange): Condition {
  const isWhole = WHOLE_NUMBER_COLUMNS.has(column)
  const range: StoredRange<number> = {
    ...(from ? { from: isWhole ? wholeBound(from, 'from') : from.value, isFromExclusive: from.isExclusive } : {}),
    ...(to ? { to: isWhole ? wholeBound(to, 'to') : to.value, isToExclusive: to.isExclusive } : {}),
  }
  return { type: 'number', column, range }
}

/**
 * @returns a whole number that gives the same comparison for whole numbers. For example, "more than 4.5" becomes "more
 *   than 4", and "at least 4.5" becomes "at least 5".
 */
function wholeBound({ value, isExclusive }: Bound, end: 'from' | 'to'): number {
  return (end === 'from') === isExclusive ? Math.floor(value) : Math.ceil(value)
}

const SAVING_TIME_FIELDS: ReadonlySet<string> = new Set(['age', 'before', 'after'])

function timeCondition(field: FieldNode['field'], { from, to }: TimeRange, now: Now): Condition {
  const column = SAVING_TIME_FIELDS.has(field) ? 'saved' : (field as 'saved')
  const range = {
    ...(from ? { from: momentInUtc(from, now) } : {}),
    ...(to ? { to: momentInUtc(to, now), isToExclusive: true } : {}),
  }
  return { type: 'time', column, range }
}
