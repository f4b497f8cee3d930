import type { ArticleMap } from '../../../annotations/article-map.ts'
import { html } from '../../../kernel/html.ts'
import type { Child } from '../../../kernel/html.ts'
import { cutText } from '../../../kernel/storable-text.ts'
import type { Localization } from '../../layout/localization.ts'

/** A heading of an article, for the table of contents. */
interface Section {
  /** value of the heading's `id` attribute, such as `section-3`. `drawArticle` numbers the headings in the same way. */
  readonly id: string
  readonly title: string
  /** 0 for headings of the article's highest level, 1 for those of the next level */
  readonly level: number
}

const MIN_SECTIONS = 3
const MAX_SECTIONS = 100
/** Minimum length in words of an article with a table of contents: six minutes of reading at 200 words a minute. */
const MIN_WORDS = 1200
/**
 * Average number of characters of a word. The length of an article is measured in characters, because some languages
 * put no spaces between words.
 */
const LETTERS_PER_WORD = 6
const MAX_TITLE = 160

/**
 * @param hasRepeatedTitle true if the first heading repeats the title of the page, and is left out
 * @returns the headings for the table of contents; none if the article is too short or has too few
 */
export function sectionsOf({ elements, text }: ArticleMap, hasRepeatedTitle = false): readonly Section[] {
  if (text.length < MIN_WORDS * LETTERS_PER_WORD) return []
  const headings = elements.filter(({ name }) => /^h[1-6]$/.test(name))
  const named = headings
    .map(({ name, start, end }, index) => ({
      id: `section-${index + 1}`,
      title: cutText(text.slice(start, end).replaceAll(/\s+/g, ' ').trim(), MAX_TITLE),
      rank: Number(name[1]),
    }))
    .filter(({ title, id }) => title !== '' && !(hasRepeatedTitle && id === 'section-1'))
  if (named.length < MIN_SECTIONS) return []
  const ranks = [...new Set(named.map(({ rank }) => rank))].toSorted()
  return named
    .map(({ id, title, rank }) => ({ id, title, level: ranks.indexOf(rank) }))
    .filter(({ level }) => level < 2)
    .slice(0, MAX_SECTIONS)
}

/**
 * @returns the table of contents. It is in the margin of wide windows, and collapsed above the text in narrow ones.
 */
export function tableOfContents(sections: readonly Section[], t: Localization['t']): Child {
  if (sections.length === 0) return null
  return html`
    <nav class="contents" aria-label="${t('reader.contents')}" data-controller="table-of-contents">
      <details>
        <summary>${t('reader.contents')}</summary>
        <ol>
          ${sections.map(
            ({ id, title, level }) => html`
              <li class="contents-${level}">
                <a href="#${id}" dir="auto" data-table-of-contents-target="link">${title}</a>
              </li>
            `,
          )}
        </ol>
      </details>
    </nav>
  `
}
