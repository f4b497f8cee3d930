import { Dicer } from '@fastify/busboy'
import { textFields, type SentFields } from './sent-fields.ts'

/** A part of a multipart form. */
export interface FormPart {
  readonly name: string
  /** address of the file that the part contains */
  readonly location: string | undefined
  readonly type: string | undefined
  readonly bytes: Buffer
}

const MAX_PARTS = 2000
/** Maximum length of a field that is no file. */
const MAX_FIELD = 64 * 1024
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i

/**
 * Reads the parts of a form with their headers, among them the address of each file, which parsers for forms drop.
 * @returns undefined if the form is invalid or has too many parts
 */
export async function readParts(body: Buffer, contentType: string): Promise<readonly FormPart[] | undefined> {
  const [, quoted, bare] = BOUNDARY.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) return undefined
  const found: FormPart[] = []
  const parser = new Dicer({ boundary })
  let isValid = true
  parser.on('part', (stream) => {
    const pieces: Buffer[] = []
    let headers: Readonly<Record<string, readonly string[]>> = {}
    stream.on('header', (sent) => (headers = sent as typeof headers))
    stream.on('data', (piece: Buffer) => pieces.push(piece))
    stream.on('error', () => (isValid = false))
    stream.on('end', () => {
      if (found.length < MAX_PARTS) found.push(partOf(headers, Buffer.concat(pieces)))
      else isValid = false
    })
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  parser.on('finish', resolve)
  parser.on('error', () => {
    isValid = false
    resolve()
  })
  parser.end(body)
  await promise
  return isValid ? found : undefined
}

function partOf(headers: Readonly<Record<string, readonly string[]>>, bytes: Buffer): FormPart {
  const [, name = ''] = /;\s*name="([^"]{0,200})"/i.exec(headers['content-disposition']?.[0] ?? '') ?? []
  const [first] = headers['location'] ?? []
  const part = { name, location: first, type: headers['content-type']?.[0], bytes }
  return name === 'resource' && first === undefined ? fromOldClient(part) : part
}

/** Reads a part as older extensions send it: the address and the media type in a line of JSON before the file. */
function fromOldClient(part: FormPart): FormPart {
  const end = part.bytes.indexOf('\n')
  if (end === -1 || end > MAX_FIELD) return part
  try {
    const { url, headers } = JSON.parse(part.bytes.toString('utf8', 0, end)) as Readonly<Record<string, unknown>>
    const type = (headers as Readonly<Record<string, unknown>> | undefined)?.['content-type']
    if (typeof url !== 'string') return part
    return {
      ...part,
      location: url,
      type: typeof type === 'string' ? type : part.type,
      bytes: part.bytes.subarray(end + 1),
    }
  } catch {
    return part
  }
}

/** @returns the fields of a form, without its files */
export function fieldsOfParts(parts: readonly FormPart[] | undefined): SentFields {
  if (!parts) return { isText: true, fault: 'invalid input data', get: () => undefined }
  const texts = parts.filter(({ name, bytes }) => name !== 'html' && name !== 'resource' && bytes.length <= MAX_FIELD)
  return textFields(new URLSearchParams(texts.map(({ name, bytes }) => [name, bytes.toString()])))
}
