import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSiteRules } from './parse-site-rules.ts'

test('a file of rules is parsed, and comments and unsupported rules are left out', () => {
  const { rules, problems } = parseSiteRules(`# a remark
title: //h1[@class='t']
body: //div[@id = "story"] | //article
author: substring-after(//p[1], 'By ')
strip: //aside
strip_id_or_class: promo
strip_image_src: /pixel.gif
find_string: <br><br>
replace_string: </p><p>
replace_string(<b>): <strong>
single_page_link: //a[contains(@href, 'print')]/@href
if_page_contains: //nav
next_page_link: //a[@rel='next']
prune: no
tidy: no
test_url: https://a.example/1
http_header(user-agent): Something
`)
  assert.deepEqual(problems, [])
  assert.deepEqual(rules, {
    title: ["//h1[@class='t']"],
    body: ['//div[@id = "story"] | //article'],
    author: ["substring-after(//p[1], 'By ')"],
    date: [],
    strip: ['//aside'],
    stripIdOrClass: ['promo'],
    stripImageSrc: ['/pixel.gif'],
    replacements: [
      { find: '<br><br>', replace: '</p><p>' },
      { find: '<b>', replace: '<strong>' },
    ],
    singlePageLink: ["//a[contains(@href, 'print')]/@href"],
    ifPageContains: ['//nav'],
    nextPageLink: ["//a[@rel='next']"],
    prune: false,
  })
})

for (const [line, message] of [
  ['bdy: //div', 'there is no rule bdy'],
  ['just words', 'a line is a name, a colon and a value'],
  ['body:', 'body has no value'],
  ['body: //div[@id', '"[" is not closed'],
  ['body: //div[]', 'something is missing at "[]"'],
  ['body: //div | ', 'something is missing at "|"'],
  ['body: //div[@id=]', 'something is missing at "=]"'],
  ['body: //div/', 'something is missing at "/"'],
  ['body: //div)', '")" closes nothing'],
  ["body: //div[@id='x]", 'a quotation mark is not closed'],
  ['body: doc("https://a.example/")', 'there is no function doc()'],
  ['body: Q{http://fontoxml.com/fontoxpath}fetch("x")', '"{" may not be used'],
  ['body: fontoxpath:sleep(1)', '":" may not be used'],
  ['body: count(1 to 1000000000)', '"to" may not be used'],
  ["title: replace(//h1, '(a+)+', '')", 'there is no function replace()'],
  ['prune: maybe', 'prune is yes or no'],
  ['replace_string: x', 'replace_string has no find_string before it'],
  [`body: //${'a'.repeat(1000)}`, 'an expression may have 1000 characters'],
] as const) {
  test(`${line.slice(0, 60)} is reported with its line number, and the other rules are read`, () => {
    const { rules, problems } = parseSiteRules(`title: //h1\n\n${line}\nauthor: //h2`)
    assert.deepEqual(problems, [{ line: 3, message }])
    assert.deepEqual([rules.title, rules.author], [['//h1'], ['//h2']])
  })
}

const firstProblem = (text: string) => parseSiteRules(text).problems[0]?.message

test('the length, the lines and the rules of a kind are limited', () => {
  assert.equal(firstProblem('#'.repeat(70_000)), 'the rules are longer than 64 kB')
  assert.equal(firstProblem('\n'.repeat(2000)), 'there are more than 1000 lines')
  assert.equal(firstProblem('strip: //a\n'.repeat(101)), 'there are more than 100 of a kind')
})
