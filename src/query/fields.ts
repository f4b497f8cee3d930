/** The kind of value that a field takes. */
export type FieldKind = 'word' | 'keyword' | 'number' | 'minutes' | 'share' | 'time' | 'age'

/** Every field by its name, with the kind of its values. docs/query.md describes them. */
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

/** Other names of the fields, as other services call them. */
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

/** @returns the field of a name or alias, in any case; undefined for an unknown name */
export function fieldNamed(name: string): FieldName | undefined {
  const key = name.toLowerCase()
  if (Object.hasOwn(FIELDS, key)) return key as FieldName
  return Object.hasOwn(ALIASES, key) ? ALIASES[key] : undefined
}

/** The words that a keyword field takes, each with its plain spelling. */
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
  in: { inbox: 'inbox', unread: 'inbox', archive: 'archive', all: 'all', library: 'all', anywhere: 'all' },
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
    highlight: 'note',
    highlights: 'note',
    annotation: 'note',
    annotations: 'note',
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
  'saved' | 'title' | 'time' | 'published' | 'updated' | 'archived' | 'starred' | 'opened' | 'relevance'

/** The words that `sort:` takes, each with its key. */
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

/** The plain names that `sort:` takes. */
export const SORT_NAMES: readonly SortKey[] = [...new Set(Object.values(SORTS))]

/** @returns the key of a name that `sort:` takes; undefined for an unknown name */
export function sortNamed(name: string): SortKey | undefined {
  const key = name.toLowerCase()
  return Object.hasOwn(SORTS, key) ? SORTS[key] : undefined
}

/** Orders that start with the lowest value unless the query says otherwise; the others start with the newest. */
export const ASCENDING_SORTS: ReadonlySet<SortKey> = new Set(['title', 'time'])
