import { crc32, inflateRawSync } from 'node:zlib'

/**
 * Limits of an archive (security specification, 2.8 M3): the number of members, the size of one member, the total size,
 * and the compression ratio of a member. Sizes are in bytes after unpacking.
 */
const MAX_MEMBERS = 2000
const MAX_MEMBER = 16 * 1024 * 1024
const MAX_UNPACKED = 48 * 1024 * 1024
const MAX_RATIO = 200
/**
 * Unpacked size in bytes up to which the compression ratio of a member is not checked. Small files may compress very
 * well.
 */
const RATIO_FREE = 1024 * 1024

const END_SIGNATURE = 0x06054b50
const CENTRAL_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
/**
 * Lengths in bytes of the record at the end of an archive: without a comment, and with the longest comment
 * (APPNOTE.TXT, 4.3.16).
 */
const END_LENGTH = 22
const MAX_END_LENGTH = END_LENGTH + 0xffff

/** The archive is damaged or exceeds a limit. */
export class ArchiveError extends Error {
  readonly reason: 'too_large' | 'broken_file'

  constructor(reason: ArchiveError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

interface MemberLocation {
  readonly offset: number
  readonly packed: number
  /** number of bytes after unpacking */
  readonly size: number
  readonly method: number
  readonly crc: number
  readonly isEncrypted: boolean
}

/** An archive whose members are unpacked one by one. */
export interface ZipMembers {
  readonly names: readonly string[]
  /**
   * @returns the bytes of a member; undefined if the archive has no such member
   * @throws ArchiveError if it is damaged or too large
   */
  read(name: string): Buffer | undefined
}

/** @returns the archive @throws ArchiveError if it is damaged or has too many members */
export function openZipMembers(file: Uint8Array): ZipMembers {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const places = readDirectory(bytes)
  let unpacked = 0
  return {
    names: [...places.keys()],
    read: (name) => {
      const place = places.get(name)
      if (place === undefined) return undefined
      const content = unpack(bytes, place)
      unpacked += content.length
      if (unpacked > MAX_UNPACKED) throw new ArchiveError('too_large', 'the archive contains more than 48 MB')
      return content
    },
  }
}

/**
 * @returns the total size in bytes of all members after unpacking, as the archive's directory states it; 0 if the file
 * is not a readable archive
 */
export function unpackedSize(file: Uint8Array): number {
  try {
    const places = readDirectory(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
    return [...places.values()].reduce((sum, { size }) => sum + size, 0)
  } catch (error) {
    if (error instanceof ArchiveError) return 0
    throw error
  }
}

/**
 * @returns the bytes of a picture; undefined if the picture is missing, damaged or too large. No picture may prevent
 * the text from being read.
 */
export function readPicture(archive: ZipMembers, name: string): Buffer | undefined {
  try {
    return archive.read(name)
  } catch (error) {
    if (error instanceof ArchiveError) return undefined
    throw error
  }
}

function readDirectory(bytes: Buffer): ReadonlyMap<string, MemberLocation> {
  const end = findEnd(bytes)
  const count = end + END_LENGTH <= bytes.length ? bytes.readUInt16LE(end + 10) : 0
  if (count > MAX_MEMBERS) throw new ArchiveError('too_large', `the archive contains more than ${MAX_MEMBERS} files`)
  const places = new Map<string, MemberLocation>()
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== CENTRAL_SIGNATURE) throw damagedFile()
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    places.set(name, {
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return places
}

function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - END_LENGTH; at >= Math.max(0, bytes.length - MAX_END_LENGTH); at--)
    if (bytes.readUInt32LE(at) === END_SIGNATURE) return at
  throw damagedFile()
}

function unpack(bytes: Buffer, { offset, packed, size, method, crc, isEncrypted }: MemberLocation): Buffer {
  if (isEncrypted || offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL_SIGNATURE) throw damagedFile()
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const data = bytes.subarray(start, start + packed)
  if (data.length !== packed || (method !== 0 && method !== 8)) throw damagedFile()
  const content = method === 0 ? data : inflate(data)
  if (content.length !== size || crc32(content) !== crc) throw damagedFile()
  return content
}

function inflate(data: Buffer): Buffer {
  const most = Math.min(MAX_MEMBER, Math.max(RATIO_FREE, data.length * MAX_RATIO))
  try {
    return inflateRawSync(data, { maxOutputLength: most })
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw isTooLarge ? new ArchiveError('too_large', 'a file of the archive is too large') : damagedFile()
  }
}

function damagedFile(): ArchiveError {
  return new ArchiveError('broken_file', 'the archive is damaged')
}
