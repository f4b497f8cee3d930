import { COLORS, type Color } from '../../../annotations/annotation-color.ts'
import type { ArticleMap, MapElement } from '../../../annotations/article-map.ts'
import { scanArticle } from '../../../annotations/scan-markup.ts'
import type { Placements } from '../../../annotations/locate-annotations.ts'
import { html } from '../../../kernel/html.ts'
import type { Localization } from '../../layout/localization.ts'
import { attributeOf, drawPicture } from './article-picture.ts'
import { markRenderer, type MarkRenderer } from '../annotation-marks.ts'
import { decodeEntities } from '../../../annotations/text-entities.ts'
import { isPlayable } from '../player/find-player.ts'
import { linkedRecording } from '../player/player-sites.ts'
import { chapterLines, clockTime } from './chapter-lines.ts'
import { layoutTables } from './layout-tables.ts'
import { isOwn, playerStart, playing, stillStart } from './player-link.ts'

interface DrawnArticle {
  /** sanitised content, in which images have the addresses of our stored copies */
  readonly markup: string
  readonly map: ArticleMap
  readonly placements: Placements
  /** ids of annotations that have a note */
  readonly annotationsWithNote: ReadonlySet<number>
  /** colours by annotation id; yellow if absent */
  readonly colors?: ReadonlyMap<number, Color>
  /** the first heading, if it repeats the title of the page and is hidden */
  readonly repeated?: MapElement
  readonly t: Localization['t']
  /** true if pages may load pictures from other sites, because the server stores no copies; false by default */
  readonly hasRemoteImages?: boolean
}

/**
 * Prepares sanitised content for the reading page. Changes elements and attributes only, never text. Text offsets in
 * the browser are thus the same as in the content.
 * - Annotated passages are marked.
 * - Tables, code and formulas scroll separately, as groups: regions of a page need different names. Pictures open in full
 *   size.
 * - A link of nothing but pictures without a description gets a name.
 * - Headings get an id and a link to themselves. A first heading that repeats the title is hidden.
 * - Ids of places of the article, and links to them, get a prefix, so that they differ from the ids of the page.
 * - Players become links, and links in figures to videos of known sites become stills that a script can play. Pictures of
 *   other sites that the page must not load become links.
 * - A lead picture that is repeated at the start of the text is drawn once.
 * - Attributes that the content security policy forbids are removed.
 * @returns the markup of the prepared content
 */
export function drawArticle(article: DrawnArticle): string {
  const drawing = new Drawing(article)
  scanArticle(article.markup, drawing)
  return drawing.finish()
}

const isPlayer = (name: string): name is 'video' | 'audio' => name === 'video' || name === 'audio'
const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
/**
 * If the lead picture is repeated after more than this many characters of text, it is drawn again, because the
 * repetition is probably intended.
 */
const MAX_LEAD_DISTANCE = 500
const FORMULA_END = '</math>'
/**
 * Maximum length of the markup of a short formula in characters. A short formula fits into a line on every screen;
 * longer ones can scroll sideways.
 */
const SHORT_FORMULA = 500
/** Elements that must not contain another link. */
const LINK_FREE_ELEMENTS: ReadonlySet<string> = new Set(['a', 'summary'])

/** The position of a tag in the content. */
interface Position {
  readonly from: number
  readonly to: number
}

/**
 * Builds the markup. It copies unchanged parts of the content, and replaces the tags that the reading page needs in
 * another form.
 */
class Drawing {
  readonly #article: DrawnArticle
  readonly #marks: MarkRenderer | undefined
  #out = ''
  /** offset in the content; everything before it has been copied or replaced */
  #done = 0
  /** for each table of the article, whether it is used for layout */
  readonly #layoutTables: readonly boolean[]
  /** number of tables so far */
  #tables = 0
  /** whether the open tables are used for layout, the innermost last */
  readonly #openTables: boolean[] = []
  #links = 0
  #players = 0
  /** number of elements so far that may become a player; see ../player/find-player.ts */
  #playable = 0
  #figures = 0
  /** position after the start tag of the last still; its picture follows there */
  #stillEnd = -1
  /** places of the stills, by the address of their player or file */
  readonly #stills = new Map<string, number>()
  /** the seconds of chapters, by the offset of their lines in the text */
  readonly #chapters: ReadonlyMap<number, number>
  #headings = 0
  #pictures = 0
  /** address of the article's first picture */
  #lead: string | undefined
  #runs = 0
  readonly #shift: number

  constructor(article: DrawnArticle) {
    this.#article = article
    const { markup, map, placements, colors, repeated } = article
    const colorOf = (id: number) => (colors?.get(id) === COLORS[0] ? undefined : colors?.get(id))
    const signs = { after: (id: number) => this.#noteLink(id), colorOf }
    this.#layoutTables = layoutTables(map.elements)
    this.#chapters = chapterLines(map)
    this.#marks = placements.size > 0 ? markRenderer(markup, map, placements, signs) : undefined
    // The page title must be the only first-level heading. If the content has one as well, all its headings move one
    // level down.
    this.#shift = map.elements.some((element) => element.name === 'h1' && element !== repeated) ? 1 : 0
  }

  finish(): string {
    return this.#out + this.#article.markup.slice(this.#done)
  }

  readonly open = (name: string, from: number, to: number): void => {
    if (isPlayable(name)) this.#playable++
    if (name === 'figure') this.#figures++
    if (name === 'table') this.#openTables.push(this.#layoutTables[this.#tables++] === true)
    if (from < this.#done) return
    if (isPlayer(name)) return this.#openPlayer(name, from, to)
    if (this.#players > 0) return this.#put(from, to, '')
    if (name === 'math') return this.#putFormula(from, to)
    if (LINK_FREE_ELEMENTS.has(name)) this.#links++
    const isBare = to - from === name.length + 2
    const tag = isBare ? `<${name}>` : this.#article.markup.slice(from, to)
    const drawn = this.#opening(name, isBare ? tag : withPlaceNames(withoutStyle(tag)), { from, to })
    if (drawn !== tag) this.#put(from, to, drawn)
  }

  readonly close = (name: string, from: number, to: number): void => {
    if (name === 'figure') this.#figures--
    const isScrolling = name === 'table' && this.#openTables.pop() === false && !this.#openTables.includes(false)
    if (from < this.#done) return
    if (isPlayer(name)) return this.#closePlayer(from, to)
    if (this.#players > 0) return this.#put(from, to, '')
    if (LINK_FREE_ELEMENTS.has(name)) this.#links--
    if (HEADINGS.has(name)) this.#put(from, to, `${this.#headingLink()}</${this.#level(name)}>`)
    if (isScrolling) this.#put(from, to, '</table></div>')
  }

  readonly text = (from: number, to: number): void => {
    const run = this.#article.map.runs[this.#runs++]!
    if (from < this.#done) return
    const seconds = this.#chapters.get(run.start)
    if (seconds !== undefined) this.#put(from, from, this.#chapterLink(seconds))
    if (!this.#marks) return
    this.#put(from, to, this.#marks.text(run, this.#links === 0 && this.#players === 0))
  }

  /** Copies the content up to `from`, and writes `drawn` in place of the content between `from` and `to`. */
  #put(from: number, to: number, drawn: string): void {
    this.#out += this.#article.markup.slice(this.#done, from) + drawn
    this.#done = to
  }

  /**
   * Draws a formula as a whole. Marks surround it, because a mark inside it would break its layout. A long formula, or
   * one on a line of its own, gets a box that scrolls.
   */
  #putFormula(from: number, afterTag: number): void {
    const { markup, map, t } = this.#article
    const close = markup.indexOf(FORMULA_END, afterTag)
    const to = close === -1 ? markup.length : close + FORMULA_END.length
    const first = map.runs[this.#runs]
    let last = first
    for (let index = this.#runs; (map.runs[index]?.from ?? to) < to; index++) last = map.runs[index]
    const isDisplay = markup.slice(from, afterTag).includes(' display="block"')
    const name = isDisplay ? 'formula formula-display' : 'formula'
    const box = html`<span class="${name}" role="group" tabindex="0" aria-label="${t('reader.formula')}">`
    const formula = markup.slice(from, to)
    const drawn = isDisplay || formula.length > SHORT_FORMULA ? `${box}${formula}</span>` : formula
    if (!first || !last || !this.#marks) return this.#put(from, to, drawn)
    const span = { start: first.start, end: last.end }
    this.#put(from, to, this.#marks.wholeElement(span, drawn, this.#links === 0))
  }

  #opening(name: string, tag: string, { from, to }: Position): string {
    const { t } = this.#article
    if (HEADINGS.has(name)) return this.#headingStart(name, tag)
    if (name === 'a') return this.#linkStart(tag, to)
    if (name === 'img') return this.#picture(tag, from)
    if (name === 'pre') {
      const box = html`<pre role="group" tabindex="0" aria-label="${t('reader.code')}">`.toString()
      return box.slice(0, -1) + tag.slice('<pre'.length)
    }
    if (name !== 'table') return tag
    if (this.#openTables.at(-1)) return `<table class="layout" role="presentation"${tag.slice('<table'.length)}`
    if (this.#openTables.indexOf(false) < this.#openTables.length - 1) return tag
    return `${html`<div class="wide" role="group" tabindex="0" aria-label="${t('reader.table')}">`}${tag}`
  }

  #picture(tag: string, from: number): string {
    const { t, hasRemoteImages = false } = this.#article
    // Nothing is loaded from the site of a video before the video is played, not even its picture.
    if (from === this.#stillEnd) return isOwn(attributeOf(tag, 'src') ?? '') ? tag : ''
    return this.#isLeadAgain(tag) ? '' : drawPicture({ tag, t, hasRemoteImages, isInLink: this.#links > 0 })
  }

  /**
   * @returns the start of a link. In a figure, the link to a video of a known site becomes a still; if the figure has no
   *   picture, the still is added before the link. Later links to a second of the video start it there.
   */
  #linkStart(tag: string, to: number): string {
    const { markup, t } = this.#article
    const href = decodeEntities(/ href="([^"]*)"/.exec(tag)?.[1] ?? '')
    const recording = linkedRecording(href)
    if (recording === undefined) return withName(this.#fileLink(tag, href), markup, to, t)
    const { player, start, kind } = recording
    const shown = this.#stills.get(player)
    if (shown !== undefined) return start > 0 ? `<a${playing(shown, start)}${tag.slice('<a'.length)}` : tag
    if (this.#figures === 0) return tag
    const place = this.#playable - 1
    this.#stills.set(player, place)
    const ahead = markup.slice(to)
    const still = stillStart({ kind, tag, ahead, t, place })
    if (!ahead.startsWith('<img')) return `${still}</a>${tag}`
    this.#stillEnd = to
    return still
  }

  /**
   * @returns a link without text that starts the article's only recording at a chapter; nothing if there are several
   *   recordings, or if the line is in a link
   */
  #chapterLink(seconds: number): string {
    const [[address = '', place = 0] = []] = this.#stills
    if (this.#stills.size !== 1 || this.#links > 0 || this.#players > 0) return ''
    const label = this.#article.t('reader.playFrom', { time: clockTime(seconds) })
    const link = html`<a class="chapter-link" href="${`${address}#t=${seconds}`}" aria-label="${label}"></a>`.toString()
    return `<a${playing(place, seconds)}${link.slice('<a'.length)}`
  }

  /** @returns the start of a link; one to a second of a shown file starts the file there */
  #fileLink(tag: string, href: string): string {
    const [, file = '', start = ''] = FILE_START.exec(href) ?? []
    const place = this.#stills.get(file)
    return place === undefined ? tag : `<a${playing(place, Number(start))}${tag.slice('<a'.length)}`
  }

  /** @returns the start of a heading. The heading has its own id, so an element in it gets the id of a place. */
  #headingStart(name: string, tag: string): string {
    const place = PLACE_ID.exec(tag)?.[0]
    const isHidden = ++this.#headings === 1 && this.#article.repeated !== undefined
    const start = `<${this.#level(name)} id="section-${this.#headings}"${isHidden ? ' hidden' : ''}`
    const rest = tag.slice('<h1'.length)
    return place === undefined ? start + rest : `${start}${rest.replace(place, '')}<span${place}></span>`
  }

  /**
   * @returns true if this picture repeats the lead picture. Some pages show it above the text and again at the start of
   *   the text.
   */
  #isLeadAgain(tag: string): boolean {
    const source = attributeOf(tag, 'src')
    if (this.#pictures++ === 0) this.#lead = source
    const textBefore = this.#article.map.runs[this.#runs - 1]?.end ?? 0
    return this.#pictures === 2 && textBefore < MAX_LEAD_DISTANCE && source !== undefined && source === this.#lead
  }

  /**
   * @returns a link from the current heading to itself, without text. Returns nothing inside another link, because
   *   links cannot be nested.
   */
  #headingLink(): string {
    if (this.#links > 0) return ''
    const label = html`${this.#article.t('reader.sectionLink')}`.toString()
    return `<a class="heading-link" href="#section-${this.#headings}" aria-label="${label}"></a>`
  }

  #level(name: string): string {
    return `h${Math.min(6, Number(name[1]) + this.#shift)}`
  }

  #openPlayer(name: 'video' | 'audio', from: number, to: number): void {
    const { markup, t } = this.#article
    const tag = markup.slice(from, to)
    const isInLink = this.#links > 0
    const isInner = this.#players++ > 0
    const place = this.#playable - 1
    const source = / src="([^"]*)"/.exec(tag)?.[1]
    if (!isInner && source !== undefined) this.#stills.set(decodeEntities(source), place)
    this.#put(from, to, isInner ? '' : playerStart({ name, tag, markup, after: to, t, isInLink, place }))
  }

  #closePlayer(from: number, to: number): void {
    const isInner = --this.#players > 0
    const end = this.#links > 0 ? '</span>' : '</a>'
    this.#put(from, to, isInner ? '' : end)
  }

  #noteLink(id: number): string {
    const { annotationsWithNote, t } = this.#article
    const label = annotationsWithNote.has(id) ? t('annotations.readNote') : t('annotations.toHighlight')
    const name = annotationsWithNote.has(id) ? 'note-link' : 'note-link unseen-until-focus'
    return html`<a class="${name}" href="#note-${id}" data-annotation-link="${id}" aria-label="${label}"></a>`.toString()
  }
}

/**
 * @returns the tag without its `style` attribute, which the content security policy forbids. `text-align`, the only
 *   style that the sanitiser keeps, becomes a data attribute.
 */
function withoutStyle(tag: string): string {
  return tag.includes(' style="') ? tag.replace(/ style="(?:text-align:([a-z]{1,10}))?[^"]*"/, ' data-align="$1"') : tag
}

/** Matches the address of a file with the second at which it starts (W3C Media Fragments). */
const FILE_START = /^([^#]+)#t=(\d{1,6})$/

/**
 * @param to position after the start tag
 * @returns the start tag of a link, with a name if the link has neither text nor a described picture
 */
function withName(tag: string, markup: string, to: number, t: Localization['t']): string {
  if (!/[\s<]/.test(markup[to] ?? '')) return tag
  const inner = markup.slice(to, markup.indexOf('</a>', to))
  const isNamed = / alt="[^"]*[^"\s]/.test(inner) || inner.replaceAll(/<[^>]*>|\s|&nbsp;/g, '') !== ''
  if (isNamed) return tag
  const site = URL.parse(decodeEntities(/ href="([^"]*)"/.exec(tag)?.[1] ?? ''))?.host ?? ''
  const name = html`${site === '' ? t('reader.picture') : t('reader.pictureLink', { site })}`.toString()
  return `<a aria-label="${name}"${tag.slice('<a'.length)}`
}

const PLACE_ID = / id="place-[^"]*"/

/**
 * @returns the tag with the prefix `place-` in its id and in its link to a place of the article. Ids of footnotes have
 * their own form, which the page does not use.
 */
function withPlaceNames(tag: string): string {
  if (!tag.includes(' id="') && !tag.includes(' href="#')) return tag
  return tag.replace(/ (id="|href="#)(?!fn-\d|fnref-\d)(?=[^"])/g, ' $1place-')
}
