import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { IntlMessageFormat } from 'intl-messageformat'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { FETCH_REASONS } from '../../src/entries/fetching/fetch-failure-reasons.ts'
import { IMPORT_REASONS, type ImportReason } from '../../src/imports/import-failure-reasons.ts'
import type { MessageKey } from '../../src/web/messages/message-key.ts'
import { LANGUAGES } from '../../src/kernel/languages.ts'
import { languageOf, localizationIn, MESSAGES } from '../../src/web/layout/messages-by-language.ts'
import { samplePages } from './sample-pages.ts'

/** Source code of the sample pages. Texts in it do not come from message files. */
const SAMPLES = readdirSync(import.meta.dirname)
  .filter((name) => /^sample-pages\.ts$|-samples\.ts$/.test(name))
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
  .join('')
/** Source code with the names, menus and fields of other apps, which are in the words of these apps. */
const APPS = ['apps.ts', 'e-readers.ts', 'kobo-drawing.ts']
  .map((name) => readFileSync(new URL(`../../src/web/connect/${name}`, import.meta.url), 'utf8'))
  .join('\n')
const { en: EN, fr: FR } = MESSAGES
const KEYS = Object.keys(EN) as MessageKey[]

/** @returns the content of the message file of a language */
function fileOf(language: string): object {
  const path = new URL(`../../src/web/messages/${language}.json`, import.meta.url)
  return JSON.parse(readFileSync(path, 'utf8')) as object
}

test('every message exists in every language, with the same arguments', () => {
  for (const language of LANGUAGES) {
    const keys = Object.keys(fileOf(language))
    const isOptional = (key: string) => key.startsWith('styleguide.') && !keys.includes(key)
    const expected = KEYS.filter((key) => language === 'en' || !isOptional(key)).toSorted()
    assert.deepEqual(keys, expected, `${language}.json: complete, in order of its keys`)
  }
  for (const [language, messages] of Object.entries(MESSAGES)) {
    assert.deepEqual(Object.keys(messages).toSorted(), KEYS.toSorted(), language)
    for (const key of KEYS) {
      assert.ok(messages[key].trim() !== '', `${language}: ${key}`)
      assert.ok(new IntlMessageFormat(messages[key], language, undefined, { ignoreTag: true }))
      assert.deepEqual(valuesOf(messages[key]), valuesOf(EN[key]), `${language}: ${key}`)
    }
  }
})

test('quotation marks, apostrophes and spaces before punctuation follow the typography of each language', () => {
  const wrong = {
    de: /[”«»]|“[\p{L}\d]|\w'\w| [:;!?]|\d%/u,
    en: /[„«»]|\w'\w| [:;!?]/u,
    es: /[„“”]|« | »|\w'\w| [:;!?]|\d%/u,
    // French requires U+202F before ; ! ? % and inside guillemets, and U+00A0 before a colon.
    fr: /[„“”]|\w'\w|[^\u202f][;!?»%](?=[^/]|$)|«[^\u202f]|[^\u00a0]:(?= |$)/u,
    it: /[„“”]|« | »|\w'\w| [:;!?]|\d %/u,
  }
  for (const [language, messages] of Object.entries(MESSAGES))
    for (const key of KEYS) {
      // These messages contain code: names of values in the style guide, and examples of rules in hints.
      if (key.startsWith('styleguide.') || /(?:ruleHint|ignoreOriginHint)$/.test(key)) continue
      const text = messages[key].replaceAll(/\{\w+[,}]|https?:\S*|=\d+ \{|not \(…\)/g, '')
      assert.doesNotMatch(text, wrong[language as keyof typeof wrong], `${language}: ${key}`)
    }
})

test('the English reasons of imports are the sentences that the API returns', () => {
  for (const [reason, sentence] of Object.entries(IMPORT_REASONS)) {
    assert.equal(EN[`import.reasons.${reason as ImportReason}`].replaceAll(', number}', '}'), sentence)
  }
})

test('numbers and dates follow the conventions of the language', () => {
  const day = new Date('2026-02-01T12:00:00Z')
  assert.equal(localizationIn('en').t('list.count', { count: 1234 }), '1,234 entries')
  assert.equal(localizationIn('en').t('list.count', { count: 1 }), '1 entry')
  assert.equal(localizationIn('fr').t('list.count', { count: 1234 }).replaceAll(/\s/g, ' '), '1 234 articles')
  assert.equal(localizationIn('de').t('list.count', { count: 1234 }), '1.234 Artikel')
  assert.equal(localizationIn('es').t('list.count', { count: 12345 }).replaceAll(/\s/g, ' '), '12.345 artículos')
  assert.equal(localizationIn('it').t('list.count', { count: 1 }), '1 articolo')
  assert.equal(localizationIn('de').day(day, 'long'), '1. Februar 2026')
  assert.equal(localizationIn('es').day(day, 'long'), '1 de febrero de 2026')
  assert.equal(localizationIn('it').day(day, 'long'), '1 febbraio 2026')
  assert.equal(localizationIn('en').day(day, 'long'), '1 February 2026')
  assert.equal(localizationIn('fr').day(day, 'long'), '1 février 2026')
})

test('the language that the browser prefers is used', () => {
  const cases = {
    'fr-CH, en;q=0.5': 'fr',
    'pt, fr;q=0.4, en;q=0.7': 'en',
    'de-AT;q=1, fr;q=0': 'de',
    'pt;q=1, fr;q=0': 'en',
    es: 'es',
    'it-CH': 'it',
    '': 'en',
    '*': 'en',
  }
  for (const [header, language] of Object.entries(cases)) assert.equal(languageOf(header), language, header)
  assert.equal(languageOf(`${'x,'.repeat(10_000)}fr`), 'en')
})

test('every reason for a failed fetch has a text', () => {
  for (const [reason, sentence] of Object.entries(FETCH_REASONS)) {
    assert.equal(localizationIn('en').t(`failure.${reason as keyof typeof FETCH_REASONS}.reason`), sentence)
  }
})

test('every text on a page comes from the message files', () => {
  const same = new Set<string>(KEYS.filter((key) => EN[key] === FR[key]).map((key) => EN[key]))
  // Returns true for a count with a word that is the same in both languages, such as "3 annotations".
  const isCount = (text: string): boolean =>
    [...same].some((message) => message.includes(`{${text.replace(/^\d+/, '#')}}`))
  const calm = { text: '0', address: 'https://0.0/', assetHref: () => '/0' }
  const [english, french] = [samplePages({ ...calm, language: 'en' }), samplePages({ ...calm, language: 'fr' })]
  for (const [name, page] of Object.entries(english)) {
    const others = new Set(textsOf(parse(french[name]!.toString())))
    // A text that both pages contain comes from the code if no message has this text in both languages.
    const fixed = textsOf(parse(page.toString())).filter(
      (text) => others.has(text) && !same.has(text) && !isCount(text),
    )
    assert.deepEqual(
      fixed.filter(
        (text) =>
          !isOfNoLanguage(text) &&
          !APPS.includes(`'${text}'`) &&
          !APPS.includes(`>${text}<`) &&
          !SAMPLES.includes(text.replace(/^: |^.*? - #\d+$/, '')),
      ),
      [],
      name,
    )
  }
})

test('advice after a failure names the browser extension, and sends no administrator to an administrator', () => {
  const advice = Object.entries<string>(EN).filter(([key]) => /^failure\..*\.next$/.test(key))
  assert.ok(advice.length > 20)
  for (const [key, text] of advice) {
    assert.doesNotMatch(text, /administrator/, key)
    if (text.includes('extension')) assert.match(text, /Wallabagger/, key)
  }
})

test('every message is used', () => {
  const folders = ['../../src/web', '../../client/offline'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  const files = folders
    .flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true }))
    .filter((file) => file.isFile() && !/messages(?:\/\w+)?$/.test(file.parentPath))
  const code = files.map(({ parentPath, name }) => readFileSync(`${parentPath}/${name}`, 'utf8')).join('\n')
  for (const key of KEYS) {
    const family = `${key.slice(0, key.lastIndexOf('.'))}.\${`
    const middle = `${key.slice(0, key.indexOf('.'))}.\${`
    assert.ok(code.includes(`'${key}'`) || code.includes(family) || code.includes(middle), key)
  }
})

test('the same pages are available in every language', () => {
  for (const language of LANGUAGES) {
    const pages = samplePages({ text: 'x', address: 'https://example.com/', assetHref: () => '/x', language })
    for (const page of Object.values(pages)) assert.match(page.toString(), new RegExp(`<html lang="${language}"`))
  }
})

/** @returns the names of the placeholders in a message */
function valuesOf(message: string): string[] {
  return [...new Set([...message.matchAll(/\{(\w+),/g)].map(([, name]) => name!))].toSorted()
}

/** Returns true for texts that are not translated, such as commands, OAuth grants and dates. */
function isOfNoLanguage(text: string): boolean {
  return (
    !/\p{L}{2}/u.test(text) ||
    /^\d+ min(?:utes)?$|· Dogear$|^(?:BASE=|DOGEAR_SMTP_URL=|TOKEN=|ID=|curl |return \{|urls-source |\{\n|javascript:|password, |\d+ (?:January|Jan) \d{4}$)/.test(
      text,
    ) ||
    /^https?:/.test(text) ||
    // The content of `noscript` is parsed as text.
    /^<meta http-equiv="refresh" content="\d+">$/.test(text) ||
    Intl.supportedValuesOf('timeZone').includes(text) ||
    // Search keywords are the same in every language.
    /^(?:tag|site|author|is|has|title|time|saved):|^OR$/.test(text)
  )
}

function textsOf(node: DefaultTreeAdapterTypes.Node): string[] {
  if (node.nodeName === '#text')
    return [(node as DefaultTreeAdapterTypes.TextNode).value.trim()].filter((text) => text !== '')
  if (!('childNodes' in node)) return []
  const attributes =
    'attrs' in node ? node.attrs.filter(({ name }) => /^(?:aria-label|alt|title|placeholder)$/.test(name)) : []
  const own = attributes.map(({ value }) => value).filter((value) => value !== '' && value !== 'wallabag logo')
  return [...own, ...node.childNodes.flatMap(textsOf)]
}
