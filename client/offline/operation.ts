import type { AnnotationRange } from '../../src/annotations/annotation.ts'
import type { ReviewDecision } from '../../src/annotations/review/review-rule.ts'
import type { CollectionProperties, CollectionLayout } from '../../src/collections/collection.ts'
import type { ActionKind } from '../../src/entries/undoable-actions/action.repository.ts'
import type { SettingsSet } from '../../src/sync/operations/operation.ts'

/** Fields of a collection that operations can set. */
export interface CollectionMembers {
  readonly name?: string
  readonly icon?: CollectionProperties['icon']
  readonly query?: string
  readonly sort?: CollectionProperties['sort']
  /** null to use the layout of the other lists */
  readonly layout?: CollectionLayout | null
  readonly pinned?: boolean
}

/** A change to the library that the server can apply (docs/sync.md). Its ids may be local ones (local-ids.ts). */
export type Operation =
  | { readonly type: 'entries'; readonly action: 'create'; readonly tmp: string; readonly url: string }
  | {
      readonly type: 'entries'
      readonly action: 'change'
      readonly id: number
      readonly set?: {
        readonly archived?: boolean
        readonly starred?: boolean
        readonly title?: string
        readonly note?: string
        readonly authors?: readonly string[]
        readonly published_at?: string | null
      }
      readonly add_tags?: readonly string[]
      readonly remove_tags?: readonly string[]
    }
  | { readonly type: 'entries'; readonly action: 'delete' | 'restore'; readonly id: number }
  | {
      readonly type: 'progress'
      readonly action: 'set'
      readonly id: number
      readonly block: number
      readonly share: number
    }
  | {
      readonly type: 'annotations'
      readonly action: 'create'
      readonly tmp: string
      readonly entry: number
      readonly quote: string
      readonly ranges: readonly AnnotationRange[]
      readonly text: string
      readonly color?: string
      readonly tags?: readonly string[]
    }
  | {
      readonly type: 'annotations'
      readonly action: 'change'
      readonly id: number
      readonly text?: string
      readonly color?: string
      readonly tags?: readonly string[]
    }
  | { readonly type: 'annotations'; readonly action: 'delete'; readonly id: number }
  | {
      readonly type: 'annotations'
      readonly action: 'review'
      readonly id: number
      readonly decision: ReviewDecision
    }
  | ({ readonly type: 'collections'; readonly action: 'create'; readonly tmp: string; readonly name: string } & Omit<
      CollectionMembers,
      'name'
    >)
  | { readonly type: 'collections'; readonly action: 'delete'; readonly id: number }
  | { readonly type: 'collections'; readonly action: 'restore'; readonly id: number }
  | {
      readonly type: 'collections'
      readonly action: 'change'
      readonly id: number
      readonly set?: CollectionMembers
      readonly add_entries?: readonly number[]
      readonly remove_entries?: readonly number[]
    }
  | { readonly type: 'settings'; readonly action: 'change'; readonly set: SettingsSet }
  /** `after`: id of the collection or entry above the new position; null for the first position */
  | { readonly type: 'collections'; readonly action: 'move'; readonly id: number; readonly after: number | null }
  | {
      readonly type: 'collections'
      readonly action: 'move-entry'
      readonly id: number
      readonly entry: number
      readonly after: number | null
    }

/**
 * `waiting`: not sent yet. `sent`: applied by the server, but not yet part of the stored library. `rejected`: not
 * applied by the server. `done`: part of the stored library; the record is kept for undo and for translating local ids.
 */
export type OperationState = 'waiting' | 'sent' | 'rejected' | 'done'

/** An operation in the outbox. Operations are sent in the order of `seq`. */
export interface OutboxRecord {
  /** auto-incremented key in the object store */
  readonly seq: number
  /** UUID by which the server recognizes a repeated operation */
  readonly op: string
  /** ISO time of the change on this device */
  readonly at: string
  /** id of the user's action to which the operation belongs, from `newLocalId` (local-ids.ts) */
  readonly actionId: number
  readonly kind:
    | ActionKind
    | 'save'
    | 'title'
    | 'entryNote'
    | 'authors'
    | 'date'
    | 'progress'
    | 'layout'
    | 'look'
    | 'undo'
  /** title of the entry, shown in the list of pending changes */
  readonly title: string
  readonly operation: Operation
  /** local id of the object that the operation creates */
  readonly localId?: number
  /** operation that reverts this one, for an undo after this one was sent */
  readonly inverse?: Operation
  readonly state: OperationState
  readonly isUndone?: boolean
  /** the server's reason for a rejection */
  readonly reason?: string
  /** fields that were not changed, because another device had changed them later */
  readonly lost?: readonly string[]
  /** the server's id of the created object */
  readonly realId?: number
  /** the user's revision after the operation was applied */
  readonly revision?: number
}

export type NewRecord = Omit<OutboxRecord, 'seq' | 'state'>
