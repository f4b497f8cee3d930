import type { Page } from 'playwright-core'

/** JavaScript that finds the words in the article. */
const found = (words: string): string => `
    const walker = document.createTreeWalker(document.querySelector('.prose'), NodeFilter.SHOW_TEXT)
    let node = walker.nextNode()
    while (!node.data.includes(${JSON.stringify(words)})) node = walker.nextNode()
    const at = node.data.indexOf(${JSON.stringify(words)})`

/** @returns a point in the window just inside the first or last of these words */
export function edgeOfWords(page: Page, words: string, side: 'start' | 'end'): Promise<{ x: number; y: number }> {
  return page.evaluate<{ x: number; y: number }>(`(() => {${found(words)}
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + ${words.length})
    const box = range.getBoundingClientRect()
    return { x: ${side === 'start' ? 'box.left + 2' : 'box.right - 2'}, y: box.top + box.height / 2 }
  })()`)
}

/** Selects words in the article. Does not wait for the bar with actions. */
export async function selectWords(page: Page, words: string): Promise<void> {
  await page.waitForSelector('[data-notes-ready]')
  await page.evaluate(`{${found(words)}
    getSelection().setBaseAndExtent(node, at, node, at + ${words.length})
  }`)
}

/** Selects words and waits for the bar with actions for selected text. */
export async function selectForBar(page: Page, words: string): Promise<void> {
  await selectWords(page, words)
  await page.waitForSelector('#annotate-bar:not([hidden])')
}
