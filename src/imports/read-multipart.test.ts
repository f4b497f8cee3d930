import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../kernel/errors.ts'
import { readMultipart } from './read-multipart.ts'

const TYPE = 'multipart/form-data; boundary=x-1'
const part = (head: string, body: string) => `--x-1\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
const FORM = [
  part('name="token"', 'a\0b'),
  part('name="up[file]"; filename="my %22file%22.csv"', 'one\r\n--x-\r\n--x\r\n\r\ntwo'),
  part('name="late"', ''),
  '--x-1--\r\n',
].join('')

async function* inPieces(text: string, length: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function read(text: string, length = text.length, type = TYPE) {
  const files: object[] = []
  const fields = await readMultipart(inPieces(text, length), type, async ({ field, fileName, pieces }) => {
    const parts: Uint8Array[] = []
    for await (const piece of pieces) parts.push(piece)
    files.push({ field, fileName, text: Buffer.concat(parts).toString() })
  })
  return { fields: Object.fromEntries(fields), files }
}

test('files and fields are told apart, however the bytes are cut', async () => {
  for (const length of [1, 2, 3, 7, 10_000]) {
    assert.deepEqual(await read(FORM, length), {
      fields: { token: 'ab', late: '' },
      files: [{ field: 'up[file]', fileName: 'my "file".csv', text: 'one\r\n--x-\r\n--x\r\n\r\ntwo' }],
    })
  }
})

test('what nobody reads of a file is passed over', async () => {
  const fields = await readMultipart(inPieces(FORM, 5), TYPE, async () => undefined)
  assert.deepEqual([...fields.keys()], ['token', 'late'])
})

const isRefusal = (error: unknown) => error instanceof AppError && error.code === 'invalid_input'

test('a form that breaks off anywhere is refused', async () => {
  for (let length = 0; length < FORM.length - 4; length++)
    await assert.rejects(read(FORM.slice(0, length), 9), isRefusal)
  await assert.rejects(read(FORM, 100, 'multipart/form-data'), isRefusal)
  await assert.rejects(read(part('name="a"', '').repeat(101)), isRefusal)
  await assert.rejects(read(part(`name="${'a'.repeat(20_000)}"`, 'x')), isRefusal)
})

test('a field that is far too long is refused', async () => {
  await assert.rejects(read(part('name="a"', 'x'.repeat(70_000))), /field of the form is too long/)
})
