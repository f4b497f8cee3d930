import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countPauses } from '../../test/support/count-pauses.ts'
import { matchingRules } from './evaluate-rules.ts'
import { matchesRule } from './evaluate-tagging-rule.ts'
import type { RuleSubject } from './rule-subject.ts'
import { findWordsInText } from './find-words-in-text.ts'
import { parseTaggingRule } from './parse-tagging-rule.ts'
import type { Expression } from './tagging-expression.ts'

const LONG = 500_000

function subjectWith(content: string): RuleSubject {
  return {
    title: 'Ab abba',
    url: `https://e.org/${'ab'.repeat(4000)}`,
    isArchived: false,
    isStarred: true,
    content,
    language: null,
    mimetype: 'text/html',
    domainName: 'e.org',
    readingTime: 12,
  }
}

function ready(rules: readonly string[]): { readonly rule: string; readonly expression: Expression }[] {
  return rules.map((rule) => {
    const parsed = parseTaggingRule(rule)
    assert.equal(parsed.kind, 'rule', rule)
    return { rule, expression: parsed.expression }
  })
}

/** @returns a random number generator with the same numbers in every run (Numerical Recipes, chapter 7) */
function sequence(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('many words are found at once with the same result as one by one', async () => {
  const next = sequence(7)
  const word = (length: number) => Array.from({ length }, () => 'ab汉'[next(3)]).join('')
  for (let round = 0; round < 200; round++) {
    const text = word(next(60))
    const needles = Array.from({ length: 20 }, () => word(next(6)))
    const wanted = needles.filter((needle) => text.includes(needle))
    assert.deepEqual(await findWordsInText(text, needles), new Set(wanted), `${text} ${needles.join()}`)
  }
})

test('a word is found where two pieces of a long text meet, and at its end', async () => {
  const text = `${'a'.repeat(9_999)}bc${'a'.repeat(30_000)}d`
  assert.deepEqual(await findWordsInText(text, ['abca', 'ad', 'ac', '']), new Set(['abca', 'ad', '']))
})

test('long texts and many rules have the same result as each rule alone', async () => {
  const subject = subjectWith(`<p>The TIDE, ${'word '.repeat(5000)}Ab abba 12 end</p>`)
  const rules = ready([
    'content matches "tide"',
    'content notmatches "TIDE"',
    'content matches title and url matches "abab"',
    'content matches readingTime',
    'content matches language',
    'language matches "en"',
    'language notmatches "en"',
    'content matches isStarred or content matches (title = "x")',
    'not (content matches "nowhere")',
    'title matches content',
    'content matches content',
    ...Array.from({ length: 100 }, (_, index) => `content matches "word ${index}" or url matches "b${index}"`),
  ])
  const held = (await matchingRules(rules, subject)).map(({ rule }) => rule)
  const wanted = rules.filter(({ expression }) => matchesRule(expression, { ...subject })).map(({ rule }) => rule)
  assert.deepEqual(held, wanted)
  assert.ok(held.includes('content matches "tide"') && held.length < rules.length)
})

test('two hundred of the slowest rules read the text once, with pauses for other work', async () => {
  const subject = subjectWith('a'.repeat(LONG))
  const rules = ready(
    Array.from({ length: 200 }, (_, index) => {
      const words = Array.from({ length: 8 }, (_word, at) => `content matches "aaa${index}x${at}"`)
      return words
        .join(' or ')
        .slice(0, 255)
        .replace(/ or [^"]*(?:"[^"]*)?$/, '')
    }),
  )
  const pauses = await countPauses(async () => assert.deepEqual(await matchingRules(rules, subject), []))
  // A pause after each ten thousand characters. If the text was read for each word, a thousand times as many.
  assert.ok(pauses > 50 && pauses < 100, `${pauses} pauses`)
  const short = subjectWith('a')
  assert.equal(await countPauses(() => matchingRules(rules, short)), 3)
})
