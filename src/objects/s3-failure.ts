import { AppError } from '../kernel/errors.ts'

/** What the library of AWS adds to its errors. */
interface S3Error extends Error {
  readonly code?: unknown
  readonly $metadata?: { readonly httpStatusCode?: number }
}

/** What to do about errors, or what they mean. */
const REMEDIES: Readonly<Record<string, string>> = {
  NoSuchBucket: 'create the bucket',
  AccessDenied: 'give the access key the rights to read, write, list and delete',
  InvalidAccessKeyId: 'check AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'check AWS_SECRET_ACCESS_KEY, and the endpoint',
  CredentialsProviderError: 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  AuthorizationHeaderMalformed: 'check AWS_REGION',
  RequestTimeTooSkewed: 'set the clock of this machine',
  AbortError: 'it did not answer in time',
  TimeoutError: 'it did not answer in time',
}

/**
 * @param description the place of the store
 * @returns an AppError `unavailable`. Its message contains the name of the error, but nothing else that the store sent.
 */
export function explainS3Failure(description: string, error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  if ((error as S3Error).code === 'ERR_MODULE_NOT_FOUND') {
    const remedy = 'install the optional packages with "npm ci --omit=dev"'
    return new AppError('unavailable', `${description} needs @aws-sdk/client-s3 and @aws-sdk/lib-storage: ${remedy}`)
  }
  const { name, code, $metadata } = error as S3Error
  const reason = typeof code === 'string' && /^E[A-Z]+$/.test(code) ? code : name
  const status = $metadata?.httpStatusCode
  const remedy = REMEDIES[reason]
  const message =
    `the object store ${description} cannot be used: ${reason}${status === undefined ? '' : ` (HTTP ${status})`}` +
    (remedy === undefined ? '' : `; ${remedy}`)
  return new AppError('unavailable', message, { cause: error, details: { retryAfterSeconds: 30, reason } })
}
