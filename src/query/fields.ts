/** The kind of a field's values. */
export type FieldKind = 'word' | 'keyword' | 'number' | 'minutes' | 'share' | 'time' | 'age'

/** All fields with the kind of their values, as described in docs/query.md. */
export const FIELDS = {
  is: 'keyword',
  in: 'keyword',
  has: 'keyword',
  no: 'keyword',
  type: 'keyword',
  tag: 'word',
  site: 'word',
  url: 'word',
  title: 'word',
  author: 'word',
  text: 'word',
  note: 'word',
  lang: 'word',
  collection: 'word',
  id: 'number',
  import: 'number',
  time: 'minutes',
  left: 'minutes',
  progress: 'share',
  highlights: 'number',
  saved: 'time',
  archived: 'time',
  starred: 'time',
  updated: 'time',
  published: 'time',
  opened: 'time',
  before: 'time',
  after: 'time',
  age: 'age',
} as const satisfies Readonly<Record<string, FieldKind>>

export type FieldName = keyof typeof FIELDS

/** Alternative names of fields, taken from other services. */
const ALIASES: Readonly<Record<string, FieldName>> = {
  label: 'tag',
  domain: 'site',
  by: 'author',
  note: 'note',
  notes: 'note',
  highlight: 'note',
  annotation: 'note',
  content: 'text',
  list: 'collection',
  language: 'lang',
  includes: 'id',
  mins: 'time',
  minutes: 'time',
  readposition: 'progress',
  added: 'saved',
  created: 'saved',
  read: 'archived',
}

/** @returns the field with this name or alias, ignoring letter case; undefined for an unknown name */
export function fieldNamed(name: string): FieldName | undefined {
  const key = name.toLowerCase()
  if (Object.hasOwn(FIELDS, key)) return key as FieldName
  return Object.hasOwn(ALIASES, key) ? ALIASES[key] : undefined
}

/** The keywords of each keyword field, mapped to their canonical form. */
export const KEYWORDS: Readonly<Record<'is' | 'in' | 'has' | 'no' | 'type', Readonly<Record<string, string>>>> = {
  is: {
    unread: 'unread',
    archived: 'archived',
    read: 'archived',
    reading: 'reading',
    finished: 'finished',
    new: 'new',
    starred: 'starred',
    fav: 'starred',
    favorite: 'starred',
    favourite: 'starred',
    liked: 'starred',
    shared: 'shared',
    public: 'shared',
    broken: 'broken',
    failed: 'broken',
    fetching: 'fetching',
    tagged: 'tagged',
    untagged: 'untagged',
    collected: 'collected',
    inlist: 'collected',
  },
  in: {
    inbox: 'inbox',
    unread: 'inbox',
    archive: 'archive',
    all: 'all',
    library: 'all',
    anywhere: 'all',
    trash: 'trash',
  },
  has: presence(),
  no: presence(),
  type: {
    article: 'article',
    link: 'article',
    pdf: 'pdf',
    file: 'pdf',
    image: 'image',
    video: 'video',
    audio: 'audio',
    text: 'text',
  },
}

function presence(): Readonly<Record<string, string>> {
  return {
    tag: 'tag',
    tags: 'tag',
    label: 'tag',
    labels: 'tag',
    note: 'note',
    notes: 'note',
    highlight: 'highlight',
    highlights: 'highlight',
    annotation: 'highlight',
    annotations: 'highlight',
    image: 'image',
    picture: 'image',
    author: 'author',
    date: 'date',
    progress: 'progress',
    collection: 'collection',
    list: 'collection',
  }
}

export type SortKey =
  | 'saved'
  | 'title'
  | 'time'
  | 'published'
  | 'updated'
  | 'archived'
  | 'starred'
  | 'opened'
  | 'relevance'

/** The names of sort orders in `sort:`, mapped to their keys. */
const SORTS: Readonly<Record<string, SortKey>> = {
  saved: 'saved',
  added: 'saved',
  created: 'saved',
  title: 'title',
  time: 'time',
  minutes: 'time',
  words: 'time',
  wordscount: 'time',
  published: 'published',
  updated: 'updated',
  archived: 'archived',
  read: 'archived',
  starred: 'starred',
  opened: 'opened',
  relevance: 'relevance',
  score: 'relevance',
  rank: 'relevance',
}

/** The canonical names of sort orders. */
export const SORT_NAMES: readonly SortKey[] = [...new Set(Object.values(SORTS))]

/** @returns the sort order with this name, ignoring letter case; undefined for an unknown name */
export function sortNamed(name: string): SortKey | undefined {
  const key = name.toLowerCase()
  return Object.hasOwn(SORTS, key) ? SORTS[key] : undefined
}

/** Sort orders that start with the lowest value by default. All others start with the highest or newest. */
export const ASCENDING_SORTS: ReadonlySet<SortKey> = new Set(['title', 'time'])
