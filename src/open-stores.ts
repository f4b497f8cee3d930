import { objectsPlace } from './config/objects-place.ts'
import type { Settings } from './config/settings.ts'
import type { Database } from './db/database.ts'
import type { DocumentPictureStore } from './entries/document-picture-store.ts'
import { imageAddresses } from './images/image-address.ts'
import type { ImageStore } from './images/image-store.ts'
import { documentPictureStore } from './images/document-picture-store.ts'
import type { Clock } from './kernel/clock.ts'
import type { ObjectStore } from './objects/object-store.ts'
import { openObjects } from './objects/open-objects.ts'

const MEGABYTE = 1024 * 1024

/** @returns the store for files: the bucket of the settings, or else the data folder */
export function openObjectStore(settings: Settings): ObjectStore {
  return openObjects(objectsPlace(settings))
}

/** @returns the maximum total size of a user's images in bytes */
export function imageQuota({ DOGEAR_IMAGE_QUOTA_MB: megabytes }: Settings): number {
  return megabytes * MEGABYTE
}

interface PictureNeeds {
  readonly database: Database
  readonly clock: Clock
  readonly store: ImageStore
  readonly instanceKey: Uint8Array
}

/** @returns the functions that store the pictures embedded in documents; undefined if the settings turn images off */
export function openPictures(
  settings: Settings,
  { database, clock, store, instanceKey }: PictureNeeds,
): DocumentPictureStore | undefined {
  if (!settings.DOGEAR_IMAGES) return undefined
  const baseUrl = settings.DOGEAR_BASE_URL || undefined
  const addresses = imageAddresses(instanceKey)
  return documentPictureStore({ database, clock, store, addresses, baseUrl, quotaBytes: imageQuota(settings) })
}
