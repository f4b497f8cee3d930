import { crc32, deflateRawSync } from 'node:zlib'

/**
 * Limits of an archive without ZIP64: number of members, and size in bytes (APPNOTE 4.4). ZIP64 is not used, because
 * some reading systems do not support it.
 */
const MAX_MEMBERS = 65_535
const MAX_BYTES = 0xffff_ffff
/** 1 January 1980 (APPNOTE 4.4.6). A constant date makes the archive reproducible. */
const DOS_DATE = 0x0021
const [STORED, DEFLATED] = [0, 8]
/** Version needed to extract the archive: 2.0 supports deflate. */
const ZIP_VERSION = 20

interface Member {
  /**
   * name in ASCII. It is not stored as bytes: Node allocates small buffers as slices of a shared pool, and each stored
   * slice would keep its whole pool in memory (nodejs.org/api/buffer.html, poolSize).
   */
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

/** Writes a ZIP archive one member at a time (PKWARE APPNOTE 6.3). Only the current member is in memory. */
export class ZipWriter {
  readonly #members: Member[] = []
  #offset = 0

  /**
   * @param name path in ASCII, with `/` between its parts
   * @param isStored true to store the data uncompressed, because it is compressed already
   * @returns the bytes of the member
   * @throws Error if the archive would exceed 65,535 members or 4 GB
   */
  add(name: string, data: Uint8Array | string, isStored = false): readonly Uint8Array[] {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data
    const packed = isStored ? bytes : deflateRawSync(bytes)
    const member: Member = {
      name,
      method: isStored ? STORED! : DEFLATED!,
      crc: crc32(bytes),
      packed: packed.length,
      size: bytes.length,
      offset: this.#offset,
    }
    if (this.#members.length >= MAX_MEMBERS) throw new Error('the archive has too many members')
    this.#members.push(member)
    return this.#count([localHeader(member), packed])
  }

  /** @returns the central directory, which ends the archive */
  end(): readonly Uint8Array[] {
    const start = this.#offset
    const directory = this.#count(this.#members.map(directoryEntry))
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x0605_4b50, 0)
    end.writeUInt16LE(this.#members.length, 8)
    end.writeUInt16LE(this.#members.length, 10)
    end.writeUInt32LE(this.#offset - start, 12)
    end.writeUInt32LE(start, 16)
    return [...directory, end]
  }

  #count(pieces: readonly Uint8Array[]): readonly Uint8Array[] {
    for (const { length } of pieces) this.#offset += length
    if (this.#offset > MAX_BYTES) throw new Error('the archive is too large')
    return pieces
  }
}

/**
 * Writes a local file header (APPNOTE 4.3.7). It has no extra field, because EPUB forbids one in the first member (EPUB
 * 3.3, 4.2.4).
 */
function localHeader(member: Member): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x0403_4b50, 0)
  header.writeUInt16LE(ZIP_VERSION, 4)
  writeFacts(header, 8, member)
  return Buffer.concat([header, Buffer.from(member.name, 'ascii')])
}

/** Writes an entry of the central directory (APPNOTE 4.3.12). */
function directoryEntry(member: Member): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x0201_4b50, 0)
  header.writeUInt16LE(ZIP_VERSION, 4)
  header.writeUInt16LE(ZIP_VERSION, 6)
  writeFacts(header, 10, member)
  header.writeUInt32LE(member.offset, 42)
  return Buffer.concat([header, Buffer.from(member.name, 'ascii')])
}

/**
 * Writes the fields that the local header and the central directory have in the same order: method, date, checksum,
 * sizes and length of the name.
 */
function writeFacts(header: Buffer, at: number, { name, method, crc, packed, size }: Member): void {
  header.writeUInt16LE(method, at)
  header.writeUInt16LE(DOS_DATE, at + 4)
  header.writeUInt32LE(crc, at + 6)
  header.writeUInt32LE(packed, at + 10)
  header.writeUInt32LE(size, at + 14)
  header.writeUInt16LE(name.length, at + 18)
}
