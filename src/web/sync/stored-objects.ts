import type { ReviewAhead } from '../../annotations/review/list-review-ahead.ts'
import type { Collection } from '../../collections/collection.ts'
import type { Entry, EntryAnnotation } from '../../entries/entry.ts'
import type { StoredProgress } from '../../entries/changing/store-reading-position.ts'
import type { ShownCopy } from '../../images/load-image-copies.ts'
import type { Tag } from '../../tags/tag.ts'

/** An entry without its content, as browsers store it for offline reading. */
export interface StoredEntry {
  /** the entry without the response headers of its page */
  readonly entry: Entry
  readonly tags: readonly Tag[]
  readonly annotations: readonly EntryAnnotation[]
  /** the beginning of the content as HTML, for the excerpt on cards */
  readonly beginning: string
  /** paths of our copies of the entry's lead picture and of its site's icon */
  readonly lead?: string
  readonly icon?: string
}

/** A collection, and the ids of its hand-picked entries in order. */
export interface StoredCollection {
  readonly collection: Collection
  readonly entries: readonly number[]
}

/** The user's settings that affect pages. */
export interface StoredSettings {
  readonly preferences: Readonly<Record<string, unknown>>
  /** page that opens after an entry is archived: 0 for the list, 1 for the same entry */
  readonly actionMarkAsRead: number
}

/** The content of stored objects, by their type. */
interface StoredObjects {
  readonly entries: StoredEntry
  readonly progress: StoredProgress
  readonly collections: StoredCollection
  readonly settings: StoredSettings
}

export const STORED_TYPES = ['entries', 'progress', 'collections', 'settings'] as const
type StoredType = (typeof STORED_TYPES)[number]

/** The change or the deletion of an object. */
export type StoredChange<Type extends StoredType = StoredType> = {
  readonly [One in Type]: {
    readonly type: One
    readonly id: number
    readonly revision: number
    /** the new content of the object; undefined after a deletion */
    readonly object?: StoredObjects[One]
  }
}[Type]

/** Data about the account and the server that pages need in addition to the stored objects. */
export interface StoredAccount {
  readonly user: { readonly id: number; readonly username: string; readonly isAdmin: boolean }
  /** CSRF token for the forms of pages that the service worker renders */
  readonly csrfToken: string
  readonly baseUrl: string
  readonly savingKey: string
  /** true if pages may load pictures from other sites, because the server stores no copies */
  readonly hasRemoteImages: boolean
  readonly isSharing: boolean
  readonly language: string
  /** content security policy of the pages that the service worker renders */
  readonly policy: string
}

/** One page of the list of changes since a cursor. The browser sends the cursor of the last page that it has stored. */
export interface StoredChanges {
  readonly account: StoredAccount
  /** cursor for the request of the next page */
  readonly to: string
  /** the revision of the owner's data when this page was read */
  readonly revision: number
  readonly more: boolean
  /** true if the browser must delete its copy of the library. It keeps the changes that it has not sent yet. */
  readonly reset: boolean
  readonly changes: readonly StoredChange[]
  /** ids of all collections, in the user's order */
  readonly collectionOrder: readonly number[]
  /** the review of the next days, on the last page */
  readonly review?: ReviewAhead
}

/** The content of an entry. */
export interface StoredContent {
  readonly id: number
  /** hash of the content */
  readonly tag: string
  /** sanitised HTML; absent if the browser already has this content */
  readonly content?: string
  /** our copies of the images in the content, by the original address */
  readonly copies: readonly (readonly [address: string, copy: ShownCopy])[]
  /** paths of our copies of the entry's lead picture and of its site's icon */
  readonly lead?: string
  readonly icon?: string
}
