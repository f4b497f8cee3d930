import type { PdfReading } from './pdf-document.ts'
import type { Guarded } from './pdf-memory-guard.ts'
import type { PdfPlacement } from './picture-placement.ts'
import type { PdfTag } from './pdf-tags.ts'

/**
 * A part of the child process's output. The order is: the text, the structure trees of a tagged file, and each picture.
 * The bytes of a picture's file follow its frame.
 */
type Frame =
  | ({ readonly kind: 'text' } & Guarded<PdfReading>)
  | { readonly kind: 'tags'; readonly tags: readonly PdfTag[] }
  | ({ readonly kind: 'picture' } & PdfPlacement)

/**
 * Length in bytes of the head of a frame. The head consists of two numbers: the length of the JSON, and the length of
 * the bytes after it.
 */
const FRAME_HEAD_BYTES = 8

/** @returns the frame, encoded as bytes */
export function writeFrame(frame: Frame, bytes: Uint8Array = Buffer.alloc(0)): Buffer {
  const json = Buffer.from(JSON.stringify(frame))
  const head = Buffer.alloc(FRAME_HEAD_BYTES)
  head.writeUInt32LE(json.length, 0)
  head.writeUInt32LE(bytes.length, 4)
  return Buffer.concat([head, json, bytes])
}

/** @returns the complete frames of the output. The last one is incomplete if the process was killed. */
export function readFrames(output: Buffer): readonly { readonly frame: Frame; readonly bytes: Buffer }[] {
  const frames: { frame: Frame; bytes: Buffer }[] = []
  let at = 0
  while (at + FRAME_HEAD_BYTES <= output.length) {
    const json = at + FRAME_HEAD_BYTES + output.readUInt32LE(at)
    const end = json + output.readUInt32LE(at + 4)
    if (end > output.length) break
    const frame = JSON.parse(output.toString('utf8', at + FRAME_HEAD_BYTES, json)) as Frame
    frames.push({ frame, bytes: output.subarray(json, end) })
    at = end
  }
  return frames
}
