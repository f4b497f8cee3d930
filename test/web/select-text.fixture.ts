import type { Page } from 'playwright-core'

/** Selects words of the article, as a mouse or a finger does in the end; waits for nothing afterwards. */
export async function selectWords(page: Page, words: string): Promise<void> {
  await page.waitForSelector('[data-notes-ready]')
  await page.evaluate(`{
    const walker = document.createTreeWalker(document.querySelector('.prose'), NodeFilter.SHOW_TEXT)
    let node = walker.nextNode()
    while (!node.data.includes(${JSON.stringify(words)})) node = walker.nextNode()
    const at = node.data.indexOf(${JSON.stringify(words)})
    getSelection().setBaseAndExtent(node, at, node, at + ${words.length})
  }`)
}

/** The same, until the bar for the selected words is there. */
export async function selectForBar(page: Page, words: string): Promise<void> {
  await selectWords(page, words)
  await page.waitForSelector('#annotate-bar:not([hidden])')
}
