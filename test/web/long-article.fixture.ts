import { saveTitles, type Stage } from './service-and-browser.fixture.ts'

/**
 * Saves an article of 50,000 words in 53 parts.
 * @returns its id
 */
export async function saveLongArticle(stage: Stage): Promise<number> {
  const sentence = 'Work began two hours before the lowest tide and ended when the first boots were wet. '
  const part = `<h2>Part</h2>${`<p>${sentence.repeat(5)}</p>`.repeat(12)}`
  const [id] = await saveTitles(stage, ['Long'], { content: part.repeat(53), language: 'en' })
  return id!
}
