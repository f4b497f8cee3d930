import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partialMd5 } from './partial-md5.ts'

/** Files of bytes `index * factor % modulus`, with the hash that `util.partialMD5` of KOReader fc88887 computed under LuaJIT. */
const VECTORS = [
  { length: 0, factor: 1, modulus: 251, md5: 'd41d8cd98f00b204e9800998ecf8427e' },
  { length: 1024, factor: 1, modulus: 251, md5: '9ee0a0e0c0bc0f1ff29d663d1fdf0743' },
  { length: 1025, factor: 1, modulus: 251, md5: '3f3789452b88cb32b8cbfbafe715e29a' },
  { length: 4096, factor: 1, modulus: 251, md5: '1544ef7a46131a30cf328f55979db73d' },
  { length: 70_000, factor: 1, modulus: 251, md5: 'f34024643c82aec13b2fd5eb2842658a' },
  { length: 5_000_000, factor: 7, modulus: 253, md5: 'a6dbe9596e49887b48bd58d58f00c0e6' },
]

test('the hash of a file is that of KOReader', () => {
  for (const { length, factor, modulus, md5 } of VECTORS) {
    const file = Buffer.alloc(length)
    for (let index = 0; index < length; index++) file[index] = (index * factor) % modulus
    assert.equal(partialMd5(file), md5, `${length} bytes`)
  }
  assert.equal(partialMd5(Buffer.from('hello')), '5d41402abc4b2a76b9719d911017c592')
})
