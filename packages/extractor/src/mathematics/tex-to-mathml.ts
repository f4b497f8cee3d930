import { createRequire } from 'node:module'
import type Temml from 'temml'
import { findElement, type PageElement } from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'

/** Maximum length in characters of a formula that is converted. Longer ones stay TeX. */
const MAX_TEX = 5000
/** Maximum nesting of braces. Deeper nesting could overflow the stack of the converter. */
const MAX_DEPTH = 100
/** Maximum number of macro expansions in one formula. A formula with more is not converted. */
const MAX_EXPAND = 500

const require = createRequire(import.meta.url)
let loaded: typeof Temml | undefined

/** The converter is loaded with the first formula, because most pages contain none. */
function converter(): typeof Temml {
  return (loaded ??= require('temml') as typeof Temml)
}

/**
 * @param tex a formula in TeX
 * @param isDisplay true for a formula on its own line
 * @returns the formula as an untrusted `math` element; undefined if it is too long or invalid
 */
export function texToMathml(tex: string, isDisplay: boolean): PageElement | undefined {
  if (tex.length > MAX_TEX || depthOf(tex) > MAX_DEPTH) return undefined
  const options = { displayMode: isDisplay, throwOnError: true, trust: false, strict: false, maxExpand: MAX_EXPAND }
  try {
    const html = converter().renderToString(tex, { ...options, maxSize: [20, 500] })
    return findElement(parseHtmlFragment(html), ({ tagName }) => tagName === 'math')
  } catch {
    return undefined
  }
}

function depthOf(tex: string): number {
  let [depth, deepest] = [0, 0]
  for (const sign of tex) {
    if (sign === '{') deepest = Math.max(deepest, ++depth)
    else if (sign === '}') depth -= 1
  }
  return deepest
}
