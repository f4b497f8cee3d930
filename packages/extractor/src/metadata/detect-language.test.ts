import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractPage } from '../extract-page.ts'
import { contradictsScript, detectLanguage } from './detect-language.ts'

const TIDES = {
  en: 'The tide comes in and goes out again, and nobody in the harbour town seems to notice the difference any more. ',
  de: 'Wer über schöne Gärten schreibt, müsste eigentlich draußen sitzen und den Amseln beim Baden zusehen. ',
  sv: 'Staden byggde upp hamnmuren med sina egna händer, och ingen frågade efter vad det hade kostat. ',
  uk: 'Місто відбудувало портову стіну власними руками, і ніхто не питав, скільки це коштувало насправді. ',
  ja: '町の人々は自分たちの手で港の壁を再建した。誰もその費用について尋ねなかったのは不思議なことだ。',
  ar: 'أعاد سكان المدينة بناء جدار الميناء بأيديهم ولم يسأل أحد عن التكلفة التي دفعها الجميع. ',
} as const

test('the language of a text is detected, but not from a few words', () => {
  for (const [language, sentence] of Object.entries(TIDES)) {
    assert.equal(detectLanguage(sentence.repeat(4)), language)
    assert.equal(detectLanguage(sentence.slice(0, 12)), undefined)
  }
})

test('the declared language is used unless the text is in another script', () => {
  assert.ok(contradictsScript('en-US', TIDES.ja))
  assert.ok(contradictsScript('en', TIDES.uk))
  assert.ok(!contradictsScript('uk', TIDES.uk))
  assert.ok(!contradictsScript('fr', TIDES.en))
  assert.equal(languageOf(`<html lang="en">${articleIn(TIDES.ar)}`), 'ar')
  assert.equal(languageOf(`<html lang="de-AT">${articleIn(TIDES.de)}`), 'de-AT')
  assert.equal(languageOf(articleIn(TIDES.sv)), 'sv')
})

function articleIn(sentence: string): string {
  return `<article>${`<p>${sentence.repeat(3)}</p>`.repeat(5)}</article>`
}

function languageOf(html: string): string | undefined {
  const extraction = extractPage({ url: 'https://a.example/', text: html, mimetype: 'text/html' }, [])
  return extraction.kind === 'article' ? extraction.article.language : undefined
}
