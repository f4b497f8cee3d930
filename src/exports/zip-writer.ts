import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'

/**
 * Limits of an archive without ZIP64: number of members, and size in bytes (APPNOTE 4.4). Books do not use ZIP64, because
 * some reading systems do not support it.
 */
const MAX_MEMBERS = 65_535
const MAX_BYTES = 0xffff_ffff
/** 1 January 1980 (APPNOTE 4.4.6). A constant date makes the archive reproducible. */
const DOS_DATE = 0x0021
const [STORED, DEFLATED] = [0, 8]
/** Versions needed to extract an archive: 2.0 supports deflate, and 4.5 supports ZIP64. */
const [ZIP_VERSION, ZIP64_VERSION] = [20, 45]
/** The flag of a member whose checksum and sizes follow its data (APPNOTE 4.4.4, bit 3). */
const HAS_DESCRIPTOR = 8

interface Member {
  /**
   * name in ASCII. It is not stored as bytes: Node allocates small buffers as slices of a shared pool, and each stored
   * slice would keep its whole pool in memory (nodejs.org/api/buffer.html, poolSize).
   */
  readonly name: string
  readonly flags: number
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

/**
 * Writes a ZIP archive one member at a time (PKWARE APPNOTE 6.3). Only the current member is in memory, and the names of the
 * others.
 */
export class ZipWriter {
  readonly #members: Member[] = []
  readonly #isLarge: boolean
  #offset = 0

  /** @param options `isLarge` allows any number of members and any size, with ZIP64 where the archive needs it */
  constructor({ isLarge = false }: { readonly isLarge?: boolean } = {}) {
    this.#isLarge = isLarge
  }

  /**
   * @param name path in ASCII, with `/` between its parts
   * @param isStored true to store the data uncompressed, because it is compressed already
   * @returns the bytes of the member
   * @throws Error if the archive would exceed 65,535 members or 4 GB, and is not large
   */
  add(name: string, data: Uint8Array | string, isStored = false): readonly Uint8Array[] {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data
    const packed = isStored ? bytes : deflateRawSync(bytes)
    const member: Member = {
      name,
      flags: 0,
      method: isStored ? STORED! : DEFLATED!,
      crc: crc32(bytes),
      packed: packed.length,
      size: bytes.length,
      offset: this.#offset,
    }
    this.#push(member)
    return this.#count([localHeader(member), packed])
  }

  /**
   * Adds a member of any length up to 4 GB, which is compressed while it is read.
   * @param name path in ASCII, with `/` between its parts
   * @returns the bytes of the member
   * @throws Error if the data is longer
   */
  async *addStream(
    name: string,
    data: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array, void> {
    const offset = this.#offset
    let [crc, packed, size] = [0, 0, 0]
    const member = (): Member => ({ name, flags: HAS_DESCRIPTOR, method: DEFLATED!, crc, packed, size, offset })
    yield* this.#count([localHeader(member())])
    const counted = async function* () {
      for await (const piece of data) {
        crc = crc32(piece, crc)
        size += piece.length
        if (size > MAX_BYTES) throw new Error(`${name} is too large for the archive`)
        yield piece
      }
    }
    const deflate = createDeflateRaw()
    const deflated = pipeline(counted(), deflate)
    // The loop below fails with the same error.
    deflated.catch(() => undefined)
    for await (const piece of deflate as AsyncIterable<Buffer>) {
      packed += piece.length
      yield* this.#count([piece])
    }
    await deflated
    this.#push(member())
    yield* this.#count([dataDescriptor(member())])
  }

  /** @returns the central directory, which ends the archive */
  end(): readonly Uint8Array[] {
    const start = this.#offset
    const directory = this.#count(this.#members.map(directoryEntry))
    const place = { start, size: this.#offset - start, members: this.#members.length }
    const needsZip64 = place.members >= MAX_MEMBERS || this.#offset >= MAX_BYTES
    return [...directory, ...(this.#isLarge && needsZip64 ? zip64End(place) : []), directoryEnd(place)]
  }

  #push(member: Member): void {
    if (!this.#isLarge && this.#members.length >= MAX_MEMBERS) throw new Error('the archive has too many members')
    this.#members.push(member)
  }

  #count(pieces: readonly Uint8Array[]): readonly Uint8Array[] {
    for (const { length } of pieces) this.#offset += length
    if (!this.#isLarge && this.#offset > MAX_BYTES) throw new Error('the archive is too large')
    return pieces
  }
}

/** Where the central directory is. */
interface DirectoryPlace {
  readonly start: number
  /** in bytes */
  readonly size: number
  readonly members: number
}

/** Writes the end of the central directory (APPNOTE 4.3.16). Numbers that do not fit are in `zip64End`. */
function directoryEnd({ start, size, members }: DirectoryPlace): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(Math.min(members, MAX_MEMBERS), 8)
  end.writeUInt16LE(Math.min(members, MAX_MEMBERS), 10)
  end.writeUInt32LE(Math.min(size, MAX_BYTES), 12)
  end.writeUInt32LE(Math.min(start, MAX_BYTES), 16)
  return end
}

/** Writes the ZIP64 end of the central directory and its locator (APPNOTE 4.3.14 and 4.3.15). */
function zip64End({ start, size, members }: DirectoryPlace): readonly Buffer[] {
  const [end, locator] = [Buffer.alloc(56), Buffer.alloc(20)]
  end.writeUInt32LE(0x0606_4b50, 0)
  // The size of the record does not count its first twelve bytes.
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(ZIP64_VERSION!, 12)
  end.writeUInt16LE(ZIP64_VERSION!, 14)
  for (const [index, value] of [members, members, size, start].entries()) {
    end.writeBigUInt64LE(BigInt(value), 24 + index * 8)
  }
  locator.writeUInt32LE(0x0706_4b50, 0)
  locator.writeBigUInt64LE(BigInt(start + size), 8)
  locator.writeUInt32LE(1, 16)
  return [end, locator]
}

/** Writes the checksum and the sizes of a member after its data (APPNOTE 4.3.9). */
function dataDescriptor({ crc, packed, size }: Member): Buffer {
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(0x0807_4b50, 0)
  descriptor.writeUInt32LE(crc, 4)
  descriptor.writeUInt32LE(packed, 8)
  descriptor.writeUInt32LE(size, 12)
  return descriptor
}

/**
 * Writes a local file header (APPNOTE 4.3.7). It has no extra field, because EPUB forbids one in the first member (EPUB
 * 3.3, 4.2.4).
 */
function localHeader(member: Member): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x0403_4b50, 0)
  header.writeUInt16LE(ZIP_VERSION!, 4)
  writeFacts(header, 8, member)
  return Buffer.concat([header, Buffer.from(member.name, 'ascii')])
}

/** Writes an entry of the central directory (APPNOTE 4.3.12). An offset above 4 GB is in a ZIP64 field (4.5.3). */
function directoryEntry(member: Member): Buffer {
  const extra = member.offset < MAX_BYTES ? Buffer.alloc(0) : Buffer.alloc(12)
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x0201_4b50, 0)
  header.writeUInt16LE(extra.length > 0 ? ZIP64_VERSION! : ZIP_VERSION!, 4)
  header.writeUInt16LE(extra.length > 0 ? ZIP64_VERSION! : ZIP_VERSION!, 6)
  writeFacts(header, 10, member)
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt32LE(Math.min(member.offset, MAX_BYTES), 42)
  if (extra.length > 0) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(member.offset), 4)
  }
  return Buffer.concat([header, Buffer.from(member.name, 'ascii'), extra])
}

/**
 * Writes the fields that the local header and the central directory have in the same order: flags, method, date, checksum,
 * sizes and length of the name.
 */
function writeFacts(header: Buffer, at: number, { name, flags, method, crc, packed, size }: Member): void {
  header.writeUInt16LE(flags, at - 2)
  header.writeUInt16LE(method, at)
  header.writeUInt16LE(DOS_DATE, at + 4)
  header.writeUInt32LE(crc, at + 6)
  header.writeUInt32LE(packed, at + 10)
  header.writeUInt32LE(size, at + 14)
  header.writeUInt16LE(name.length, at + 18)
}
