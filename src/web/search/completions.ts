import type { Collection } from '../../collections/collection.ts'
import type { NameCompleter } from '../../entries/listing/name-completer.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { CompletionTarget } from '../../query/completion-target.ts'
import { FIELDS, KEYWORDS, SORT_NAMES, type FieldKind } from '../../query/fields.ts'
import { quote } from '../../query/read-value.ts'
import { foldText } from '../../query/text/fold-text.ts'

/** A suggested completion for the part of a query at the caret. */
export interface Completion {
  /** text that replaces the typed part */
  readonly text: string
  /** true if the user must continue typing, for example the value after the name of a field */
  readonly isOpen: boolean
}

/** The names and values from which suggestions are taken. */
interface CompletionSources {
  readonly names: NameCompleter
  readonly tags: readonly string[]
  readonly collections: readonly Pick<Collection, 'name'>[]
}

const MAX_COMPLETIONS = 8

/** Suggested values for fields with numbers and times. */
const TYPICAL_VALUES: Readonly<Partial<Record<FieldKind, readonly string[]>>> = {
  number: ['1', '>1', '>5'],
  minutes: ['<5', '<10', '5..15', '>20', '>60'],
  share: ['<10', '10..90', '>90'],
  time: ['today', 'yesterday', '7d', '30d', '1y'],
  age: ['<7d', '>30d', '>1y'],
}

/**
 * @returns at most eight suggestions. Those that start with the typed text come before those that only contain it. Empty
 *   if the typed text is complete.
 */
export async function completionsFor(
  { field, typed }: CompletionTarget,
  owner: UserId,
  sources: CompletionSources,
): Promise<readonly Completion[]> {
  if (field === undefined) {
    const begun = typed.toLowerCase()
    const names = [...Object.keys(FIELDS), 'sort'].filter((name) => name.startsWith(begun))
    return names.slice(0, MAX_COMPLETIONS).map((name) => ({ text: `${name}:`, isOpen: true }))
  }
  const values = await valuesOf(field, typed, owner, sources)
  if (values.length === 1 && foldText(values[0]!) === foldText(typed)) return []
  return values
    .slice(0, MAX_COMPLETIONS)
    .map((value) => ({ text: /[\s()",]/.test(value) ? quote(value) : value, isOpen: false }))
}

async function valuesOf(
  field: NonNullable<CompletionTarget['field']>,
  typed: string,
  owner: UserId,
  { names, tags, collections }: CompletionSources,
): Promise<readonly string[]> {
  const collectionNames = collections.map(({ name }) => name)
  switch (field) {
    case 'sort':
      return matching(SORT_NAMES, typed)
    case 'tag':
      return matching(tags, typed)
    case 'collection':
      return matching(collectionNames, typed)
    case 'site':
      return names.sites(owner, typed, MAX_COMPLETIONS)
    case 'author':
      return names.authors(owner, typed, MAX_COMPLETIONS)
    case 'in':
      return matching([...keywords('in'), ...collectionNames], typed)
    default: {
      const kind = FIELDS[field]
      if (kind === 'keyword') return matching(keywords(field as keyof typeof KEYWORDS), typed)
      return matching(TYPICAL_VALUES[kind] ?? [], typed)
    }
  }
}

/** @returns the keywords that are values of a field, such as `unread` for `is`. Alternative spellings are omitted. */
function keywords(field: keyof typeof KEYWORDS): string[] {
  return [...new Set(Object.values(KEYWORDS[field]))]
}

function matching(values: readonly string[], typed: string): string[] {
  const begun = foldText(typed)
  const keyed = values.map((value) => ({ value, key: foldText(value) }))
  const first = keyed.filter(({ key }) => key.startsWith(begun))
  const later = keyed.filter(({ key }) => !key.startsWith(begun) && key.includes(begun))
  return [...first, ...later].map(({ value }) => value)
}
