import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { test } from 'node:test'
import { passwordHasher } from './password-hasher.ts'

const PASSWORD = 'correct horse ñ 🐎'
/** A hash made with @node-rs/argon2 2.2.1. Earlier versions of Dogear stored such hashes. */
const EARLIER = '$argon2id$v=19$m=19456,t=2,p=1$+/R1GLMla5xJqfhwtOzw3A$QGvYXSmrmA9XM4eclLa2A4p/KVInHjGnavJ4IP/wvqQ'

test('a hash of an earlier version stays valid, for its password only', async () => {
  const hasher = passwordHasher()
  assert.equal(await hasher.verify(EARLIER, PASSWORD), true)
  assert.equal(await hasher.verify(EARLIER, 'correct horse'), false)
})

test('a new hash has the format and the cost of the earlier ones, and another salt each time', async () => {
  const hasher = passwordHasher()
  const [one, other] = [await hasher.hash(PASSWORD), await hasher.hash(PASSWORD)]
  const format = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/
  assert.match(EARLIER, format)
  assert.match(one, format)
  assert.notEqual(one, other)
  assert.equal(await hasher.verify(one, PASSWORD), true)
  assert.equal(await hasher.verify(other, `${PASSWORD} `), false)
})

test('a hash of another cost and length is verified with these', async () => {
  // A test vector of the reference implementation: https://github.com/P-H-C/phc-winner-argon2, src/test.c
  const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  assert.equal(await passwordHasher().verify(stored, 'password'), true)
})

test('without a hash no password is right, and the answer takes as long', async () => {
  const hasher = passwordHasher()
  assert.equal(await hasher.verify(undefined, ''), false)
  const time = async (hash: string | undefined) => {
    const start = performance.now()
    await hasher.verify(hash, PASSWORD)
    return performance.now() - start
  }
  // Without a hash to compare with, an answer at once would take no time. Other work can only make an attempt slower.
  let [unknown, known] = [Infinity, Infinity]
  for (let round = 0; round < 3 || (round < 30 && unknown <= known / 3); round++) {
    unknown = Math.min(unknown, await time(undefined))
    known = Math.min(known, await time(EARLIER))
  }
  assert.ok(unknown > known / 3, `${unknown} ms without, ${known} ms with a hash`)
})

test('text that is no hash is an error, not a wrong password', async () => {
  for (const stored of ['', 'plain', EARLIER.replace('id$', 'i$'), EARLIER.slice(0, 40), `${EARLIER}=`]) {
    await assert.rejects(passwordHasher().verify(stored, PASSWORD), /PHC string/, stored)
  }
})

test('the event loop runs on while a password is hashed', async () => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  await passwordHasher().hash(PASSWORD)
  clearInterval(timer)
  assert.ok(turns >= 3, `${turns} turns`)
})
