/** A value of a property list: a text, data, a list or a dictionary. */
export type Value = string | Uint8Array | readonly Value[] | { readonly [key: string]: Value }

/** @returns a binary property list with this value (Apple's CFBinaryPList.c) */
export function propertyList(value: Value): Buffer {
  const objects: Buffer[] = []
  const add = (one: Value): number => {
    const number = objects.push(Buffer.alloc(0)) - 1
    objects[number] = objectOf(one, add)
    return number
  }
  const top = add(value)
  const head = Buffer.from('bplist00')
  const offsets = objects.map((_, index) => head.length + Buffer.concat(objects.slice(0, index)).length)
  const table = Buffer.concat(offsets.map(bytesOf))
  const trailer = Buffer.alloc(32)
  trailer.writeUInt8(4, 6)
  trailer.writeUInt8(4, 7)
  const start = head.length + Buffer.concat(objects).length
  for (const [at, number] of [
    [8, objects.length],
    [16, top],
    [24, start],
  ] as const) {
    trailer.writeBigUInt64BE(BigInt(number), at)
  }
  return Buffer.concat([head, ...objects, table, trailer])
}

function objectOf(value: Value, add: (value: Value) => number): Buffer {
  if (typeof value === 'string') return marked(0x5, value.length, Buffer.from(value, 'latin1'))
  if (value instanceof Uint8Array) return marked(0x4, value.length, value)
  if (Array.isArray(value)) return marked(0xa, value.length, references(value as readonly Value[], add))
  const fields = Object.entries(value)
  const [keys, values] = [fields.map(([key]) => key), fields.map(([, one]) => one)]
  return marked(0xd, fields.length, references([...keys, ...values], add))
}

const references = (values: readonly Value[], add: (value: Value) => number): Buffer =>
  Buffer.concat(values.map((value) => bytesOf(add(value))))

/** @returns an object with its kind and its length, which is an integer of its own from 15 on */
function marked(kind: number, length: number, content: Uint8Array): Buffer {
  if (length < 15) return Buffer.concat([Buffer.from([(kind << 4) | length]), content])
  return Buffer.concat([Buffer.from([(kind << 4) | 0xf, 0x12]), bytesOf(length), content])
}

function bytesOf(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}
