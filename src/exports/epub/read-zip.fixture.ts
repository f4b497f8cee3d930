import assert from 'node:assert/strict'
import { crc32, inflateRawSync } from 'node:zlib'

export interface ZipMember {
  readonly name: string
  readonly isStored: boolean
  readonly extraBytes: number
  readonly bytes: Buffer
}

/**
 * @returns the members in the order of the directory
 * @throws AssertionError if a length, an offset or a checksum is wrong
 */
export function readZip(file: Buffer): readonly ZipMember[] {
  const end = file.length - 22
  assert.equal(file.readUInt32LE(end), 0x0605_4b50, 'end of the directory')
  const count = file.readUInt16LE(end + 10)
  const members: ZipMember[] = []
  let at = file.readUInt32LE(end + 16)
  let expected = 0
  for (let index = 0; index < count; index++) {
    assert.equal(file.readUInt32LE(at), 0x0201_4b50, 'directory entry')
    const offset = file.readUInt32LE(at + 42)
    assert.equal(offset, expected, 'members follow one another')
    const nameLength = file.readUInt16LE(at + 28)
    const name = file.toString('ascii', at + 46, at + 46 + nameLength)
    assert.equal(file.readUInt32LE(offset), 0x0403_4b50, 'local header')
    assert.deepEqual(file.subarray(offset + 4, offset + 30), file.subarray(at + 6, at + 32), name)
    assert.equal(file.toString('ascii', offset + 30, offset + 30 + nameLength), name)
    const method = file.readUInt16LE(at + 10)
    const start = offset + 30 + nameLength + file.readUInt16LE(offset + 28)
    const packed = file.subarray(start, start + file.readUInt32LE(at + 20))
    const bytes = method === 0 ? packed : inflateRawSync(packed)
    assert.equal(bytes.length, file.readUInt32LE(at + 24), name)
    assert.equal(crc32(bytes), file.readUInt32LE(at + 16), name)
    members.push({ name, isStored: method === 0, extraBytes: file.readUInt16LE(offset + 28), bytes })
    expected = start + packed.length
    at += 46 + nameLength
  }
  assert.equal(at, end)
  return members
}
