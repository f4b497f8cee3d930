import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { AppError } from '../kernel/errors.ts'
import { addField, type FormFields } from '../kernel/form-body.ts'
import { storableText } from '../kernel/storable-text.ts'

/** Maximum size of a form in bytes: 100 MB for the files, and a megabyte for the other fields. */
const MAX_BODY = 101 * 1024 * 1024
const MAX_FIELD = 64 * 1024
/** Limits of the parser. Longer headers are cut, and a part whose name was cut off is ignored. */
const PARSER_LIMITS = { headerSize: 16 * 1024, headerPairs: 100, parts: 100 }

/** Matches the boundary parameter, which has at most 70 characters (RFC 2046, section 5.1.1). */
const BOUNDARY_PARAMETER = /;\s*boundary=(?:"[^"]{1,70}"|[^\s;"]{1,70})/i

interface UploadedPart {
  readonly field: string
  /** file name as the client sent it */
  readonly fileName: string
  readonly chunks: AsyncIterable<Uint8Array>
}

type OnFile = (file: UploadedPart) => Promise<void>

/**
 * Reads a form with files from a stream (RFC 7578). Files are not buffered.
 * @param onFile called with one file at a time; bytes that it does not read are skipped
 * @param maxField maximum size of any other field in bytes
 * @returns the other fields; a field with a name like `tags[]` is a list
 * @throws AppError `invalid_input` for an invalid or truncated form, `too_large` above 101 MB
 */
export async function readMultipart(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  onFile: OnFile,
  maxField = MAX_FIELD,
): Promise<FormFields> {
  const form = new MultipartForm(contentType, maxField, onFile)
  try {
    await Promise.race([form.read(body), form.failure])
    return form.fields
  } catch (error) {
    await form.abort(error)
    throw error
  }
}

function invalid(): AppError {
  return new AppError('invalid_input', 'Invalid multipart message received')
}

class MultipartForm {
  readonly fields = new Map<string, unknown>()
  /** rejects when the form is invalid; never resolves */
  readonly failure: Promise<never>
  readonly #fail: (reason: unknown) => void
  readonly #parser: BusboyInstance
  readonly #streams: BusboyFileStream[] = []
  #files = Promise.resolve()
  #isBroken = false

  constructor(contentType: string, maxField: number, onFile: OnFile) {
    const { promise, reject } = Promise.withResolvers<never>()
    this.failure = promise
    this.#fail = reject
    this.#parser = openParser(contentType, maxField)
    this.#parser.on('error', () => {
      this.#isBroken = true
      // After an `error` event, the parser may still report that a field is too long, which is the actual cause.
      // `setImmediate` delays this rejection until after that report.
      setImmediate(reject, invalid())
    })
    this.#parser.on('partsLimit', () => reject(invalid()))
    this.#parser.on('field', (name, value, _isNameCut, isCut) => this.#addField(name, value, isCut))
    this.#parser.on('file', (name, stream, fileName) => this.#addFile(onFile, stream, name, fileName))
  }

  /** @throws AppError if the form is invalid or too large; errors of the body are thrown unchanged */
  async read(body: AsyncIterable<Uint8Array>): Promise<void> {
    let total = 0
    for await (const piece of body) {
      total += piece.length
      if (total > MAX_BODY) throw new AppError('too_large', 'a file to import has at most 100 MB')
      await new Promise<void>((resolve) => this.#parser.write(piece, () => resolve()))
    }
    await new Promise<void>((resolve) => this.#parser.on('finish', resolve).end())
    if (this.#isBroken) throw invalid()
    await this.#files
  }

  /** Ends the current file and waits until `onFile` has returned. */
  async abort(reason: unknown): Promise<void> {
    for (const stream of this.#streams) stream.destroy(reason instanceof Error ? reason : invalid())
    await Promise.allSettled([this.#files])
  }

  #addField(name: string | undefined, value: string, isCut: boolean): void {
    if (isCut) this.#fail(new AppError('too_large', 'a field of the form is too long'))
    else addField(this.fields, name ?? '', storableText(value))
  }

  #addFile(onFile: OnFile, stream: BusboyFileStream, field: string | undefined, fileName: string): void {
    // Without this listener, an error that occurs before the file is read would terminate the process.
    stream.on('error', () => undefined)
    this.#streams.push(stream)
    const file = { field: field ?? '', fileName: fileName.replaceAll('%22', '"'), chunks: chunksOf(stream) }
    this.#files = runAfter(this.#files, async () => {
      await onFile(file)
      stream.resume()
    })
    this.#files.catch(this.#fail)
  }
}

async function runAfter(before: Promise<void>, work: () => Promise<void>): Promise<void> {
  await before
  await work()
}

/**
 * Creates the parser.
 * @throws AppError `invalid_input` if the content type is invalid
 */
function openParser(contentType: string, maxField: number): BusboyInstance {
  if (!BOUNDARY_PARAMETER.test(contentType)) throw invalid()
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      preservePath: true,
      limits: { ...PARSER_LIMITS, fieldSize: maxField },
      isPartAFile: (_field, _type, fileName) => fileName !== undefined,
    })
  } catch {
    throw invalid()
  }
}

/**
 * Yields the bytes of a file. If the consumer stops early, the stream is not destroyed, because the parser waits for
 * the end of the stream.
 */
async function* chunksOf(stream: BusboyFileStream): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of stream.iterator({ destroyOnReturn: false })) yield piece as Uint8Array
  } catch (error) {
    throw error instanceof AppError ? error : invalid()
  }
}
