import { textOf, type PageParent } from '../dom/page-tree.ts'

const SAMPLE_CHARACTERS = 5000
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu

/** @returns `rtl` if most letters of the article belong to a right-to-left script; otherwise undefined */
export function scriptDirection(content: PageParent): 'rtl' | undefined {
  const text = textOf(content, SAMPLE_CHARACTERS)
  if (text.search(RIGHT_TO_LEFT) < 0) return undefined
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters > 0 && (text.match(RIGHT_TO_LEFT)?.length ?? 0) * 2 > letters ? 'rtl' : undefined
}
