import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOfHtml } from './text-of-html.ts'
import { tokenize, tokenizeQuery } from './tokenize.ts'
import { assertLinearTime } from '../../../packages/extractor/src/linear-time.fixture.ts'

const words = (text: string) => [...tokenize(text)].join(' ')

test('words are folded: case, accents, ligatures and compatibility forms', () => {
  assert.equal(words('Straße ÅNGSTRÖM ﬁne ǅ Ørsted œuvre'), 'strasse angstrom fine dz orsted oeuvre')
  assert.equal(words('İstanbul ISPARTA ılık'), 'istanbul isparta ilik')
  assert.equal(words('Ὀδυσσεύς ΟΔΥΣΣΕΥΣ'), 'οδυσσευσ οδυσσευσ')
  assert.equal(words('ＡＢＣ１２３ x²'), 'abc123 x2')
})

test('letters that only look accented are not changed', () => {
  assert.equal(words('й ё हिन्दी ภาษาไทย'), 'й е हिन्दी ภาษาไทย')
  assert.equal(words('ｶﾞｷﾞ'), 'ガギ ギ')
})

test('runs without spaces become pairs and their last character', () => {
  assert.equal(words('東京都'), '東京 京都 都')
  assert.equal(words('한국어'), '한국 국어 어')
  assert.equal(words('iPhone15ケース'), 'iphone15 ケー ース ス')
  assert.equal(words('𠮷野家'), '𠮷野 野家 家')
})

test('no token holds a sign that means something to an index', () => {
  const signs = String.fromCharCode(...Array.from({ length: 128 }, (_, code) => code))
  assert.match(words(`${signs} a_b .tag.x 1_2 \u2028 ‘’`), /^[a-z0-9 ]+$/)
  assert.equal(words('🎉👨‍👩‍👧'), '🎉 👨 👩 👧')
})

test('long words are cut, and never inside a character', () => {
  assert.equal(words('x'.repeat(1000)).length, 64)
  assert.ok(words('𝐱'.repeat(10) + '𐐨'.repeat(1000)).isWellFormed())
})

test('a piece of a query leaves its end open only where the text may go on', () => {
  assert.deepEqual(tokenizeQuery('東京都'), { tokens: ['東京', '京都'], endsInCharacter: false })
  assert.deepEqual(tokenizeQuery('京'), { tokens: ['京'], endsInCharacter: true })
  assert.deepEqual(tokenizeQuery('東京 is'), { tokens: ['東京', '京', 'is'], endsInCharacter: false })
})

test('the text of HTML keeps words together that only look parted', () => {
  assert.equal(textOfHtml('<p>re<b>built</b></p><p>x&amp;y&#x41;&nbsp;z<br>w<!-- c -->v'), ' rebuilt  x&yA z w v')
  assert.equal(textOfHtml('&#0;&#xffffff;&bogus;&lt;b&gt;'), '   <b>')
})

test('foreign text takes linear time', async () => {
  for (const piece of ['<', '&#', '<a ', '東']) {
    await assertLinearTime(
      50_000,
      (length) => {
        const text = piece.repeat(length / piece.length)
        return () => [...tokenize(textOfHtml(text))].length
      },
      piece,
    )
  }
})
