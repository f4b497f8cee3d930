import type { Moment, TimeRange } from '../../query/read-time-range.ts'
import { momentInUtc, type Now } from '../../query/moment-in-utc.ts'
import type { FieldNode, Query, QueryNode } from '../../query/query.ts'
import type { FieldTest, NumberRange } from '../../query/read-value.ts'
import type { MessageKey } from '../messages/message-key.ts'
import { languageName } from '../layout/language-name.ts'
import type { Localization } from '../layout/localization.ts'

/** The language, the current time and the list format, which all parts of an explanation use. */
interface ExplanationContext {
  readonly words: Localization
  readonly now: Now
  readonly any: Intl.ListFormat
  readonly all: Intl.ListFormat
}

/**
 * @param now current time, from which relative times are computed
 * @returns the meaning of the query in words, such as `unread, tagged dev or ops, 5–15 min long · Newest first`
 */
export function explainQuery({ node, sort }: Query, words: Localization, now: Now): string {
  const { language, t } = words
  const context: ExplanationContext = {
    words,
    now,
    any: new Intl.ListFormat(language, { type: 'disjunction' }),
    all: new Intl.ListFormat(language, { type: 'conjunction' }),
  }
  const text = node ? explain(node, context) : t('explain.everything')
  const order = queryOrderName({ sort }, t)
  return order === undefined ? text : `${text} · ${order}`
}

function explain(node: QueryNode, context: ExplanationContext): string {
  const { t } = context.words
  switch (node.type) {
    case 'text':
      return t('explain.word', { text: node.text })
    case 'field':
      return context.any.format(node.tests.map((test) => fieldText(node.field, test, context)))
    case 'not':
      return notText(node.node, context)
    case 'and':
      return node.nodes
        .map((part) => (isSimpleChoice(part) ? explain(part, context) : grouped(part, context)))
        .join(', ')
    case 'or':
      return orText(node.nodes, context)
  }
}

const isGroup = ({ type }: QueryNode): boolean => type === 'and' || type === 'or'

/** @returns whether a node is a choice between parts that are no groups. It needs no parentheses in a list with commas. */
const isSimpleChoice = (node: QueryNode): boolean => node.type === 'or' && !node.nodes.some(isGroup)

/** @returns the explanation of a node of the query. A group of nodes gets parentheses. */
function grouped(node: QueryNode, context: ExplanationContext): string {
  const text = explain(node, context)
  return isGroup(node) ? `(${text})` : text
}

/** @returns the explanation of a choice, such as `“wall” or “tide”`, or `“wall”, or “tide” and starred` */
function orText(nodes: readonly QueryNode[], context: ExplanationContext): string {
  if (!nodes.some(isGroup)) return context.any.format(nodes.map((part) => explain(part, context)))
  const parts = nodes.map((part) =>
    part.type === 'and' ? context.all.format(part.nodes.map((one) => grouped(one, context))) : grouped(part, context),
  )
  return parts.reduce((first, second) => context.words.t('explain.or', { first, second }))
}

/** Keywords that mean the opposite of each other. `has:` and `no:` are opposites too. */
const OPPOSITES: Readonly<Record<string, string>> = {
  archived: 'unread',
  unread: 'archived',
  tagged: 'untagged',
  untagged: 'tagged',
}

/** @returns the explanation of a negated node, such as `unread` for a node that means `archived` */
function notText(node: QueryNode, context: ExplanationContext): string {
  const { t } = context.words
  if (node.type === 'text') return t('explain.without', { part: explain(node, context) })
  const [test, ...more] = node.type === 'field' ? node.tests : []
  if (node.type === 'field' && test?.kind === 'keyword' && more.length === 0) {
    if (node.field === 'has') return keywordText('no', test.word, t)
    if (node.field === 'no') return keywordText('has', test.word, t)
    const opposite = OPPOSITES[test.word]
    if (node.field === 'is' && opposite !== undefined) return keywordText('is', opposite, t)
  }
  return t('explain.not', { part: grouped(node, context) })
}

/** Fields with a time, each with the field whose explanation it shares: `before:` is explained like `saved:`. */
const TIME_FIELDS: Readonly<Record<string, string>> = { before: 'saved', after: 'saved', age: 'saved' }

function fieldText(field: FieldNode['field'], test: FieldTest, context: ExplanationContext): string {
  const { t } = context.words
  const key = `explain.field.${TIME_FIELDS[field] ?? field}` as MessageKey
  switch (test.kind) {
    case 'keyword':
      return keywordText(field, test.word, t)
    case 'word':
      if (field === 'lang') return t(key, { text: languageName(test.text, context.words) })
      return t(field === 'in' ? 'explain.field.collection' : key, { text: test.text })
    case 'number':
      return t(key, { text: rangeText(test.range, field === 'progress' ? 100 : 1, t) })
    case 'time':
      return t(key, { text: timesText(test.range, context) })
  }
}

/** Keywords, each with the keyword whose explanation it shares: `in:inbox` is explained like `is:unread`. */
const CANONICAL_KEYWORDS: Readonly<Record<string, string>> = {
  'in.inbox': 'is.unread',
  'in.archive': 'is.archived',
  'has.tag': 'is.tagged',
  'no.tag': 'is.untagged',
  'has.collection': 'is.collected',
  'no.progress': 'is.new',
}

function keywordText(field: string, word: string, t: Localization['t']): string {
  if (field === 'in' && word === 'all') return t('explain.everything')
  const name = `${field}.${word}`
  return t(`explain.${CANONICAL_KEYWORDS[name] ?? name}` as MessageKey)
}

function rangeText({ from, to }: NumberRange, factor: number, t: Localization['t']): string {
  const [first, last] = [from, to].map((bound) => (bound ? String(Math.round(bound.value * factor * 100) / 100) : ''))
  if (from && to) return from.value === to.value ? first! : t('explain.range.between', { from: first!, to: last! })
  if (from) return t(from.isExclusive ? 'explain.range.moreThan' : 'explain.range.atLeast', { from: first! })
  return t(to?.isExclusive ? 'explain.range.lessThan' : 'explain.range.atMost', { to: last! })
}

function timesText({ from, to }: TimeRange, context: ExplanationContext): string {
  const { t } = context.words
  if (from?.kind === 'ago' && !to) return t(`explain.within.${from.unit}`, { count: from.amount })
  if (to?.kind === 'ago' && !from) return t('explain.times.longerAgo', { age: ageText(to, t) })
  return daysText({ ...(from && { from }), ...(to && { to }) }, context)
}

function daysText({ from, to }: TimeRange, context: ExplanationContext): string {
  const { t } = context.words
  const [first, last] = [from && dayOf(from, context, 0), to && dayOf(to, context, -1)]
  if (first && last) {
    return first === last
      ? t('explain.times.on', { from: first })
      : t('explain.times.between', { from: first, to: last })
  }
  if (first) return t('explain.times.since', { from: first })
  return to ? t('explain.times.before', { to: dayOf(to, context, 0) }) : t('explain.times.any')
}

function ageText({ amount, unit }: Extract<Moment, { kind: 'ago' }>, t: Localization['t']): string {
  return t(`explain.age.${unit}`, { count: amount })
}

/**
 * @param shift milliseconds to add: 0 for the start of a range, -1 for its exclusive end. For example, a range that
 *   ends at midnight is shown as ending on the day before.
 * @returns the day in the user's time zone
 */
function dayOf(moment: Moment, { words, now }: ExplanationContext, shift: 0 | -1): string {
  const at = new Date(Date.parse(momentInUtc(moment, now)) + shift)
  const [year, month, day] = new Intl.DateTimeFormat('en-CA', { timeZone: now.timeZone })
    .format(at)
    .split('-')
    .map(Number)
  return words.day(new Date(Date.UTC(year!, month! - 1, day)), 'short')
}

/** Message keys of the orders that have a name in the interface. Other orders are not explained. */
const ORDERS: Readonly<Record<string, MessageKey>> = {
  'saved desc': 'filter.sorts.newest',
  'saved asc': 'filter.sorts.oldest',
  'updated desc': 'filter.sorts.updated',
  'published desc': 'filter.sorts.published',
  'title asc': 'filter.sorts.title',
  'time asc': 'filter.sorts.shortest',
  'time desc': 'filter.sorts.longest',
  'opened desc': 'filter.sorts.read',
  'relevance desc': 'search.sorts.rank',
}

/** @returns the name of the order that a query demands; undefined if it demands none, or one without a name */
export function queryOrderName({ sort: [first] }: Pick<Query, 'sort'>, t: Localization['t']): string | undefined {
  const key = first && ORDERS[`${first.key} ${first.isDescending ? 'desc' : 'asc'}`]
  return key && t(key)
}
