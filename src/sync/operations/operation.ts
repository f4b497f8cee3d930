import type { Color } from '../../annotations/annotation-color.ts'
import type { ColoredInput } from '../../annotations/annotation.repository.ts'
import type { Progress } from '../../entries/changing/settle-progress.ts'
import type { EntryAddress } from '../../entries/saving/entry-address.ts'
import type { CollectionId } from '../../kernel/brand.ts'

/** Maximum number of operations in one request. */
export const MAX_OPERATIONS = 200
/** Maximum number of entries that one operation adds to a collection, and that it removes. */
export const MAX_ENTRIES = 500
/** Time for which results and temporary ids are kept, in milliseconds: 90 days. */
export const KEPT_RESULTS_MS = 90 * 86_400_000

/** An object of an operation: its id, or the temporary id under which the same user created it. */
export type Reference = number | string

interface Head {
  /** UUID that identifies the operation; a repeated one gets the stored result */
  readonly op: string
  /** ISO time of the user's action, never in the future */
  readonly at: string
}

export interface CreateEntry extends Head {
  readonly kind: 'create-entry'
  /** UUID under which other operations name the entry */
  readonly temporary: string
  readonly address: EntryAddress
  readonly set: EntrySet
  readonly tags: readonly string[]
}

/** New values of fields; absent ones stay. */
export interface EntrySet {
  readonly archived?: boolean
  readonly starred?: boolean
  readonly title?: string
}

export interface ChangeEntry extends Head {
  readonly kind: 'change-entry'
  readonly entry: Reference
  readonly set: EntrySet
  readonly addTags: readonly string[]
  readonly removeTags: readonly string[]
}

export interface DeleteEntry extends Head {
  readonly kind: 'delete-entry' | 'restore-entry'
  readonly entry: Reference
}

export interface SetProgress extends Head, Progress {
  readonly kind: 'set-progress'
  readonly entry: Reference
}

export interface CreateAnnotation extends Head {
  readonly kind: 'create-annotation'
  readonly temporary: string
  readonly entry: Reference
  readonly input: ColoredInput
}

export interface ChangeAnnotation extends Head {
  readonly kind: 'change-annotation'
  readonly annotation: Reference
  /** new values; absent ones stay */
  readonly text?: string
  readonly color?: Color
}

export interface DeleteAnnotation extends Head {
  readonly kind: 'delete-annotation'
  readonly annotation: Reference
}

export interface ChangeCollection extends Head {
  readonly kind: 'change-collection'
  readonly collection: CollectionId
  readonly addEntries: readonly Reference[]
  readonly removeEntries: readonly Reference[]
}

/** An operation that no server can apply. */
export interface Malformed {
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
  | ChangeCollection
export type Operation = ValidOperation | Malformed

/** Why an operation was rejected. */
export const REASONS = {
  'invalid-operation': 'the operation has a wrong member; `message` says which',
  refused: 'the change breaks a limit; `message` says which',
  'unknown-entry': 'no entry has this id or temporary id',
  'unknown-annotation': 'no annotation has this id or temporary id, or its entry was deleted',
  'unknown-collection': 'no collection has this id',
  deleted: 'the object was deleted',
  expired: 'the deletion can no longer be undone',
} as const
export type Reason = keyof typeof REASONS

/** The effect of an operation, without its id. */
export interface Outcome {
  /** `merged`: applied, except for what `lost` names, or to an object that existed already */
  readonly result: 'applied' | 'merged' | 'rejected'
  /** id of the object */
  readonly id?: number
  readonly reason?: Reason
  readonly message?: string
  /** fields whose value was set later by another change, and stays */
  readonly lost?: readonly string[]
}

export type OperationResult = Outcome & { readonly op: string }
