import { parseBucketUrl } from '../objects/object-location.ts'
import type { ObjectsPlace } from '../objects/open-objects.ts'
import type { S3Access } from '../objects/s3-objects.ts'
import type { Settings } from './settings.ts'

/** @returns how the store of the settings is reached */
function s3Access(settings: Settings): S3Access {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: token } = settings
  return {
    endpoint: settings.DOGEAR_S3_ENDPOINT,
    region: settings.AWS_REGION,
    credentials:
      accessKeyId === '' ? undefined : { accessKeyId, secretAccessKey, ...(token !== '' && { sessionToken: token }) },
  }
}

/** @returns the place of the files: the bucket of the settings, or else the data folder */
export function objectsPlace(settings: Settings): ObjectsPlace {
  const { DOGEAR_OBJECTS: bucket, DOGEAR_DATA_DIR: path } = settings
  return bucket ? { kind: 'bucket', bucket, access: s3Access(settings) } : { kind: 'folder', path }
}

/**
 * @param address path of a folder, or an address such as `s3://bucket/prefix`
 * @throws AppError `invalid_input` if the address of a bucket is invalid
 */
export function parsePlace(settings: Settings, address: string): ObjectsPlace {
  const bucket = address.startsWith('s3:') ? parseBucketUrl(address) : undefined
  return bucket ? { kind: 'bucket', bucket, access: s3Access(settings) } : { kind: 'folder', path: address }
}
