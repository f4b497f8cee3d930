import type { SeededRandom } from '../crash/seeded-random.ts'
import type { Fields, Library, Operation } from './library-model.ts'

const ADDRESSES = ['https://example.org/one', 'https://example.org/two']
const LABELS = ['ink', 'paper', 'press']

type Maker = (draw: Draw) => Operation | undefined

interface Draw {
  readonly random: SeededRandom
  readonly library: Library
  readonly serial: number
  readonly id: number
}

/** The share of each kind of operation in percent. */
const MAKERS: readonly (readonly [percent: number, make: Maker])[] = [
  [40, ({ random, serial, id }) => ({ kind: 'patch', id, fields: someFields(random, serial) })],
  [10, ({ random, id }) => ({ kind: 'add-tags', id, labels: [pick(random, LABELS)!] })],
  [5, ({ random, id }) => ({ kind: 'remove-tags', id, labels: [pick(random, LABELS)!] })],
  [5, ({ random }) => ({ kind: 'drop-tag', label: pick(random, LABELS)! })],
  [5, renameTag],
  [10, ({ serial, id }) => ({ kind: 'annotate', id, text: `note ${serial}` })],
  [5, deleteAnnotation],
  [8, ({ id }) => ({ kind: 'delete', id })],
  [6, ({ serial, id }) => ({ kind: 'trash', id, batch: `batch-${serial}` })],
  [6, restore],
]

/** @param serial a unique number; written texts contain it, so that each shows the operation that wrote it */
export function randomOperation(random: SeededRandom, library: Library, serial: number): Operation {
  const id = pick(random, Object.keys(library.entries).map(Number))
  if (id === undefined || random.chance(0.2)) return save(random, serial)
  let draw = random.between(0, 99)
  const [, make] = MAKERS.find(([percent]) => (draw -= percent) < 0)!
  return make({ random, library, serial, id }) ?? save(random, serial)
}

function save(random: SeededRandom, serial: number): Operation {
  const tags = LABELS.filter(() => random.chance(0.5))
  return { kind: 'save', url: pick(random, ADDRESSES)!, fields: { ...allFields(random, serial), tags } }
}

function renameTag({ random, library }: Draw): Operation | undefined {
  const tagId = pick(random, Object.values(library.tags))
  return tagId === undefined ? undefined : { kind: 'rename-tag', tagId, label: pick(random, LABELS)! }
}

function deleteAnnotation({ random, library }: Draw): Operation | undefined {
  const ids = Object.values(library.entries).flatMap(({ annotations }) => Object.keys(annotations).map(Number))
  const annotationId = pick(random, ids)
  return annotationId === undefined ? undefined : { kind: 'delete-annotation', annotationId }
}

function restore({ random, library }: Draw): Operation | undefined {
  const batch = pick(random, Object.keys(library.trash))
  return batch === undefined ? undefined : { kind: 'restore', batch }
}

/** @returns a random item; undefined if the list is empty */
function pick<T>(random: SeededRandom, list: readonly T[]): T | undefined {
  return list[random.between(0, list.length - 1)]
}

function allFields(random: SeededRandom, serial: number): Fields {
  const flags = { isArchived: random.chance(0.5), isStarred: random.chance(0.5) }
  return { title: `title ${serial}`, content: `<p>content ${serial}</p>`, ...flags }
}

function someFields(random: SeededRandom, serial: number): Fields {
  const all = allFields(random, serial)
  const tags = [pick(random, LABELS)!]
  const choices = [
    { title: all.title! },
    { isArchived: all.isArchived! },
    { isStarred: all.isStarred!, tags },
    { content: all.content! },
    { ...all, tags },
  ]
  return pick(random, choices)!
}
