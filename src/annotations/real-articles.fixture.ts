import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('../../packages/extractor/src/golden/', import.meta.url)

/** @returns the HTML of articles from the extractor's tests, by file name */
export function realArticles(): ReadonlyMap<string, string> {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.expected.txt'))
  const articles = names.map((name): [string, string] => {
    const text = readFileSync(new URL(name, FOLDER), 'utf8')
    return [name, text.slice(text.indexOf('\n\n') + 2)]
  })
  return new Map(articles.filter(([, content]) => content.startsWith('<')))
}
