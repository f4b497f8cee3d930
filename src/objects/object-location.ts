import { AppError } from '../kernel/errors.ts'
import { isObjectKey } from './object-store.ts'

/** A place in a bucket of S3. */
export interface BucketLocation {
  readonly bucket: string
  /** start of all keys, with a slash at the end; empty for the whole bucket */
  readonly prefix: string
}

/** Names of buckets (Amazon S3 User Guide, "General purpose bucket naming rules"). */
const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/?$/

/** @returns the place of an address such as `s3://bucket/prefix`; undefined if the text is empty */
export function parseBucketUrl(value: string): BucketLocation | undefined {
  if (value === '') return undefined
  const [, bucket, prefix = ''] = ADDRESS.exec(value) ?? []
  if (bucket === undefined || (prefix !== '' && !isObjectKey(prefix)))
    throw new AppError('invalid_input', 'must be an address such as s3://bucket/prefix, with plain ASCII letters')
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` }
}

/** @returns the address of the place, without a slash at its end */
export function formatBucketUrl({ bucket, prefix }: BucketLocation): string {
  return `s3://${bucket}/${prefix}`.replace(/\/$/, '')
}
