import { readPdf } from './pdf-document.ts'
import { withBoundedBuffers } from './pdf-memory-guard.ts'

/**
 * Program of the child process that reads a PDF. It reads the file from standard input, and writes the result as JSON
 * to standard output.
 */
const pieces: Buffer[] = []
for await (const piece of process.stdin) pieces.push(piece as Buffer)
const { result, hasHitLimit } = await withBoundedBuffers(() => readPdf(new Uint8Array(Buffer.concat(pieces))))
process.stdout.write(JSON.stringify({ result, hasHitLimit }))
