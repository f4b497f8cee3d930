import { folderObjects } from './folder-objects.ts'
import { formatBucketUrl, type BucketLocation } from './object-location.ts'
import type { ObjectStore } from './object-store.ts'
import { s3Objects, type S3Access } from './s3-objects.ts'

/** A folder or a place in a bucket, and how the bucket is reached. It can be sent to a thread. */
export type ObjectsPlace =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'bucket'; readonly bucket: BucketLocation; readonly access: S3Access }

export function openObjects(place: ObjectsPlace): ObjectStore {
  return place.kind === 'bucket' ? s3Objects(place.bucket, place.access) : folderObjects(place.path)
}

/** @returns the path of the folder, or the address of the place in the bucket */
export function formatPlace(place: ObjectsPlace): string {
  return place.kind === 'bucket' ? formatBucketUrl(place.bucket) : place.path
}

/** @param name a valid part of a key @returns the place below another one */
export function placeBelow(place: ObjectsPlace, name: string): ObjectsPlace {
  if (place.kind === 'folder') return { kind: 'folder', path: `${place.path}/${name}` }
  return { ...place, bucket: { ...place.bucket, prefix: `${place.bucket.prefix}${name}/` } }
}
