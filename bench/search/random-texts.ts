import type { IndexedEntry } from '../../src/query/text/index-words.ts'

/** Number of distinct words in each language. Their frequencies follow Zipf's law, as in natural languages. */
const WORDS_PER_LANGUAGE = 60_000
/**
 * @returns the syllables of a language: all combinations of a consonant and a vowel. Each language has a hundred
 *   syllables, so that about as many words share a prefix as in English.
 */
const syllables = (consonants: string, vowels: string) =>
  [...consonants].flatMap((consonant) => [...vowels].map((vowel) => consonant + vowel))

/** A language with its syllables, and its share of the entries in percent. */
interface Writing {
  readonly language: string
  readonly share: number
  readonly syllables: readonly string[]
}

const ENGLISH: Writing = { language: 'en', share: 60, syllables: syllables('bcdfghjklmnpqrstvwxz', 'aeiou') }
const WRITINGS: readonly Writing[] = [
  ENGLISH,
  { language: 'fr', share: 20, syllables: syllables('bcdfghjlmnpqrstvçkñx', 'aéèiô') },
  { language: 'ru', share: 12, syllables: syllables('бвгджзклмнпрстфхцчшщ', 'аеиоу') },
  { language: 'ja', share: 8, syllables: syllables('海山川人木石町村森空雨風雪花鳥魚犬猫車道', 'のはをにが') },
]

/** Generates random texts, which are the same in every run. */
export interface Library {
  /**
   * @param words number of words in the content; the title has 8 words
   * @returns the entry with this id
   */
  entry(id: number, words: number): IndexedEntry
  /** @returns a random English word. Frequent words are as likely as in texts. */
  written(): string
  /** @returns the English word with this rank by frequency; the most frequent one has rank 0 */
  frequent(rank: number): string
  /** @returns a random word of any language. The logarithm of its frequency rank is uniformly distributed. */
  searchWord(): string
  /** @returns a random number from 0 to below 1 */
  random(): number
}

export function makeLibrary(seed: number): Library {
  const random = randomNumbers(seed)
  const names = new Map(WRITINGS.map((writing) => [writing, vocabularyOf(writing)]))
  const sums = runningSums()
  const word = (writing: Writing) => names.get(writing)![rankAt(sums, random() * sums.at(-1)!)]!
  const written = () => word(ENGLISH)
  const text = (writing: Writing, words: number) => Array.from({ length: words }, () => word(writing)).join(' ')
  return {
    random,
    written,
    frequent: (rank) => names.get(ENGLISH)![rank]!,
    searchWord: () =>
      names.get(languageAt(random() * 100))![Math.floor(Math.exp(random() * Math.log(WORDS_PER_LANGUAGE)))]!,
    entry: (id, words) => {
      const writing = languageAt(random() * 100)
      return {
        id,
        title: text(writing, 8),
        url: `https://${written()}.example.org/${written()}/${id}`,
        domain: 'example.org',
        language: writing.language,
        authors: [],
        tags: [`shelf ${id % 50}`],
        notes: [],
        content: `<p>${text(writing, words)}</p>`,
      }
    },
  }
}

/** @param percent a number from 0 to below 100 */
function languageAt(percent: number): Writing {
  let sum = 0
  return WRITINGS.find(({ share }) => percent < (sum += share)) ?? ENGLISH
}

function vocabularyOf(writing: Writing): string[] {
  return Array.from({ length: WORDS_PER_LANGUAGE }, (_, rank) => wordOf(rank, writing.syllables))
}

function wordOf(rank: number, parts: readonly string[]): string {
  // Scatters the ranks, so that words with successive ranks begin differently. Otherwise, frequent words would be
  // prefixes of the other words.
  let rest = (rank * 7919 + 104_729) % 100_000_007
  let word = ''
  for (let index = 0; index < 2 || rest > 0; index++) {
    word += parts[rest % parts.length]
    rest = Math.floor(rest / parts.length)
  }
  return word
}

function runningSums(): Float64Array {
  const sums = new Float64Array(WORDS_PER_LANGUAGE)
  let sum = 0
  for (let rank = 0; rank < WORDS_PER_LANGUAGE; rank++) sums[rank] = sum += 1 / (rank + 2.7) ** 1.05
  return sums
}

function rankAt(sums: Float64Array, value: number): number {
  let [low, high] = [0, sums.length - 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sums[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

/** @returns a linear congruential generator, with the constants of Numerical Recipes */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
