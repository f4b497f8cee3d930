import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom, type SeededRandom } from '../../../test/crash/seeded-random.ts'
import { matchTokens, type ContentTest } from './find-in-contents.ts'
import {
  decodeBlock,
  documentsBlock,
  encodeBlock,
  keysOfBlocks,
  mergeBlocks,
  newPostings,
  type BlockKey,
  type PostingBlock,
  type StoredBlock,
} from './posting-block.ts'

/**
 * Words for the test. Many of them are prefixes of others. Some share a block of the index with other words, and some
 * are alone in a block.
 */
const WORDS = ['a', 'ab', 'aba', 'abb', 'abba', 'b', 'ba', 'bab', '海', '海山', '海町', '山']

test('sequences of words are found in the same documents as by comparing them with each text', () => {
  const random = seededRandom(7)
  let matches = 0
  for (let round = 0; round < 20; round++) {
    const texts = Array.from({ length: 40 }, () => randomWords(random, random.between(0, 30)))
    const first = random.between(0, 600)
    const tables = indexOf(texts, first, random)
    for (let index = 0; index < 60; index++) {
      const asked = { tokens: randomWords(random, random.between(1, 4)), isPrefix: random.chance(0.5) }
      const expected = texts.flatMap((words, text) => (hasSequence(words, asked) ? [first + text] : []))
      assert.deepEqual(
        [...found(tables, asked)].toSorted((one, other) => one - other),
        expected,
        JSON.stringify(asked),
      )
      if (expected.length > 0 && expected.length < texts.length) matches += 1
    }
  }
  assert.ok(matches > 300, `only ${matches} sequences tell texts apart`)
})

const randomWords = (random: SeededRandom, count: number): string[] =>
  Array.from({ length: count }, () => WORDS[random.between(0, WORDS.length - 1)]!)

function hasSequence(words: readonly string[], { tokens, isPrefix }: ContentTest): boolean {
  const sequence = ` ${tokens.join(' ')}${isPrefix ? '' : ' '}`
  return ` ${words.join(' ')} `.includes(sequence)
}

interface KeptBlock {
  readonly key: BlockKey
  readonly stored: StoredBlock
}

/** The tables of the index. Each is in the order of its keys. */
type Tables = Readonly<Record<'postings' | 'positions', readonly KeptBlock[]>>

/** @returns the index after texts were added in random batches */
function indexOf(texts: readonly string[][], first: number, random: SeededRandom): Tables {
  const [postings, positions] = [new Map<string, KeptBlock>(), new Map<string, KeptBlock>()]
  for (let start = 0; start < texts.length;) {
    const batch = texts.slice(start, start + random.between(1, 20))
    for (const added of newPostings(batch, first + start)) {
      merge(postings, added.key, documentsBlock(added.positions))
      merge(positions, added.key, added.positions)
    }
    start += batch.length
  }
  const inOrder = (table: Map<string, KeptBlock>) =>
    [...table.values()].toSorted((one, other) => compareKeys(one.key, other.key))
  return { postings: inOrder(postings), positions: inOrder(positions) }
}

function merge(table: Map<string, KeptBlock>, key: BlockKey, block: PostingBlock): void {
  const known = table.get(key.join())
  table.set(key.join(), { key, stored: encodeBlock(known ? mergeBlocks(decodeBlock(known.stored), block) : block) })
}

function found(tables: Tables, asked: ContentTest): Set<number> {
  const table = tables[asked.tokens.length > 1 ? 'positions' : 'postings']
  const read = asked.tokens.map((token, index) => {
    const { lower, upper } = keysOfBlocks(token, asked.isPrefix && index === asked.tokens.length - 1)
    const isWithin = ({ key }: KeptBlock) => compareKeys(lower, key) <= 0 && compareKeys(key, upper) <= 0
    return table.filter(isWithin).map(({ stored }) => stored)
  })
  return matchTokens(asked, read)
}

/** Compares keys like IndexedDB: if one key is the beginning of another, it comes first. */
function compareKeys([letters, segment = -1]: [string, number?], [others, other = -1]: [string, number?]): number {
  return letters < others ? -1 : letters > others ? 1 : segment - other
}
