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
  const fields = await readMultipart(inPieces(text, length), type, async ({ field, fileName, chunks }) => {
    const parts: Uint8Array[] = []
    for await (const piece of chunks) parts.push(piece)
    files.push({ field, fileName, text: Buffer.concat(parts).toString() })
  })
  return { fields: Object.fromEntries(fields), files }
}

test('files and fields are separated, however the bytes are split', async () => {
  for (const length of [1, 2, 3, 7, 10_000]) {
    assert.deepEqual(await read(FORM, length), {
      fields: { token: 'ab', late: '' },
      files: [{ field: 'up[file]', fileName: 'my "file".csv', text: 'one\r\n--x-\r\n--x\r\n\r\ntwo' }],
    })
  }
})

test('unread parts of a file are skipped', async () => {
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

test('files are handed over one after another, and an error in the middle ends the one that is being read', async () => {
  const two = [part('name="a"; filename="1"', 'one'), part('name="b"; filename="2"', 'two'), '--x-1--']
  const steps: string[] = []
  await readMultipart(inPieces(two.join(''), 4), TYPE, async ({ fileName, chunks }) => {
    steps.push(`begin ${fileName}`)
    for await (const _ of chunks) await new Promise((resolve) => setTimeout(resolve, 5))
    steps.push(`end ${fileName}`)
  })
  assert.deepEqual(steps, ['begin 1', 'end 1', 'begin 2', 'end 2'])
  const failed = readMultipart(brokenBody(), TYPE, async ({ chunks }) => {
    try {
      for await (const _ of chunks) continue
    } finally {
      steps.push('closed')
    }
  })
  await assert.rejects(failed, /connection lost/)
  assert.equal(steps.at(-1), 'closed')
})

async function* brokenBody(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(part('name="a"; filename="1"', 'x'.repeat(200_000)).slice(0, -2))
  throw new Error('connection lost')
}

test('a reader that stops in the middle of a file gets the fields behind it', async () => {
  const form = `${part('name="a"; filename="1"', 'x'.repeat(500_000))}${part('name="late"', 'y')}--x-1--`
  const fields = await readMultipart(inPieces(form, 10_000), TYPE, async ({ chunks }) => {
    for await (const _ of chunks) break
  })
  assert.deepEqual([...fields], [['late', 'y']])
})

test('an error of the reader of a file ends the form', async () => {
  const refusal = new AppError('too_large', 'no space')
  await assert.rejects(
    readMultipart(inPieces(FORM, 7), TYPE, () => Promise.reject(refusal)),
    refusal,
  )
})

test('a large file is not read faster than it is consumed', async () => {
  const size = 50 * 1024 * 1024
  let sent = 0
  async function* large(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('--x-1\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n')
    for (const piece = Buffer.alloc(64 * 1024, 'x'); sent < size; sent += piece.length) yield piece
    yield Buffer.from('\r\n--x-1--\r\n')
  }
  let taken = 0
  let ahead = 0
  await readMultipart(large(), TYPE, async ({ chunks }) => {
    for await (const piece of chunks) {
      taken += piece.length
      ahead = Math.max(ahead, sent - taken)
      if (taken % (1024 * 1024) < piece.length) await new Promise((resolve) => setTimeout(resolve, 1))
    }
  })
  assert.equal(taken, size)
  assert.ok(ahead < 1024 * 1024, `${ahead} bytes ahead`)
})

test('parts that are more numerous, longer or more unusual than those of browsers are refused or skipped', async () => {
  const end = '--x-1--'
  await assert.rejects(read(part('name="a"', '1').repeat(101) + end), isRefusal)
  assert.equal(Object.keys((await read(part('name="a"', '1').repeat(100) + end)).fields).length, 1)
  for (const boundary of ['', 'b'.repeat(300), '"'])
    await assert.rejects(read(FORM, 100, `multipart/form-data; boundary=${boundary}`), isRefusal)
  const heads = ['attachment; name="a"', 'form-data; name="a\rb"', '', 'form-data\r\nfolded: x\r\n y\r\n: z']
  for (const head of heads) {
    const body = `--x-1\r\nContent-Disposition: ${head}\r\n\r\nx\r\n${part('name="b"', '2')}${end}`
    assert.equal((await read(body)).fields['b'], '2', head)
  }
  const long = part(`name="a"; x="${'a'.repeat(200_000)}"; filename="f"`, 'x')
  const { fields, files } = await read(long + part('name="__proto__"', '2') + end)
  assert.deepEqual([fields['a'], files], ['x', []])
})

test('damaged forms end with fields or with a refusal, never without an answer', async () => {
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const bytes = Buffer.from(FORM)
  for (let round = 0; round < 500; round++) {
    const damaged = Buffer.from(bytes)
    for (let change = 0; change <= random(8); change++)
      damaged[random(damaged.length)] = '\r\n-;:="x1\0'.charCodeAt(random(10))
    const result = await read(damaged.toString('latin1'), 1 + random(40)).catch((error: unknown) => error)
    assert.ok(!(result instanceof Error) || isRefusal(result), String(result))
  }
})
