import { parseBucketUrl } from '../objects/object-location.ts'
import { baseUrl, text, type Setting } from './setting-parsers.ts'

/** The settings for files in S3. Those of AWS have the names that its own tools use. */
export const OBJECT_SETTINGS = {
  DOGEAR_OBJECTS: {
    fallback: '',
    parse: parseBucketUrl,
    help:
      'bucket for images and large captures, such as `s3://bucket/prefix`, in a store with the protocol of S3; empty for files in ' +
      '`DOGEAR_DATA_DIR`. See [object store](objects.md)',
  },
  DOGEAR_S3_ENDPOINT: {
    fallback: '',
    parse: baseUrl,
    help: 'address of a store with the protocol of S3 that is not Amazon’s, such as `https://s3.example.org`',
  },
  AWS_REGION: {
    fallback: 'us-east-1',
    parse: text,
    help: 'region of the bucket; most stores other than Amazon’s ignore it',
  },
  AWS_ACCESS_KEY_ID: {
    fallback: '',
    parse: text,
    help: 'access key for the bucket. Without it, the role of the machine is used, as by other programs for AWS',
    isSecret: true,
  },
  AWS_SECRET_ACCESS_KEY: { fallback: '', parse: text, help: 'secret of the access key', isSecret: true },
  AWS_SESSION_TOKEN: { fallback: '', parse: text, help: 'token of a temporary access key', isSecret: true },
} as const satisfies Readonly<Record<string, Setting<unknown>>>
