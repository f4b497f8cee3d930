import { storeReadingPosition } from '../../src/entries/changing/store-reading-position.ts'
import type { EntryId } from '../../src/kernel/branded-ids.ts'
import type { TestApp } from '../support/app.ts'
import { article, reader } from './reader.fixture.ts'

/** Titles with what has broken parsers: markup, entities, comments, CDATA, patterns of Lua, other scripts. */
export const TITLES = [
  '<b>Bold</b> & "quoted" <!-- no comment -->',
  'Tags: <content type="text">and</content> <br/> ]]> <![CDATA[x]]>',
  '100 % of %20 {searchTerms} {?query} $1 %1',
  'Перевод – 翻訳 – ترجمة 📚',
  "It's &amp; &lt;escaped&gt; already",
]

/** A user with articles whose data is hard to write and to parse, a tag and a collection; everything is read with a key. */
export async function hardLibrary(app: TestApp) {
  const one = await reader(app)
  const ids: number[] = []
  for (const [index, title] of TITLES.entries()) {
    const { id } = await one.save(`hard-${index}`, {
      title,
      content: `<p>Text ${title.replaceAll('<', '&lt;')} &amp; more.</p>${index === 1 ? article(25) : ''}`,
      authors: index === 0 ? 'Jane <Doe>, O’Brien & Söhne' : '',
      language: index === 3 ? 'ru_RU' : 'en',
      tags: 'a "b" & <c>,tea',
      starred: index === 1 ? 1 : 0,
      ...(index === 2 && { published_at: '2024-05-06T07:08:09+0200' }),
    })
    ids.push(id)
  }
  const key = { owner: one.user.id, id: ids[1] as EntryId }
  await storeReadingPosition(app, key, { block: 1, share: 0.5 }, app.clock.now())
  const payload = { name: 'Tea & <cake>', query: '#tea' }
  const made = await one.ask({ method: 'POST', url: '/api/collections', payload })
  return { ...one, ids, collection: made.json<{ id: number }>().id }
}

/** The paths of a feed of each kind. */
export const feedPaths = (collection: number): readonly string[] => [
  '',
  '/unread',
  '/reading',
  '/starred',
  '/short',
  '/long',
  '/tags',
  '/tags/t%3Atea?sort=title&state=unread',
  '/collections',
  `/collections/${collection}`,
  '/books',
  '/search?query=more',
  // a feed without books
  '/search?query=nothing+at+all',
]
