import { folderObjects } from './folder-objects.ts'
import type { BucketLocation } from './object-location.ts'
import type { ObjectStore } from './object-store.ts'
import { s3Objects, type S3Access } from './s3-objects.ts'

/** @returns the store in a bucket, or in a folder if there is no bucket */
export function openObjects(bucket: BucketLocation | undefined, access: S3Access, folder: string): ObjectStore {
  return bucket ? s3Objects(bucket, access) : folderObjects(folder)
}
