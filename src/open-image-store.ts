import { join } from 'node:path'
import type { Settings } from './config/settings.ts'
import type { Database } from './db/database.ts'
import type { DocumentPictureStore } from './entries/document-picture-store.ts'
import { folderImageStore } from './images/folder-image-store.ts'
import { imageAddresses } from './images/image-address.ts'
import type { ImageStore } from './images/image-store.ts'
import { documentPictureStore } from './images/document-picture-store.ts'
import type { Clock } from './kernel/clock.ts'

const MEGABYTE = 1024 * 1024

/** @returns the store for the files of images */
export function openImageStore({ DOGEAR_DATA_DIR: folder }: Settings): ImageStore {
  return folderImageStore(join(folder, 'images'))
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
