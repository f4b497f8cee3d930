import type { S3Access } from '../objects/s3-objects.ts'
import type { Settings } from './settings.ts'

/** @returns how the store of the settings is reached */
export function s3Access(settings: Settings): S3Access {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: token } = settings
  return {
    endpoint: settings.DOGEAR_S3_ENDPOINT,
    region: settings.AWS_REGION,
    credentials:
      accessKeyId === '' ? undefined : { accessKeyId, secretAccessKey, ...(token !== '' && { sessionToken: token }) },
  }
}
