import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contradictsScript, detectLanguage } from './metadata/detect-language.ts'
import { extractPage } from './extract-page.ts'
import { isLogoOrPlaceholder, leadPicture } from './metadata/lead-picture.ts'
import { parseHtmlFragment } from './dom/parse-page.ts'
import { scriptDirection } from './metadata/script-direction.ts'
import { summarise } from './metadata/summary.ts'

test('the text that JSON-LD states is taken only where the page shows hardly any', () => {
  const body = 'The tide comes in, and it goes out again. '.repeat(20)
  const script = `<script type="application/ld+json">${JSON.stringify({ '@type': 'Article', articleBody: `${body}\nThe end.` })}</script>`
  const contentOf = (shown: string): string => {
    const text = `<title>Tides</title>${script}<article>${shown}</article>`
    const extraction = extractPage({ url: 'https://a.example/', text, mimetype: 'text/html' }, [])
    return extraction.kind === 'article' ? extraction.article.content : ''
  }
  assert.match(contentOf('<p>Loading the story of the day.</p>'), /^<p>The tide.*<\/p><p>The end\.<\/p>$/)
  assert.doesNotMatch(contentOf('<p>The moon is up, and it is quite full, they say.</p>'.repeat(30)), /tide/)
})

test('a summary is the description, else the first paragraph, at most 300 characters and never half a word', () => {
  const sentence = 'Nobody has ever found a way to hurry the tide, they say.'
  assert.equal(summarise('About tides', parseHtmlFragment(`<p>${sentence}</p>`)), 'About tides')
  assert.equal(
    summarise(undefined, parseHtmlFragment(`<p>Short.</p><p>${sentence} ${sentence}</p>`)),
    `${sentence} ${sentence}`,
  )
  const long = summarise(Array.from({ length: 20 }, () => sentence).join(' '), parseHtmlFragment('')) ?? ''
  assert.ok(long.length <= 300 && long.endsWith('they say.'))
  assert.match(summarise('word '.repeat(100), parseHtmlFragment('')) ?? '', /^(?:word )+word…$/)
  assert.equal(summarise(undefined, parseHtmlFragment('<p>Short.</p>')), undefined)
})

test('a sign of the site is no lead picture while the article has one', () => {
  const [logo, photo] = ['https://a.example/img/site-logo.png', 'https://a.example/img/boat.jpg']
  assert.deepEqual(
    [isLogoOrPlaceholder(logo), isLogoOrPlaceholder(photo), isLogoOrPlaceholder('https://a.example/iconic.jpg')],
    [true, false, false],
  )
  assert.equal(leadPicture(logo, [photo]), photo)
  assert.equal(leadPicture(logo, []), logo)
  assert.equal(leadPicture('https://a.example/share.jpg', [photo]), 'https://a.example/share.jpg')
  assert.equal(leadPicture(undefined, [logo, photo]), photo)
})

test('the direction follows from the letters', () => {
  assert.equal(scriptDirection(parseHtmlFragment('<p>لا أحد قضى شتاء كاملا</p>')), 'rtl')
  assert.equal(scriptDirection(parseHtmlFragment('<p>Nobody says לא here</p>')), undefined)
})

const TIDES = {
  en: 'The tide comes in and goes out again, and nobody in the harbour town seems to notice the difference any more. ',
  de: 'Wer über schöne Gärten schreibt, müsste eigentlich draußen sitzen und den Amseln beim Baden zusehen. ',
  sv: 'Staden byggde upp hamnmuren med sina egna händer, och ingen frågade efter vad det hade kostat. ',
  uk: 'Місто відбудувало портову стіну власними руками, і ніхто не питав, скільки це коштувало насправді. ',
  ja: '町の人々は自分たちの手で港の壁を再建した。誰もその費用について尋ねなかったのは不思議なことだ。',
  ar: 'أعاد سكان المدينة بناء جدار الميناء بأيديهم ولم يسأل أحد عن التكلفة التي دفعها الجميع. ',
} as const

test('a language that the page does not state is detected, and a few words are not enough', () => {
  for (const [language, sentence] of Object.entries(TIDES)) {
    assert.equal(detectLanguage(sentence.repeat(4)), language)
    assert.equal(detectLanguage(sentence.slice(0, 12)), undefined)
  }
})

test('a stated language is believed unless the letters are of another script', () => {
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
