/** A value of a property list that is read here: a text, data, or a list or dictionary of other objects. */
export type PropertyValue = string | Uint8Array | ObjectList | Dictionary | undefined

/** The objects of a list, read when they are asked for. */
export class ObjectList {
  readonly #read: (index: number) => PropertyValue
  readonly length: number

  constructor(length: number, read: (index: number) => PropertyValue) {
    this.length = length
    this.#read = read
  }

  /** @returns the value at an index below `length` */
  at(index: number): PropertyValue {
    return this.#read(index)
  }
}

/** A dictionary whose values are read when they are asked for. */
export class Dictionary {
  readonly #places: ReadonlyMap<string, number>
  readonly #read: (object: number) => PropertyValue

  constructor(places: ReadonlyMap<string, number>, read: (object: number) => PropertyValue) {
    this.#places = places
    this.#read = read
  }

  get(key: string): PropertyValue {
    const object = this.#places.get(key)
    return object === undefined ? undefined : this.#read(object)
  }

  /** @returns the text at a key; undefined if the value is missing or of another kind */
  text(key: string): string | undefined {
    const value = this.get(key)
    return typeof value === 'string' ? value : undefined
  }

  /** @returns the data at a key; undefined if the value is missing or of another kind */
  data(key: string): Uint8Array | undefined {
    const value = this.get(key)
    return value instanceof Uint8Array ? value : undefined
  }
}

/** Length of the trailer with the sizes and the place of the table of offsets. */
const TRAILER = 32
/** Maximum number of keys of a dictionary. */
const MAX_KEYS = 1000

/** The kinds of objects, by the upper half of their first byte (Apple's CFBinaryPList.c). */
const [DATA, ASCII, UTF16, LIST, DICTIONARY] = [0x4, 0x5, 0x6, 0xa, 0xd]

/**
 * Reads a binary property list. Objects are read only when they are asked for: objects may contain each other, so
 * libraries that read the whole list may need time and memory without limit.
 *
 * @param file the list, starting with `bplist00`
 * @returns its outermost value; undefined if it is of a kind that is not read here
 * @throws RangeError if the file is damaged
 */
export function readPropertyList(file: Uint8Array): PropertyValue {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const trailer = bytes.subarray(bytes.length - TRAILER)
  const [offsetSize, referenceSize] = [trailer.readUInt8(6), trailer.readUInt8(7)]
  const [count, top, table] = [8, 16, 24].map((at) => Number(trailer.readBigUInt64BE(at))) as [number, number, number]
  const placeOf = (object: number): number => {
    if (object >= count) throw new RangeError('a property list refers to an object that it lacks')
    return bytes.readUIntBE(table + object * offsetSize, offsetSize)
  }
  const read = (object: number): PropertyValue => readObject(bytes, placeOf(object), { referenceSize, read })
  return read(top)
}

interface Reader {
  /** size of a reference to an object, in bytes */
  readonly referenceSize: number
  readonly read: (object: number) => PropertyValue
}

function readObject(bytes: Buffer, place: number, { referenceSize, read }: Reader): PropertyValue {
  const kind = bytes.readUInt8(place) >> 4
  const { length, start } = lengthAt(bytes, place)
  const referenceAt = (index: number): number => bytes.readUIntBE(start + index * referenceSize, referenceSize)
  if (kind === DATA) return slice(bytes, start, length)
  if (kind === ASCII) return slice(bytes, start, length).toString('latin1')
  if (kind === UTF16)
    return Buffer.from(slice(bytes, start, 2 * length))
      .swap16()
      .toString('utf16le')
  if (kind === LIST) return new ObjectList(length, (index) => read(referenceAt(index)))
  if (kind !== DICTIONARY || length > MAX_KEYS) return undefined
  const places = new Map<string, number>()
  for (let index = 0; index < length; index++) {
    const key = read(referenceAt(index))
    if (typeof key === 'string') places.set(key, referenceAt(length + index))
  }
  return new Dictionary(places, read)
}

/** @returns the length of an object, and the place of its content. A length of 15 or more is an integer of its own. */
function lengthAt(bytes: Buffer, place: number): { readonly length: number; readonly start: number } {
  const short = bytes.readUInt8(place) & 0x0f
  if (short !== 0x0f) return { length: short, start: place + 1 }
  const size = 1 << (bytes.readUInt8(place + 1) & 0x0f)
  return { length: bytes.readUIntBE(place + 2, size), start: place + 2 + size }
}

function slice(bytes: Buffer, start: number, length: number): Buffer {
  if (start + length > bytes.length) throw new RangeError('a property list ends within an object')
  return bytes.subarray(start, start + length)
}
