import type { Collection } from '../../collections/collection.ts'
import type { Entry, EntryAnnotation } from '../../entries/entry.ts'
import type { StoredProgress } from '../../entries/changing/keep-progress.ts'
import type { ShownCopy } from '../../images/load-image-copies.ts'
import type { Tag } from '../../tags/tag.ts'

/** An entry without its content, as browsers store it for reading offline. */
export interface StoredEntry {
  /** without the response headers of its page */
  readonly entry: Entry
  readonly tags: readonly Tag[]
  readonly annotations: readonly EntryAnnotation[]
  /** the first words of the content, as HTML */
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

/** The settings that change pages. */
export interface StoredSettings {
  readonly preferences: Readonly<Record<string, unknown>>
  /** 0: back to the list after archiving, 1: stay */
  readonly actionMarkAsRead: number
}

/** The objects by their types. */
export interface StoredObjects {
  readonly entries: StoredEntry
  readonly progress: StoredProgress
  readonly collections: StoredCollection
  readonly settings: StoredSettings
}

export const STORED_TYPES = ['entries', 'progress', 'collections', 'settings'] as const
export type StoredType = (typeof STORED_TYPES)[number]

/** An object that changed, or was deleted. */
export type StoredChange<Type extends StoredType = StoredType> = {
  readonly [One in Type]: {
    readonly type: One
    readonly id: number
    readonly revision: number
    /** undefined for a deletion */
    readonly object?: StoredObjects[One]
  }
}[Type]

/** What every page needs besides the library. */
export interface StoredAccount {
  readonly user: { readonly id: number; readonly username: string; readonly isAdmin: boolean }
  /** for the forms of pages that are drawn offline */
  readonly csrfToken: string
  readonly baseUrl: string
  readonly savingKey: string
  /** whether pictures without a stored copy are loaded from their sites */
  readonly hasRemoteImages: boolean
  readonly isSharing: boolean
  readonly language: string
  /** the Content-Security-Policy of pages */
  readonly policy: string
}

/** A page of changes. */
export interface StoredChanges {
  readonly account: StoredAccount
  /** the cursor of the next request */
  readonly to: string
  /** the owner's revision when the page was read */
  readonly revision: number
  readonly more: boolean
  /** whether the browser must drop its copy of the library, except for what it has not sent yet */
  readonly reset: boolean
  readonly changes: readonly StoredChange[]
  /** ids of all collections in their order */
  readonly collectionOrder: readonly number[]
}

/** The content of an entry. */
export interface StoredContent {
  readonly id: number
  /** equal for equal contents */
  readonly tag: string
  /** sanitised HTML; absent if the browser has it already */
  readonly content?: string
  /** the stored copies of its images, by their addresses */
  readonly copies: readonly (readonly [address: string, copy: ShownCopy])[]
  /** paths of the stored copies of its pictures on cards */
  readonly lead?: string
  readonly icon?: string
}
