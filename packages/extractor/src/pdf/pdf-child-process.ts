import { MAX_PICTURE_BYTES, MAX_PICTURES_BYTES } from '../pictures/embedded-pictures.ts'
import { readPdf } from './pdf-document.ts'
import { withBoundedBuffers } from './pdf-memory-guard.ts'
import { readPictures } from './pdf-pictures.ts'
import { readTags } from './pdf-tags.ts'
import { writeFrame } from './child-process-output.ts'

/**
 * Maximum time in milliseconds for reading the structure trees. After that, the reading order is derived from the
 * positions of the lines instead.
 */
const TAGS_MS = 2_500
/**
 * Time in milliseconds after the start of the process at which the search for pictures ends. It is earlier than the
 * time at which the parent kills the process (`DEADLINE_MS` in read-pdf-in-child-process.ts).
 */
const PICTURES_MS = 7_000
/** Matches the dictionary of an image. Even encrypted files contain dictionaries as plain text. */
const IMAGE_DICTIONARY = /\/Subtype\s*\/Image\b/

/**
 * Program of the child process that reads a PDF. It reads the file from standard input, and writes frames to standard
 * output. The text comes first, because reading tags or pictures may crash the process.
 */
const pieces: Buffer[] = []
for await (const piece of process.stdin) pieces.push(piece as Buffer)
const file = Buffer.concat(pieces)
const reading = await withBoundedBuffers(() => readPdf(new Uint8Array(file)))
process.stdout.write(writeFrame({ kind: 'text', ...reading }))
const document = reading.result.kind === 'document' && !reading.hasHitLimit ? reading.result : undefined
if (document?.isTagged) {
  const until = performance.now() + TAGS_MS
  const { result: tags } = await withBoundedBuffers(() => readTags(new Uint8Array(file), until).catch(() => undefined))
  if (tags !== undefined) process.stdout.write(writeFrame({ kind: 'tags', tags }))
}
if (document !== undefined && IMAGE_DICTIONARY.test(file.toString('latin1'))) {
  let bytes = 0
  await withBoundedBuffers(() =>
    readPictures(file, PICTURES_MS, (placement, picture) => {
      if (picture !== undefined && picture.length > MAX_PICTURE_BYTES) return
      bytes += picture?.length ?? 0
      if (bytes <= MAX_PICTURES_BYTES) process.stdout.write(writeFrame({ kind: 'picture', ...placement }, picture))
    }),
  )
}
