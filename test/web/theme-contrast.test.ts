import { test } from 'node:test'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

const SHEET = readFileSync(new URL('../../public/css/tokens.css', import.meta.url), 'utf8')

const PALETTE = [...blockOf(':root,\n[data-theme] {').matchAll(/(--[\w-]+): light-dark\((#\w+), (#\w+)\);/g)]

const THEMES = {
  light: new Map(PALETTE.map(([, name, light]) => [name!, light!])),
  dark: new Map(PALETTE.map(([, name, , dark]) => [name!, dark!])),
  sepia: tokensOf("[data-theme='sepia'] {"),
  black: tokensOf("[data-theme='black'] {"),
}

/**
 * Pairs of text and background colours, each with the minimum contrast ratio. WCAG 2.2 requires 4.5 for text and 3 for
 * the edges of fields (1.4.11). The text of articles must have 7.
 */
const PAIRS: readonly (readonly [text: string, ground: string, least: number])[] = [
  ['--ink', '--paper', 7],
  ['--ink', '--paper-sunken', 7],
  ['--ink', '--paper-raised', 7],
  ['--ink', '--mark', 7],
  ['--ink', '--mark-green', 7],
  ['--ink', '--mark-blue', 7],
  ['--ink', '--mark-pink', 7],
  ['--ink', '--accent-wash', 4.5],
  ['--ink-soft', '--paper', 7],
  ['--ink-soft', '--paper-sunken', 4.5],
  ['--code-string', '--paper-sunken', 4.5],
  ['--code-name', '--paper-sunken', 4.5],
  ['--accent-strong', '--paper-sunken', 4.5],
  ['--ink-faint', '--paper', 4.5],
  ['--ink-faint', '--paper-raised', 4.5],
  ['--accent', '--paper', 4.5],
  ['--accent-strong', '--paper', 4.5],
  ['--on-fill', '--fill', 4.5],
  ['--on-fill', '--fill-strong', 4.5],
  ['--danger', '--paper', 4.5],
  ['--line-strong', '--paper', 3],
  ['--line-strong', '--paper-raised', 3],
]

/** Minimum distance between two colours of annotations in Oklab: three times the smallest visible difference, 0.02. */
const MIN_DISTANCE = 0.06

for (const [name, tokens] of Object.entries(THEMES)) {
  test(`the ${name} theme can be read by everyone`, () => {
    for (const [text, ground, least] of PAIRS) {
      const found = contrast(tokens.get(text)!, tokens.get(ground)!)
      assert.ok(found >= least, `${text} on ${ground}: ${found.toFixed(2)} is less than ${least}`)
    }
  })
}

for (const [name, tokens] of Object.entries(THEMES)) {
  test(`errors differ from the colour of the brand in the ${name} theme`, () => {
    assert.ok(distance(tokens.get('--danger')!, tokens.get('--accent')!) >= MIN_DISTANCE)
  })
}

for (const [name, tokens] of Object.entries(THEMES)) {
  test(`the colours of annotations are distinguishable in the ${name} theme`, () => {
    const colors = ['--paper', '--mark', '--mark-green', '--mark-blue', '--mark-pink']
    for (const [index, one] of colors.entries()) {
      for (const other of colors.slice(index + 1)) {
        const found = distance(tokens.get(one)!, tokens.get(other)!)
        assert.ok(found >= MIN_DISTANCE, `${one} and ${other}: ${found.toFixed(3)}`)
      }
    }
  })
}

test('every theme sets every colour', () => {
  for (const tokens of Object.values(THEMES)) assert.deepEqual([...tokens.keys()], [...THEMES.light.keys()])
})

function blockOf(opening: string): string {
  const start = SHEET.indexOf(opening) + opening.length
  assert.ok(start > opening.length - 1, opening)
  return SHEET.slice(start, SHEET.indexOf('}', start))
}

function tokensOf(opening: string): ReadonlyMap<string, string> {
  return new Map([...blockOf(opening).matchAll(/(--[\w-]+): (#\w+);/g)].map(([, name, value]) => [name!, value!]))
}

/** @returns the contrast ratio of two colours, as WCAG 2.2 defines it */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

/** @returns the relative luminance of a colour, as WCAG 2.2 defines it */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255))
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** @returns the distance in Oklab (https://bottosson.github.io/posts/oklab/) */
function distance(one: string, other: string): number {
  const [first, second] = [oklab(one), oklab(other)]
  return Math.hypot(...first.map((value, index) => value - second[index]!))
}

function oklab(colour: string): number[] {
  const [r, g, b] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
