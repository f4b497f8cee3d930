import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type * as S3Library from '@aws-sdk/client-s3'
import { formatBucketUrl, type BucketLocation } from './object-location.ts'
import { assertKey, type ObjectBytes, type ObjectFacts, type ObjectStore, type StoredObject } from './object-store.ts'
import { explainS3Failure } from './s3-failure.ts'

/** How a store with the protocol of S3 is reached. */
export interface S3Access {
  /** address of the server; empty for Amazon's */
  readonly endpoint: string
  readonly region: string
  /** undefined to let the library of AWS find them, such as the role of a machine */
  readonly credentials: S3Credentials | undefined
}

interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** Time limits in milliseconds: to connect, and between two pieces of a request or response. */
const CONNECT_MS = 3000
const IDLE_MS = 10_000
/**
 * Time limits in milliseconds for a request with all its attempts, until the headers of the response have arrived. A reader
 * waits for an image; a job stores it.
 */
const REQUEST_MS = 15_000
const PUT_MS = 60_000
/** Number of times that a request is sent, and that the body of one response may break off. */
const MAX_ATTEMPTS = 3

/**
 * Bytes in memory while a stream is stored. The parts of an upload have this size; with the 10,000 parts that S3 allows,
 * an object has at most 80 GB.
 */
const PART_BYTES = 8 * 1024 * 1024

/** Number of objects that are deleted at the same time. `DeleteObjects` is not used; see docs/adr/0055. */
const CONCURRENT_DELETIONS = 8

/** The opened library, and the place of the store. */
interface Opened {
  readonly s3: typeof S3Library
  readonly client: S3Library.S3Client
  readonly bucket: string
  readonly prefix: string
}

/** @returns a store in a bucket. The library is loaded by the first call. */
export function s3Objects(location: BucketLocation, access: S3Access): ObjectStore {
  let opening: Promise<Opened> | undefined
  const description = formatBucketUrl(location)
  const run = async <T>(keys: readonly string[], work: (opened: Opened) => Promise<T>): Promise<T> => {
    keys.forEach(assertKey)
    try {
      return await work(await (opening ??= open(location, access)))
    } catch (error) {
      throw explainS3Failure(description, error)
    }
  }
  return {
    description,
    put: (key, bytes) => run([key], (opened) => put(opened, key, bytes)),
    sizeOf: (key) => run([key], (opened) => sizeOf(opened, key)),
    get: (key) => run([key], (opened) => get(opened, description, key)),
    read: async (key) => {
      const stored = await run([key], (opened) => get(opened, description, key))
      return stored && buffer(stored.body)
    },
    delete: (keys) => run(keys, (opened) => deleteAll(opened, keys)),
    async *list(prefix, before) {
      const opened = await run([], async (one) => one)
      if (before) await run([], () => deleteUnfinished(opened, prefix, before))
      let token: string | undefined
      do {
        const page = await run([], () => listPage(opened, prefix, token))
        for (const { isOld, facts } of page.objects.map((one) => ageOf(one, before))) if (isOld) yield facts
        token = page.next
      } while (token !== undefined)
    },
    close: async () => (await opening?.catch(() => undefined))?.client.destroy(),
  }
}

async function open({ bucket, prefix }: BucketLocation, access: S3Access): Promise<Opened> {
  const { endpoint, region, credentials } = access
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client({
    region,
    ...(endpoint !== '' && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    maxAttempts: MAX_ATTEMPTS,
    // Other stores than Amazon's do not know the checksums that the library adds by default. The signature contains the
    // SHA-256 of each body, so the store detects damage.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
  })
  return { s3, client, bucket, prefix }
}

const limit = (milliseconds = REQUEST_MS) => ({ abortSignal: AbortSignal.timeout(milliseconds) })

function nameOf({ bucket, prefix }: Opened, key: string) {
  return { Bucket: bucket, Key: `${prefix}${key}` }
}

async function put(opened: Opened, key: string, bytes: ObjectBytes): Promise<void> {
  const { s3, client } = opened
  if (bytes instanceof Uint8Array) {
    await client.send(new s3.PutObjectCommand({ ...nameOf(opened, key), Body: bytes }), limit(PUT_MS))
    return
  }
  const { Upload } = await import('@aws-sdk/lib-storage')
  const params = { ...nameOf(opened, key), Body: Readable.from(bytes, { objectMode: false }) }
  await new Upload({ client, params, partSize: PART_BYTES, queueSize: 1 }).done()
}

async function sizeOf(opened: Opened, key: string): Promise<number | undefined> {
  const { s3, client } = opened
  try {
    return (await client.send(new s3.HeadObjectCommand(nameOf(opened, key)), limit())).ContentLength
  } catch (error) {
    if (error instanceof s3.NotFound) return undefined
    throw error
  }
}

async function get(opened: Opened, description: string, key: string): Promise<StoredObject | undefined> {
  const { s3, client } = opened
  const request = (range: object) => client.send(new s3.GetObjectCommand({ ...nameOf(opened, key), ...range }), limit())
  try {
    const response = await request({})
    const size = response.ContentLength ?? 0
    const pieces = readBody(response, (offset) =>
      request({ Range: `bytes=${offset}-`, ...(response.ETag !== undefined && { IfMatch: response.ETag }) }),
    )
    return { size, body: Readable.from(explained(pieces, description), { objectMode: false }) }
  } catch (error) {
    // Any server answers 404 to an address that it does not know.
    if (error instanceof s3.NoSuchKey) return undefined
    throw error
  }
}

/** Reads a body. If the connection breaks off, the rest is requested again. */
async function* readBody(
  first: S3Library.GetObjectCommandOutput,
  requestRest: (offset: number) => Promise<S3Library.GetObjectCommandOutput>,
): AsyncGenerator<Uint8Array, void> {
  const size = first.ContentLength ?? 0
  let [response, offset] = [first, 0]
  for (let attempt = 1; ; attempt++) {
    const body = response.Body as Readable
    try {
      for await (const piece of body as AsyncIterable<Uint8Array>) {
        offset += piece.length
        yield piece
      }
      if (offset === size) return
      throw new Error(`the object has ${offset} bytes instead of ${size}`)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || offset >= size) throw error
    } finally {
      body.destroy()
    }
    response = await requestRest(offset)
  }
}

async function* explained(pieces: AsyncIterable<Uint8Array>, description: string): AsyncGenerator<Uint8Array, void> {
  try {
    yield* pieces
  } catch (error) {
    throw explainS3Failure(description, error)
  }
}

async function deleteAll(opened: Opened, keys: readonly string[]): Promise<void> {
  const { s3, client } = opened
  const remaining = keys.values()
  const work = async () => {
    for (const key of remaining) await client.send(new s3.DeleteObjectCommand(nameOf(opened, key)), limit())
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENT_DELETIONS, keys.length) }, work))
}

interface ListedObject extends ObjectFacts {
  readonly storedAt: Date | undefined
}

async function listPage(opened: Opened, prefix: string, token: string | undefined) {
  const { s3, client, bucket } = opened
  const start = `${opened.prefix}${prefix}`
  const request = { Bucket: bucket, Prefix: start, ...(token !== undefined && { ContinuationToken: token }) }
  const { Contents = [], NextContinuationToken } = await client.send(new s3.ListObjectsV2Command(request), limit())
  const objects = Contents.map(({ Key = '', Size = 0, LastModified }): ListedObject => ({
    key: Key.slice(opened.prefix.length),
    size: Size,
    storedAt: LastModified,
  }))
  return { objects, next: NextContinuationToken }
}

function ageOf({ storedAt, ...facts }: ListedObject, before: Date | undefined) {
  return { isOld: before === undefined || (storedAt !== undefined && storedAt < before), facts }
}

/**
 * Ends the uploads of streams that a killed process began. Their parts take space, and no list contains them. Does nothing if
 * the store cannot list them.
 */
async function deleteUnfinished(opened: Opened, prefix: string, before: Date): Promise<void> {
  const { s3, client, bucket } = opened
  const request = { Bucket: bucket, Prefix: `${opened.prefix}${prefix}` }
  const uploads = client.send(new s3.ListMultipartUploadsCommand(request), limit())
  const { Uploads = [] } = await uploads.catch((error: unknown) => {
    if (error instanceof Error && error.name === 'NotImplemented') return { Uploads: [] }
    throw error
  })
  for (const { Key, UploadId, Initiated } of Uploads) {
    if (!Initiated || Initiated >= before) continue
    await client.send(new s3.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }), limit())
  }
}
