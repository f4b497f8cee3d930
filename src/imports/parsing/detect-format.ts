import type { FormatChoice, FormatName } from '../format-list.ts'

export type FileKind = 'json' | 'csv' | 'html'

/** Words that stand in the beginning of files of one kind and format, the surest first. */
const SIGNS: Readonly<Record<FileKind, readonly (readonly [RegExp, FormatName])[]>> = {
  html: [
    [/time_added=|<title>\s*pocket export/i, 'pocket_html'],
    [/./, 'netscape'],
  ],
  csv: [
    [/^\s*"?URL"?,"?Title"?,"?Selection"?,/i, 'instapaper'],
    [/^\s*"?title"?,"?url"?,"?time_added"?/i, 'pocket'],
  ],
  json: [
    [/"text\/x-moz-place/, 'firefox'],
    [/"roots"\s*:/, 'chrome'],
    [/"article__url"\s*:/, 'readability'],
    [/"toread"\s*:/, 'pinboard'],
    [/"savedAt"\s*:/, 'omnivore'],
    [/"is_fav"\s*:/, 'wallabag-v1'],
    [/"is_archived"\s*:/, 'wallabag-v2'],
    [/"is_saved"\s*:/, 'elcurator'],
    [/"created"\s*:/, 'delicious'],
  ],
}

/** @param text the beginning of a file */
export function kindOf(text: string): FileKind {
  const first = text.trimStart().charAt(0)
  return first === '<' ? 'html' : first === '[' || first === '{' ? 'json' : 'csv'
}

/**
 * @param text the beginning of a file
 * @param chosen what its owner calls it; `pocket` stands for all of Pocket's formats
 * @returns its format, or undefined when nothing tells it
 */
export function detectFormat(text: string, chosen: FormatChoice): FormatName | undefined {
  const kind = kindOf(text)
  if (chosen === 'pocket') return kind === 'html' ? 'pocket_html' : 'pocket'
  if (chosen !== 'auto') return chosen
  return SIGNS[kind].find(([sign]) => sign.test(text.trimStart()))?.[1]
}
