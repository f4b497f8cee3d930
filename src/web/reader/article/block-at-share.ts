/** Matches the start tag of a block. The blocks are those of `client/controllers/reader_progress_controller.ts`. */
const BLOCK_START = /<(?:p|li|h[1-6]|pre|figure|table|dd)[\s>]/g

/**
 * Finds the block for a reading position of which only the share is known, such as one from another service.
 * @param html sanitised HTML of the article
 * @param share share of the text that was read, from 0 to 1
 * @returns the index of the last block that starts before this share of the HTML; 0 if there is none
 */
export function blockAtShare(html: string, share: number): number {
  const end = html.length * share
  let count = 0
  for (const { index } of html.matchAll(BLOCK_START)) {
    if (index >= end) break
    count += 1
  }
  return Math.max(0, count - 1)
}
