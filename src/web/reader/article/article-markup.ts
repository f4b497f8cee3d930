import type { ArticleMap } from '../../../annotations/article-map.ts'
import { scanArticle } from '../../../annotations/article-scan.ts'
import type { Placements } from '../../../annotations/place-annotations.ts'
import { html } from '../../../kernel/html.ts'
import type { Words } from '../../layout/words.ts'
import { drawPicture } from './article-picture.ts'
import { runDrawer } from '../mark-pieces.ts'
import { playerStart } from './player-link.ts'

export interface DrawnArticle {
  /** sanitised content, with our copies of its images */
  readonly markup: string
  readonly map: ArticleMap
  readonly placements: Placements
  /** ids of annotations that have a note */
  readonly noted: ReadonlySet<number>
  readonly t: Words['t']
  /** whether pictures without a copy of ours are loaded from where they lie; never unless it says so */
  readonly hasRemoteImages?: boolean
}

/**
 * Prepares sanitised content for the reading page. No character of its text is added or taken, so that offsets in the
 * text are the same in the browser: what is put around it is elements and attributes of our own, without text.
 * @returns the content with annotations marked; tables and code that scroll on their own, by keyboard too; pictures that
 *   open large, and links where they must not be loaded from; headings with an id; players as links; and without attributes that our policy forbids
 */
export function drawArticle(article: DrawnArticle): string {
  const drawing = new Drawing(article)
  scanArticle(article.markup, drawing)
  return drawing.finish()
}

const isPlayer = (name: string): name is 'video' | 'audio' => name === 'video' || name === 'audio'
const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
/** Elements in which no link of ours may stand. */
const LINKS: ReadonlySet<string> = new Set(['a', 'summary'])

/** Copies the content in long pieces, and puts something else where an element is drawn otherwise. */
class Drawing {
  readonly #article: DrawnArticle
  readonly #drawRun: ReturnType<typeof runDrawer> | undefined
  #out = ''
  /** how far the content is drawn */
  #done = 0
  #tables = 0
  #links = 0
  #players = 0
  #headings = 0
  #runs = 0
  readonly #shift: number

  constructor(article: DrawnArticle) {
    this.#article = article
    const { markup, map, placements } = article
    const signs = { after: (id: number) => this.#noteLink(id) }
    this.#drawRun = placements.size > 0 ? runDrawer(markup, map, placements, signs) : undefined
    // The page's own title is the one heading of the first level.
    this.#shift = map.elements.some(({ name }) => name === 'h1') ? 1 : 0
  }

  finish(): string {
    return this.#out + this.#article.markup.slice(this.#done)
  }

  readonly open = (name: string, from: number, to: number): void => {
    if (isPlayer(name)) return this.#openPlayer(name, from, to)
    if (this.#players > 0) return this.#put(from, to, '')
    if (LINKS.has(name)) this.#links++
    const isBare = to - from === name.length + 2
    const tag = isBare ? `<${name}>` : this.#article.markup.slice(from, to)
    const drawn = this.#opening(name, isBare ? tag : withoutStyle(tag))
    if (drawn !== tag) this.#put(from, to, drawn)
  }

  readonly close = (name: string, from: number, to: number): void => {
    if (isPlayer(name)) return this.#closePlayer(from, to)
    if (this.#players > 0) return this.#put(from, to, '')
    if (LINKS.has(name)) this.#links--
    if (HEADINGS.has(name)) this.#put(from, to, `</${this.#level(name)}>`)
    if (name === 'table' && --this.#tables === 0) this.#put(from, to, '</table></div>')
  }

  readonly text = (from: number, to: number): void => {
    const run = this.#article.map.runs[this.#runs++]!
    if (this.#drawRun) this.#put(from, to, this.#drawRun(run, this.#links === 0 && this.#players === 0))
  }

  /** Puts something in place of a piece of the content, after everything before it. */
  #put(from: number, to: number, drawn: string): void {
    this.#out += this.#article.markup.slice(this.#done, from) + drawn
    this.#done = to
  }

  #opening(name: string, tag: string): string {
    const { t, hasRemoteImages = false } = this.#article
    if (HEADINGS.has(name)) return `<${this.#level(name)} id="section-${++this.#headings}"${tag.slice('<h1'.length)}`
    if (name === 'img') return drawPicture({ tag, t, hasRemoteImages, isInLink: this.#links > 0 })
    if (name === 'pre') {
      const box = html`<pre role="region" tabindex="0" aria-label="${t('reader.code')}">`.toString()
      return box.slice(0, -1) + tag.slice('<pre'.length)
    }
    if (name !== 'table' || this.#tables++ > 0) return tag
    return `${html`<div class="wide" role="region" tabindex="0" aria-label="${t('reader.table')}">`}${tag}`
  }

  #level(name: string): string {
    return `h${Math.min(6, Number(name[1]) + this.#shift)}`
  }

  #openPlayer(name: 'video' | 'audio', from: number, to: number): void {
    const { markup, t, hasRemoteImages = false } = this.#article
    const tag = markup.slice(from, to)
    const isInLink = this.#links > 0
    const isInner = this.#players++ > 0
    this.#put(from, to, isInner ? '' : playerStart({ name, tag, markup, after: to, t, isInLink, hasRemoteImages }))
  }

  #closePlayer(from: number, to: number): void {
    const isInner = --this.#players > 0
    const end = this.#links > 0 ? '</span>' : '</a>'
    this.#put(from, to, isInner ? '' : end)
  }

  #noteLink(id: number): string {
    const { noted, t } = this.#article
    const label = noted.has(id) ? t('annotations.readNote') : t('annotations.toHighlight')
    const name = noted.has(id) ? 'note-link' : 'note-link unseen-until-focus'
    return html`<a class="${name}" href="#note-${id}" data-annotation-link="${id}" aria-label="${label}"></a>`.toString()
  }
}

/** The policy of our pages forbids styles in markup; the sanitiser leaves none but this one. */
function withoutStyle(tag: string): string {
  return tag.includes(' style="') ? tag.replace(/ style="(?:text-align:([a-z]{1,10}))?[^"]*"/, ' data-align="$1"') : tag
}
