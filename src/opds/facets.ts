import type { EntryFilter } from '../entries/listing/entry-filter.ts'
import { AppError } from '../kernel/errors.ts'
import type { FacetGroup } from './catalog-feed.ts'
import type { CatalogLabels } from './catalog-labels.ts'

/** Articles of at most so many minutes are short, and of at least so many are long. */
export const SHORT: Partial<EntryFilter> = { maxMinutes: 5 }
export const LONG: Partial<EntryFilter> = { minMinutes: 20 }

type FacetName = keyof CatalogLabels['facets']
type FacetChoice = keyof CatalogLabels['choices']

/** The choices of each facet, with their conditions. The first one is the default. */
const FACETS = {
  state: { all: {}, unread: { isArchived: false }, archived: { isArchived: true } },
  length: { any: {}, short: SHORT, long: LONG },
  sort: {
    // By id: an app that has seen a book stops at it, so older books must never come before newer ones.
    newest: { sort: 'created', order: 'desc' },
    oldest: { sort: 'created', order: 'asc' },
    shortest: { sort: 'minutes', order: 'asc' },
    title: { sort: 'title', order: 'asc' },
  },
} as const satisfies Readonly<Record<FacetName, Partial<Record<FacetChoice, Partial<EntryFilter>>>>>

type Choices = readonly (readonly [FacetChoice, Partial<EntryFilter>])[]

/** The facets of a list, with the choices of a request. */
interface ChosenFacets {
  /** conditions and order of the chosen facets */
  readonly filter: Partial<EntryFilter>
  readonly groups: readonly FacetGroup[]
  /** parameters that are not the default, and those of the list itself */
  readonly query: URLSearchParams
}

/**
 * @param own conditions of the list. It has no facet that they decide already.
 * @param kept parameters of the list itself
 * @throws AppError `invalid_input` for a choice that does not exist
 */
export function chooseFacets(
  own: Partial<EntryFilter>,
  { parameters, kept }: { readonly parameters: URLSearchParams; readonly kept: URLSearchParams },
  labels: CatalogLabels,
): ChosenFacets {
  const names = (Object.keys(FACETS) as FacetName[]).filter((name) => isFree(own, name))
  const chosen = new Map(names.map((name) => [name, requireChoice(name, parameters.get(name))]))
  const queryWith = (changed?: FacetName, to?: FacetChoice) => {
    const query = new URLSearchParams(kept)
    for (const [name, choice] of chosen) {
      const value = name === changed ? to! : choice
      if (value !== choicesOf(name)[0]![0]) query.set(name, value)
    }
    return query
  }
  const groups = names.map((name) => ({
    title: labels.facets[name],
    choices: choicesOf(name).map(([choice]) => ({
      title: labels.choices[choice],
      query: queryWith(name, choice),
      isActive: chosen.get(name) === choice,
    })),
  }))
  const filters = names.map((name) => choicesOf(name).find(([choice]) => choice === chosen.get(name))![1])
  return { filter: Object.assign({}, ...filters) as Partial<EntryFilter>, groups, query: queryWith() }
}

const choicesOf = (name: FacetName): Choices => Object.entries(FACETS[name]) as unknown as Choices

function isFree(own: Partial<EntryFilter>, name: FacetName): boolean {
  const decided = choicesOf(name).flatMap(([, filter]) => Object.keys(filter))
  return !decided.some((key) => key in own)
}

function requireChoice(name: FacetName, given: string | null): FacetChoice {
  const choices = choicesOf(name).map(([choice]) => choice)
  const choice = given === null || given === '' ? choices[0] : choices.find((one) => one === given)
  if (choice === undefined) throw new AppError('invalid_input', `"${name}" is one of: ${choices.join(', ')}`)
  return choice
}
