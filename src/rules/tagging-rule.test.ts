import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesRule } from './evaluate-tagging-rule.ts'
import type { RuleSubject } from './rule-subject.ts'
import { parseTaggingRule } from './parse-tagging-rule.ts'
import { checkedRule } from './tagging-rule.ts'
import { assertLinearTime } from '../../packages/extractor/src/linear-time.fixture.ts'

const ENTRY: RuleSubject = {
  title: 'Release of Dogear 2',
  url: 'https://blog.example.org/release',
  isArchived: false,
  isStarred: true,
  content: '<p>Der Große Text</p>',
  language: 'fr',
  mimetype: null,
  readingTime: 4,
  domainName: 'blog.example.org',
}

function holds(rule: string, entry: Partial<RuleSubject> = {}): boolean {
  const parsed = parseTaggingRule(rule)
  assert.ok(parsed.kind === 'rule', `${rule}: ${parsed.kind === 'refused' ? parsed.message : ''}`)
  return matchesRule(parsed.expression, { ...ENTRY, ...entry })
}

function refusal(rule: string): readonly [message: string, at: number] {
  const parsed = parseTaggingRule(rule)
  assert.ok(parsed.kind === 'refused', rule)
  return [parsed.message, parsed.at]
}

test('the examples of the contract have their documented meaning', () => {
  assert.equal(holds('readingTime <= 3'), false)
  assert.equal(holds('readingTime <= 4'), true)
  const release = 'domainName = "blog.example.org" and (title matches "release" or title matches "changelog")'
  assert.equal(holds(release), true)
  assert.equal(holds(release, { title: 'x' }), false)
  assert.equal(holds('language = "fr" or language = "fr_FR"', { language: 'fr_FR' }), true)
  assert.equal(holds('not (content matches "video") and readingTime > 20', { readingTime: 21 }), true)
})

test('comparisons are as loose or as strict as their operators', () => {
  const yes = [
    'readingTime = "4"',
    'readingTime = 4.0',
    'isStarred = 1',
    'isStarred is true',
    'isArchived is false',
    "title != 'release of dogear 2'",
    'mimetype is null',
    'mimetype = ""',
    'mimetype notmatches "x"',
    'content matches "GROSSE" or content MATCHES "große"',
    'title matches "RELEASE"',
    'title < "S"',
    'true',
    'isStarred',
    'NOT isArchived',
    String.raw`title notmatches "a\"b"`,
  ]
  const no = [
    'isStarred is 1',
    'isArchived is 0',
    'readingTime is "4"',
    'title = "release of dogear 2"',
    'mimetype matches ""',
    'title matches "r.l"',
    'readingTime > 4',
    'readingTime < 4',
    'domainName = "BLOG.example.org"',
  ]
  for (const rule of yes) assert.equal(holds(rule), true, rule)
  for (const rule of no) assert.equal(holds(rule), false, rule)
})

test('grouping is from the right, and not binds to the next operand alone', () => {
  assert.equal(holds('false and true or true'), false)
  assert.equal(holds('(false and true) or true'), true)
  assert.equal(holds('not title matches "nowhere"'), false)
  assert.equal(holds('not (title matches "nowhere")'), true)
  const loose = parseTaggingRule('isStarred and not title matches "x"')
  assert.deepEqual(loose.kind === 'rule' && loose.looseNots, [14])
  const clear = parseTaggingRule('not isStarred and title matches "x"')
  assert.deepEqual(clear.kind === 'rule' && clear.looseNots, [])
})

test('refusals have the words of wallabag, with the position', () => {
  assert.deepEqual(refusal('author = "x"'), ['The variable « author » does not exist.', 0])
  assert.deepEqual(refusal('title = "x" and Title = "y"'), ['The variable « Title » does not exist.', 16])
  const operators = ['~', 'in', 'like', '+', 'xor', '=>', '==', '===', '*']
  for (const sign of operators) {
    assert.deepEqual(refusal(`title ${sign} "x"`), [`The operator « ${sign} » does not exist.`, 6])
  }
  const invalid: readonly (readonly [string, number])[] = [
    ['', 0],
    ['title="x"', 5],
    ['readingTime<=4', 11],
    ['title ="x"', 6],
    ['title = "x', 8],
    ['title = ', 8],
    ['(title = "x"', 12],
    ['title = "x")', 11],
    ['title = "x" and', 15],
    ['title = "x" = "y"', 12],
    ['title = é', 8],
    ['not', 3],
    ['12abc = 1', 0],
  ]
  for (const [rule, at] of invalid) assert.deepEqual(refusal(rule), [`The rule « ${rule} » is invalid.`, at], rule)
  assert.equal(refusal(`title = "${'x'.repeat(250)}"`)[1], 255)
})

test('no input ends the reader, and each refusal has a place inside the rule', () => {
  const pieces = [
    'title',
    ' ',
    '(',
    ')',
    '"',
    "'",
    '\\',
    'and ',
    'or',
    ' not ',
    '=',
    ' = ',
    '4',
    '.',
    '-',
    'é',
    '\0',
    '😀',
    'is',
  ]
  let seed = 42
  const next = (count: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % count
  let understood = 0
  for (let round = 0; round < 20_000; round++) {
    const rule = Array.from({ length: 1 + next(12) }, () => pieces[next(pieces.length)]).join('')
    const parsed = parseTaggingRule(rule)
    if (parsed.kind === 'rule') {
      understood++
      assert.equal(typeof matchesRule(parsed.expression, ENTRY), 'boolean')
    } else {
      assert.ok(parsed.at >= 0 && parsed.at <= rule.length && parsed.message !== '', rule)
    }
  }
  assert.ok(understood > 10, String(understood))
  for (const deep of ['('.repeat(255), 'not '.repeat(63), `${'('.repeat(125)}true${')'.repeat(125)}`])
    parseTaggingRule(deep)
})

test('rules over a long text take linear time', async () => {
  const parsed = parseTaggingRule(`content matches "${'a'.repeat(100)}b" or content matches "(a+)+$"`)
  assert.ok(parsed.kind === 'rule')
  await assertLinearTime(50_000, (length) => {
    const subject = { ...ENTRY, content: 'a'.repeat(length) }
    return () => {
      for (let rule = 0; rule < 20; rule++) assert.equal(matchesRule(parsed.expression, subject), false)
    }
  })
})

test('a rule of wallabag is refused as a query, and words and values that look like one are not', () => {
  const rules = [
    'title matches "sea"',
    'readingTime >= 5',
    "not (isArchived = false) and domainName = 'example.org'",
    '(1 = 1 or "de" = language)',
  ]
  for (const rule of rules) {
    assert.equal(checkedRule(rule, 'wallabag').language, 'wallabag', rule)
    assert.throws(() => checkedRule(rule, 'query'), /language wallabag/, rule)
  }
  for (const query of ['title', 'title:"sea wall"', 'time:>5 title', 'title is great', '"url" content', 'words>5']) {
    assert.equal(checkedRule(query, 'query').rule, query)
  }
})
