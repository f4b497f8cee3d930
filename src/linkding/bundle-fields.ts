import { MAX_NAME } from '../collections/collection.ts'
import { isJsonObject } from '../kernel/json.ts'
import { storableText } from '../kernel/storable-text.ts'
import { LinkdingError } from './linkding-error.ts'
import { toDogearQuery } from './linkding-query.ts'

/** The fields of a bundle in a request; absent ones stay as they are. */
interface BundleFields {
  readonly name?: string
  /** the conditions of all fields together; absent if the request contains none of them */
  readonly query?: string
  /** place in the list, from 0 */
  readonly order?: number
}

const TEXTS = ['name', 'search', 'any_tags', 'all_tags', 'excluded_tags'] as const
const FILTERS = { filter_unread: ['is:unread', 'is:archived'], filter_shared: ['is:shared', '-is:shared'] } as const
const STATES = ['off', 'yes', 'no']
const MAX_TEXT = 256

type Texts = Readonly<Partial<Record<(typeof TEXTS)[number] | keyof typeof FILTERS, string>>>

/**
 * Parses the body of a request that creates or changes a bundle.
 * @throws LinkdingError 400 with the reasons for each refused field
 */
export function parseBundle(body: unknown, { needsName }: { readonly needsName: boolean }): BundleFields {
  const fields = isJsonObject(body) ? body : {}
  const reasons = new Map<string, string>()
  const texts = textsIn(fields, reasons)
  if (needsName && fields['name'] === undefined) reasons.set('name', 'This field is required.')
  if (texts.name === '') reasons.set('name', 'This field may not be blank.')
  const order = fields['order']
  const isPlace = order === undefined || (Number.isInteger(order) && Number(order) >= 0)
  if (!isPlace) reasons.set('order', 'A valid integer is required.')
  if (reasons.size > 0) {
    throw new LinkdingError(400, Object.fromEntries([...reasons].map(([name, reason]) => [name, [reason]])))
  }
  const { name, ...conditions } = texts
  return {
    ...(name !== undefined && { name: [...name].slice(0, MAX_NAME).join('') }),
    ...(Object.keys(conditions).length > 0 && { query: queryOf(conditions) }),
    ...(order !== undefined && { order: Number(order) }),
  }
}

function textsIn(fields: Readonly<Record<string, unknown>>, reasons: Map<string, string>): Texts {
  const texts: Record<string, string> = {}
  for (const name of [...TEXTS, ...Object.keys(FILTERS)]) {
    const value = fields[name]
    if (value === undefined) continue
    if (typeof value !== 'string') reasons.set(name, 'Not a valid string.')
    else if (value.length > MAX_TEXT) reasons.set(name, `Ensure this field has no more than ${MAX_TEXT} characters.`)
    else if (name in FILTERS && !STATES.includes(value)) reasons.set(name, `"${value}" is not a valid choice.`)
    else texts[name] = storableText(value).trim()
  }
  return texts
}

/** @returns the conditions of a bundle in the query language (docs/query.md) */
function queryOf(texts: Texts): string {
  const tags = (name: 'any_tags' | 'all_tags' | 'excluded_tags'): string[] =>
    (texts[name] ?? '').split(/[\s,]+/).flatMap((tag) => (tag === '' ? [] : [`tag:"${tag.replaceAll(/["\\]/g, '')}"`]))
  const any = tags('any_tags')
  const search = toDogearQuery(texts.search ?? '')
  return [
    ...(search === '' ? [] : [/\bOR\b/.test(search) ? `(${search})` : search]),
    ...(any.length > 1 ? [`(${any.join(' OR ')})`] : any),
    ...tags('all_tags'),
    ...tags('excluded_tags').map((tag) => `-${tag}`),
    ...Object.entries(FILTERS).flatMap(([name, [yes, no]]) => {
      const state = texts[name as keyof typeof FILTERS]
      return state === 'yes' ? [yes] : state === 'no' ? [no] : []
    }),
  ].join(' ')
}
