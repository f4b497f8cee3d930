import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode } from 'uqr'
import { qrCode } from './qr-code.ts'

/** @returns the squares of a drawn QR code by row and column; true for dark squares */
function drawn(svg: string, size: number): boolean[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let i = 0; i < Number(length); i++) rows[Number(y)]![Number(x) + i] = true
  }
  return rows
}

test('a code is drawn module by module, with four light ones around it', async () => {
  const text = 'wallabag://alice@https://read.example.org'
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const svg = (await qrCode(text, 'a label "with" <signs>')).toString()
  assert.deepEqual(drawn(svg, size), data)
  assert.ok(data.slice(0, 4).every((row) => row.every((dark) => !dark)))
  assert.match(svg, /role="img" aria-label="a label &quot;with&quot; &lt;signs&gt;"/)
  assert.doesNotMatch(svg, /style=/)
})
