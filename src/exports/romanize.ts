import { transliterate } from 'transliteration'

/**
 * Romanization in CLDR (Arabic-Latin) of the Arabic letters that the package `transliteration` converts differently: it
 * omits or capitalizes some of them.
 */
const ARABIC_LETTERS: Readonly<Record<string, string>> = {
  أ: 'a',
  إ: 'i',
  ا: 'a',
  ؤ: 'w',
  ئ: 'y',
  ة: 't',
  ح: 'h',
  ص: 's',
  ض: 'd',
  ط: 't',
  ظ: 'z',
  ع: '',
  غ: 'gh',
  ى: 'y',
  ژ: 'zh',
  ک: 'k',
}

/** Japanese syllables with an irregular spelling in the Hepburn system. */
const HEPBURN_SYLLABLES: Readonly<Record<string, string>> = {
  し: 'shi',
  ち: 'chi',
  つ: 'tsu',
  ふ: 'fu',
  じ: 'ji',
  ぢ: 'ji',
  づ: 'zu',
}

/**
 * @param text text in any script
 * @returns the text in Latin letters, mostly ASCII. Each Chinese character becomes a lower-case word, Japanese
 *   syllables follow the Hepburn system, Arabic follows CLDR, and other scripts follow the tables of the package
 *   `transliteration`.
 */
export function romanize(text: string): string {
  const latin = text
    .normalize('NFC')
    .replaceAll(/\p{scx=Han}/gu, (character) => ` ${transliterate(character).trim().toLowerCase()} `)
    .replaceAll(/[\u3041-\u3096\u30a1-\u30fa\u30fc]+/g, (kana) => romanizeKana(kana))
    .replaceAll(/\p{sc=Arabic}/gu, (letter) => ARABIC_LETTERS[letter] ?? transliterate(letter).toLowerCase())
  return transliterate(latin)
}

function romanizeKana(kana: string): string {
  return kana
    .replaceAll('ー', '')
    .replaceAll(/[\u30a1-\u30f6]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))
    .replaceAll(/(.)([ぁぃぅぇぉゃゅょ])/g, (_pair, syllable: string, small: string) => joinSyllables(syllable, small))
    .replaceAll(/[\u3041-\u3096]/g, (syllable) => (syllable === 'っ' ? syllable : romanizeSyllable(syllable)))
    .replaceAll(/っ(.)/g, (_pair, next: string) => (next === 'c' ? 'tc' : next + next))
    .replaceAll('っ', '')
}

/** Joins a syllable with a small vowel: `し` and `ゃ` give "sha", `き` and `ゃ` give "kya", `ふ` and `ぁ` give "fa". */
function joinSyllables(syllable: string, small: string): string {
  const stem = romanizeSyllable(syllable).slice(0, -1)
  const vowel = transliterate(small).at(-1) ?? ''
  const glide = 'ゃゅょ'.includes(small) && !/(?:sh|ch|j)$/.test(stem) ? 'y' : ''
  return stem + glide + vowel
}

const romanizeSyllable = (syllable: string): string => HEPBURN_SYLLABLES[syllable] ?? transliterate(syllable)
