import assert from 'node:assert/strict'
import { test } from 'node:test'
import { threadMillisecondsSince } from '../../test/support/thread-time.ts'
import { imageType } from './image-type.ts'
import { imageSize } from './read-image-size.ts'

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))

const u16 = (value: number) => [value >> 8, value & 255]
const u32 = (value: number) => [0, 0, ...u16(value)]
const box = (type: string, ...content: Buffer[]) => {
  const inner = Buffer.concat(content)
  return Buffer.concat([bytes(u32(inner.length + 8), type), inner])
}
const ispe = (width: number, height: number) => box('ispe', bytes(u32(0), u32(width), u32(height)))

const JPEG_SEGMENT = bytes([0xff, 0xe1], u16(10), '8 bytes!')
const AVIF_META = box('meta', bytes(u32(0)), box('hdlr'), box('iprp', box('ipco', ispe(64, 64), ispe(640, 480))))

/** Headers of images of 640 by 480 pixels, built according to the specifications that the tested functions cite. */
const HEADERS: Readonly<Record<string, Buffer>> = {
  'image/png': bytes('\x89PNG\r\n\x1a\n', u32(13), 'IHDR', u32(640), u32(480)),
  'image/gif': bytes('GIF89a', [0x80, 0x02, 0xe0, 0x01]),
  'image/jpeg': Buffer.concat([
    bytes([0xff, 0xd8]),
    JPEG_SEGMENT,
    bytes([0xff, 0xff, 0xc4], u16(4), 'ab', [0xff, 0xc2], u16(17), [8], u16(480), u16(640)),
  ]),
  'image/webp': bytes('RIFF\0\0\0\0WEBPVP8X', u32(10), u32(0), [0x7f, 0x02, 0, 0xdf, 0x01, 0]),
  'image/webp; lossless': bytes('RIFF\0\0\0\0WEBPVP8L', u32(9), [0x2f, 0x7f, 0xc2, 0x77, 0x00]),
  'image/webp; lossy': bytes('RIFF\0\0\0\0WEBPVP8 ', u32(9), 'abc\x9d\x01\x2a', [0x80, 0x42, 0xe0, 0x81]),
  'image/avif': Buffer.concat([box('ftyp', bytes('avif', u32(0), 'mif1')), box('free'), AVIF_META]),
}

for (const [name, header] of Object.entries(HEADERS)) {
  test(`the type and the size of ${name} are read from its header`, () => {
    const type = imageType(header)
    assert.equal(type, name.split(';')[0])
    assert.deepEqual(imageSize(header, type!), { width: 640, height: 480 })
  })

  test(`${name} that is cut off at any byte has no size, or the right one`, () => {
    for (let length = 0; length < header.length; length++) {
      const size = imageSize(header.subarray(0, length), name.split(';')[0]!)
      if (size !== undefined && name !== 'image/avif') assert.deepEqual(size, { width: 640, height: 480 })
    }
    assert.equal(imageSize(header.subarray(0, 9), name.split(';')[0]!), undefined)
  })
}

test('boxes and segments that lead in a circle or nowhere end', () => {
  assert.equal(
    imageSize(
      bytes(
        [0xff, 0xd8],
        Array.from({ length: 9000 }, () => 0xff),
      ),
      'image/jpeg',
    ),
    undefined,
  )
  assert.equal(
    imageSize(
      bytes(
        [0xff, 0xd8, 0xff, 0xe0, 0, 0],
        Array.from({ length: 99 }, () => 0),
      ),
      'image/jpeg',
    ),
    undefined,
  )
  const small = Array.from({ length: 5000 }, () => box('free'))
  assert.equal(imageSize(Buffer.concat([...small, AVIF_META]), 'image/avif'), undefined)
  assert.equal(imageSize(bytes(u32(0), 'meta'), 'image/avif'), undefined)
})

test('a file of many size boxes is read in bounded time', () => {
  const sizes = Array.from({ length: 50_000 }, () => ispe(6, 4))
  const before = process.threadCpuUsage()
  assert.deepEqual(imageSize(box('meta', bytes(u32(0)), box('iprp', box('ipco', ...sizes))), 'image/avif'), {
    width: 6,
    height: 4,
  })
  assert.ok(threadMillisecondsSince(before) < 1000)
})

test('arithmetic frames of JPEG and cropped AVIF pictures have the size of their header', () => {
  const arithmetic = bytes([0xff, 0xd8], [0xff, 0xc9], u16(17), [8], u16(480), u16(640))
  assert.deepEqual(imageSize(arithmetic, 'image/jpeg'), { width: 640, height: 480 })
  const aperture = box('clap', bytes(...[600, 1, 400, 1, 0, 1, 0, 1].map(u32)))
  const cropped = box('meta', bytes(u32(0)), box('iprp', box('ipco', ispe(640, 480), aperture)))
  assert.deepEqual(imageSize(cropped, 'image/avif'), { width: 640, height: 480 })
})

test('no picture has no extent, and drawings, pages and scripts are no pictures', () => {
  assert.equal(imageSize(bytes('GIF89a', [0, 0, 1, 0]), 'image/gif'), undefined)
  for (const text of [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<!doctype html>',
    '<?xml version="1.0"?><svg/>',
    'BM',
  ]) {
    assert.equal(imageType(Buffer.from(text)), undefined, text)
  }
})

test('the icon of a site has the size of its first picture, with 0 for 256', () => {
  const head = [0, 0, 1, 0, 2, 0]
  assert.equal(imageType(bytes(head, [16, 24])), 'image/x-icon')
  assert.deepEqual(imageSize(bytes(head, [16, 24]), 'image/x-icon'), { width: 16, height: 24 })
  assert.deepEqual(imageSize(bytes(head, [0, 0]), 'image/x-icon'), { width: 256, height: 256 })
  assert.equal(imageSize(bytes(head, [16]), 'image/x-icon'), undefined)
  const others = [
    [0, 0, 2, 0, 1, 0],
    [0, 0, 1, 0, 0, 0],
    [0, 0, 1, 0, 99, 0],
    [0, 0, 1, 0, 1, 1],
    [0, 0, 1],
  ]
  for (const other of others) assert.equal(imageType(bytes(other)), undefined, String(other))
})
