import type { Library } from './random-texts.ts'

/**
 * Typical queries of users. `_` stands for a word of the library. Each query is used with four different words, which
 * makes two hundred queries.
 */
const QUERIES = [
  '_',
  '_ _',
  '_ _ _',
  '"_ _"',
  '_ -_',
  '_ OR _',
  '(_ OR _) _',
  'NOT _',
  'title:_',
  'text:_ title:_',
  'note:_',
  'author:jane',
  'author:"jane doe" _',
  'site:example.org',
  'site:example.org _',
  'url:_',
  'tag:shelf-7',
  '#shelf-7 _',
  'tag:shelf-7,shelf-8',
  'tag:shelf*',
  'tag:shelf-7 -tag:shelf-8 is:unread',
  '-tag:shelf*',
  'is:unread',
  'is:unread _',
  'is:archived _ _',
  'is:starred',
  'is:starred is:unread',
  'is:reading',
  'is:new time:<10',
  'is:finished',
  'in:inbox _ OR _',
  'has:note',
  'has:note _',
  'no:tag',
  'type:pdf',
  'type:pdf _',
  'lang:de',
  'time:<5',
  'time:5..15 is:unread',
  'time:>30 _',
  'left:<12m is:unread',
  'progress:10%..90%',
  'highlights:>0 sort:updated',
  'saved:7d',
  'saved:>30d is:unread sort:time',
  'saved:2021-03 _',
  'published:2021..2022 tag:shelf-3',
  'after:2022 before:2023 is:archived',
  '_ sort:saved',
  'is:unread sort:title',
] as const

/** @returns the queries with words of the library. The same library gives the same queries. */
export function typicalQueries({ searchWord }: Library): readonly string[] {
  return QUERIES.flatMap((query) => Array.from({ length: 4 }, () => query.replaceAll('_', searchWord)))
}
