import type { Collection } from '../../collections/collection.ts'
import type { Entry, EntryAnnotation } from '../../entries/entry.ts'
import type { StoredProgress } from '../../entries/changing/store-reading-position.ts'
import type { ShownCopy } from '../../images/load-image-copies.ts'
import type { Tag } from '../../tags/tag.ts'

/** An entry without its content, as browsers store it for reading offline. */
export interface StoredEntry {
  /** the entry without the response headers of its page */
  readonly entry: Entry
  readonly tags: readonly Tag[]
  readonly annotations: readonly EntryAnnotation[]
  /** first words of the content as HTML */
  readonly beginning: string
  /** paths of the stored copies of its pictures on cards */
  readonly lead?: string
  readonly icon?: string
}

/** A collection with the ids of its hand-picked entries, in their order. */
export interface StoredCollection {
  readonly collection: Collection
  readonly entries: readonly number[]
}

/** The user's settings that affect pages. */
export interface StoredSettings {
  readonly preferences: Readonly<Record<string, unknown>>
  /** page after archiving an entry: 0 for the list, 1 for the entry */
  readonly actionMarkAsRead: number
}

/** The kinds of stored objects, by type name. */
export interface StoredObjects {
  readonly entries: StoredEntry
  readonly progress: StoredProgress
  readonly collections: StoredCollection
  readonly settings: StoredSettings
}

export const STORED_TYPES = ['entries', 'progress', 'collections', 'settings'] as const
export type StoredType = (typeof STORED_TYPES)[number]

/** A changed or deleted object. */
export type StoredChange<Type extends StoredType = StoredType> = {
  readonly [One in Type]: {
    readonly type: One
    readonly id: number
    readonly revision: number
    /** undefined if the object was deleted */
    readonly object?: StoredObjects[One]
  }
}[Type]

/** The data about the account and the server that pages need in addition to the library. */
export interface StoredAccount {
  readonly user: { readonly id: number; readonly username: string; readonly isAdmin: boolean }
  /** token for the forms of pages that are drawn offline */
  readonly csrfToken: string
  readonly baseUrl: string
  readonly savingKey: string
  /** whether pictures without a stored copy are loaded from their sites */
  readonly hasRemoteImages: boolean
  readonly isSharing: boolean
  readonly language: string
  /** content security policy of pages */
  readonly policy: string
}

/** One page of the changes since a cursor. */
export interface StoredChanges {
  readonly account: StoredAccount
  /** cursor for the next request */
  readonly to: string
  /** the owner's revision when the page was read */
  readonly revision: number
  readonly more: boolean
  /** whether the browser must delete its copy of the library, except for changes that it has not sent yet */
  readonly reset: boolean
  readonly changes: readonly StoredChange[]
  /** ids of all collections in their order */
  readonly collectionOrder: readonly number[]
}

/** The content of an entry. */
export interface StoredContent {
  readonly id: number
  /** hash of the content */
  readonly tag: string
  /** sanitised HTML; absent if the browser has it already */
  readonly content?: string
  /** stored copies of its images, by the address of the image */
  readonly copies: readonly (readonly [address: string, copy: ShownCopy])[]
  /** paths of the stored copies of its pictures on cards */
  readonly lead?: string
  readonly icon?: string
}
