import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { MemoryBudget } from '../kernel/memory-budget.ts'
import { jpegConverter } from './convert-to-jpeg.ts'

const convert = jpegConverter(new MemoryBudget({ bytes: 1_000_000 }))
const OPTIONS = { maxWidth: 40, isGray: true }

/** @returns a picture whose left half is black, and whose right half is transparent */
function picture() {
  const black = { create: { width: 30, height: 20, channels: 4, background: '#000000' } } as const
  return sharp({ create: { width: 60, height: 20, channels: 4, background: '#00000000' } }).composite([
    { input: black, left: 0, top: 0 },
  ])
}

test('all types become a JPEG that is not wider than wanted, with white where the picture is transparent', async () => {
  const files = {
    'image/png': await picture().png().toBuffer(),
    'image/webp': await picture().webp({ lossless: true }).toBuffer(),
    'image/gif': await picture().gif().toBuffer(),
    'image/avif': await picture().avif({ effort: 0 }).toBuffer(),
  }
  for (const [type, file] of Object.entries(files)) {
    const jpeg = await convert(file, { ...OPTIONS, type })
    const { data, info } = await sharp(jpeg).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
    assert.deepEqual([info.width, info.channels], [40, 1], type)
    const [left, right] = [data[2]!, data[37]!]
    assert.ok(left < 30 && right > 225, `${type}: ${left}, ${right}`)
  }
})

test('a picture with too many pixels is not decoded, and neither are icons and damaged files', async () => {
  const png = await picture().png().toBuffer()
  const huge = Buffer.from(png)
  huge.writeUInt32BE(8000, 16)
  huge.writeUInt32BE(6000, 20)
  await assert.rejects(convert(huge, { ...OPTIONS, type: 'image/png' }), /more than 40000000 pixels/)
  const avif = await picture().avif({ effort: 0 }).toBuffer()
  const size = avif.indexOf('ispe') + 8
  avif.writeUInt32BE(4000, size)
  avif.writeUInt32BE(4000, size + 4)
  await assert.rejects(convert(avif, { ...OPTIONS, type: 'image/avif' }), /more than 12000000 pixels/)
  await assert.rejects(convert(Buffer.from([0, 0, 1, 0, 1, 0, 16, 16]), { ...OPTIONS, type: 'image/x-icon' }))
  await assert.rejects(convert(png.subarray(0, 60), { ...OPTIONS, type: 'image/png' }))
  assert.ok((await convert(png, { ...OPTIONS, type: 'image/png' })).length > 100, 'later ones are converted')
})
