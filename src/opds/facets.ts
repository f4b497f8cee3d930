import type { EntryFilter } from '../entries/listing/entry-filter.ts'
import type { ListEntries, ListOwner } from '../entries/listing/list-entries.ts'
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

/** A choice, and the conditions and the order of the list that it leads to. */
type FacetLink = FacetGroup['choices'][number] & { readonly filter: Partial<EntryFilter> }

/** The facets of a list, with the choices of a request. */
interface ChosenFacets {
  /** conditions and order of the chosen facets */
  readonly filter: Partial<EntryFilter>
  readonly groups: readonly (FacetGroup & { readonly name: FacetName; readonly choices: readonly FacetLink[] })[]
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
  const filterWith = (changed?: FacetName, to?: FacetChoice) =>
    Object.assign(
      {},
      ...names.map((name) => conditionsOf(name, name === changed ? to! : chosen.get(name)!)),
    ) as Partial<EntryFilter>
  const groups = names.map((name) => ({
    name,
    title: labels.facets[name],
    choices: choicesOf(name).map(([choice]) => ({
      title: labels.choices[choice],
      query: queryWith(name, choice),
      filter: filterWith(name, choice),
      isActive: chosen.get(name) === choice,
    })),
  }))
  return { filter: filterWith(), groups, query: queryWith() }
}

/**
 * @param list lists the articles of a filter
 * @param own conditions of the list
 * @param total number of articles with the chosen facets
 * @returns the facets with the numbers of articles that their choices lead to. Those of the order have none: it changes no number.
 */
export async function countChoices(
  list: ListEntries,
  owner: ListOwner,
  { own, groups }: { readonly own: EntryFilter; readonly groups: ChosenFacets['groups'] },
  total: number,
): Promise<FacetGroup[]> {
  const countOf = async ({ isActive, filter }: FacetLink) =>
    isActive ? total : (await list(owner, { ...filter, ...own, ...ONLY_COUNTED })).total
  const counted: FacetGroup[] = []
  for (const group of groups) {
    const choices: FacetGroup['choices'][number][] = []
    // One after another, so that a feed keeps no more than one connection of the database busy.
    for (const choice of group.choices) {
      choices.push(group.name === 'sort' ? choice : { ...choice, count: await countOf(choice) })
    }
    counted.push({ ...group, choices })
  }
  return counted
}

/** An empty page: no article has this place. */
const ONLY_COUNTED = { sort: 'none', order: 'asc', page: 1, perPage: 1, offset: Number.MAX_SAFE_INTEGER } as const

const conditionsOf = (name: FacetName, wanted: FacetChoice): Partial<EntryFilter> =>
  choicesOf(name).find(([choice]) => choice === wanted)![1]

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
