import type { Color } from '../../annotations/annotation-color.ts'
import type { ReviewDecision } from '../../annotations/review/review-rule.ts'
import type { ColoredInput } from '../../annotations/annotation.repository.ts'
import type { Progress } from '../../entries/changing/choose-reading-position.ts'
import type { EntryAddress } from '../../entries/saving/entry-address.ts'
import type { MergedField, CollectionChange, CollectionLayout } from '../../collections/collection.ts'
import type { Appearance } from '../../users/appearance.ts'

/** Maximum number of operations in one request. Requests with more are rejected. */
export const MAX_OPERATIONS = 200
/**
 * Maximum number of entries that one operation adds to a collection. The same limit applies to the entries that it
 * removes. Operations with more are rejected.
 */
export const MAX_ENTRIES = 500
/** Time for which results and temporary ids are stored, in milliseconds: 90 days. */
export const RESULT_RETENTION_MS = 90 * 86_400_000

/** Refers to an object by its id, or by the temporary id that the client chose when it created the object. */
export type Reference = number | string

interface OperationHead {
  /**
   * UUID of the operation. If the client sends it again, it is not applied again, and the stored result is returned.
   */
  readonly op: string
  /** ISO time of the user's action, at most the current time */
  readonly at: string
}

export interface CreateEntry extends OperationHead {
  readonly kind: 'create-entry'
  /** UUID by which later operations can refer to the new entry */
  readonly temporary: string
  readonly address: EntryAddress
  readonly set: EntrySet
  readonly tags: readonly string[]
}

/** New values of fields. Absent fields stay unchanged. */
export interface EntrySet {
  readonly archived?: boolean
  readonly starred?: boolean
  readonly title?: string
  /** an empty text removes the note */
  readonly note?: string
  /** an empty list removes the authors */
  readonly authors?: readonly string[]
  /** ISO time; null removes the date */
  readonly publishedAt?: string | null
}

export interface ChangeEntry extends OperationHead {
  readonly kind: 'change-entry'
  readonly entry: Reference
  readonly set: EntrySet
  readonly addTags: readonly string[]
  readonly removeTags: readonly string[]
}

export interface DeleteEntry extends OperationHead {
  readonly kind: 'delete-entry' | 'restore-entry'
  readonly entry: Reference
}

export interface SetProgress extends OperationHead, Progress {
  readonly kind: 'set-progress'
  readonly entry: Reference
}

export interface CreateAnnotation extends OperationHead {
  readonly kind: 'create-annotation'
  readonly temporary: string
  readonly entry: Reference
  readonly input: ColoredInput
}

export interface ChangeAnnotation extends OperationHead {
  readonly kind: 'change-annotation'
  readonly annotation: Reference
  /** new text of the note; absent to keep the current one */
  readonly text?: string
  readonly color?: Color
  readonly tags?: readonly string[]
}

export interface DeleteAnnotation extends OperationHead {
  readonly kind: 'delete-annotation'
  readonly annotation: Reference
}

export interface ReviewAnnotation extends OperationHead {
  readonly kind: 'review-annotation'
  readonly annotation: Reference
  readonly decision: ReviewDecision
}

/** New values of a collection's fields. Absent fields stay unchanged. */
export type CollectionSet = Pick<CollectionChange, MergedField>

export interface CreateCollection extends OperationHead {
  readonly kind: 'create-collection'
  /** UUID by which later operations can refer to the new collection */
  readonly temporary: string
  readonly given: CollectionSet & { readonly name: string }
}

export interface DeleteCollection extends OperationHead {
  readonly kind: 'delete-collection' | 'restore-collection'
  readonly collection: Reference
}

export interface ChangeCollection extends OperationHead {
  readonly kind: 'change-collection'
  readonly collection: Reference
  readonly set: CollectionSet
  readonly addEntries: readonly Reference[]
  readonly removeEntries: readonly Reference[]
}

export interface MoveCollection extends OperationHead {
  readonly kind: 'move-collection'
  readonly collection: Reference
  /** the collection above the new position; null for the first position */
  readonly after: Reference | null
}

export interface MoveEntry extends OperationHead {
  readonly kind: 'move-entry'
  readonly collection: Reference
  readonly entry: Reference
  /** the entry above the new position; null for the first position */
  readonly after: Reference | null
}

/** The settings that an operation may change: the layout of lists, and the appearance of pages. */
export type SettingsSet = Partial<Appearance> & { readonly layout?: CollectionLayout }

/** New values of settings, at least one. */
export interface ChangeSettings extends OperationHead {
  readonly kind: 'change-settings'
  readonly set: SettingsSet
}

/** An operation with invalid members. It is rejected. */
interface Malformed {
  readonly kind: 'malformed'
  readonly op: string
  readonly message: string
}

export type ValidOperation =
  | CreateEntry
  | ChangeEntry
  | DeleteEntry
  | SetProgress
  | CreateAnnotation
  | ChangeAnnotation
  | DeleteAnnotation
  | ReviewAnnotation
  | CreateCollection
  | ChangeCollection
  | DeleteCollection
  | MoveCollection
  | MoveEntry
  | ChangeSettings
export type Operation = ValidOperation | Malformed

/** Reasons for rejecting operations, with the descriptions in the API reference. */
export const REJECTION_REASONS = {
  'invalid-operation': 'the operation has a wrong member; `message` says which',
  refused: 'the change breaks a limit; `message` says which',
  'unknown-entry': 'no entry has this id or temporary id',
  'unknown-annotation': 'no annotation has this id or temporary id, or its entry was deleted',
  'unknown-collection': 'no collection has this id or temporary id',
  deleted: 'the object was deleted',
  expired: 'the deletion can no longer be undone',
} as const
export type Reason = keyof typeof REJECTION_REASONS

/** The result of an operation; it does not contain the operation's own id. */
export interface Outcome {
  /** `merged`: the operation was applied except for the fields in `lost`, or the object already existed */
  readonly result: 'applied' | 'merged' | 'rejected'
  /** id of the changed object */
  readonly id?: number
  readonly reason?: Reason
  readonly message?: string
  /** fields that were not changed, because a later action has set them */
  readonly lost?: readonly string[]
}

export type OperationResult = Outcome & { readonly op: string }
