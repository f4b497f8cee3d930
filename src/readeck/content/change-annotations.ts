import { contentOf } from '../../entries/listing/content-of.ts'
import { MAX_QUOTE, type AnnotationRange } from '../../annotations/annotation.ts'
import { mapArticle, type ArticleMap } from '../../annotations/article-map.ts'
import {
  addAnnotation,
  changeAnnotation,
  deleteAnnotation,
  findAnnotatedEntry,
  type AnnotationDeps,
} from '../../annotations/change-annotations.ts'
import { rangeOf, type TextSpan } from '../../annotations/convert-ranges.ts'
import type { ListAllAnnotations } from '../../annotations/list-all-annotations.ts'
import type { ListedAnnotation } from '../../annotations/listed-annotation.ts'
import { locateAnnotations, quoteOf } from '../../annotations/locate-annotations.ts'
import type { EntryAnnotation } from '../../entries/entry.ts'
import type { AnnotationId, EntryId } from '../../kernel/branded-ids.ts'
import { ORDINARY_BODY } from '../../kernel/body-limits.ts'
import { parseId } from '../../kernel/parse-id.ts'
import { bookmarkHref } from '../bookmarks/bookmark.presenter.ts'
import { requestedEntry, type BookmarksDeps } from '../bookmarks/read-bookmarks.ts'
import type { KeyCall } from '../wire/endpoint.ts'
import { integer, readForm, required, text, type Values } from '../wire/form.ts'
import { pageOf, setPageHeaders } from '../wire/page.ts'
import { notFound } from '../wire/readeck-error.ts'
import { colorName, colorNamed } from './colors.ts'
import { selectorsOf, spanOf } from './selectors.ts'
import { readFields } from '../wire/sent-fields.ts'
import { StatusError } from '../../http/send-error.ts'

export interface AnnotationEndpointDeps extends AnnotationDeps, BookmarksDeps {
  readonly listAllAnnotations: ListAllAnnotations
}

const MAX_NOTE = 1024
const MAX_OFFSET = 10_000_000
const USUAL_LIMIT = 50
/** Maximum number of annotations in the list of all. */
const MAX_LISTED = 100_000

const color = text(32)
const note = text(MAX_NOTE)
const selector = required(text(2000))
const offset = required(integer(0, MAX_OFFSET))

const NEW = {
  color: required(color),
  end_offset: offset,
  end_selector: selector,
  note,
  start_offset: offset,
  start_selector: selector,
}
/** Not a field of Readeck, but KOReader's plugin sends it. */
const WORDS = { text: text(MAX_QUOTE) }
const CHANGE = { color: required(color), note }

/** Answers a page of all annotations, newest first. */
export async function listAnnotations(deps: AnnotationEndpointDeps, { key, query, reply }: KeyCall) {
  const page = pageOf(query, USUAL_LIMIT)
  const all = await deps.listAllAnnotations(key.id, {}, MAX_LISTED)
  const marked = all.filter(({ id }) => id !== null)
  const address = `${deps.baseUrl}/readeck/api/bookmarks/annotations`
  setPageHeaders(reply, { ...page, total: marked.length, address, query })
  return marked.slice(page.offset, page.offset + page.limit).map((one) => presentListed(deps.baseUrl, one))
}

function presentListed(baseUrl: string, { id, entryId, ...one }: ListedAnnotation) {
  const href = bookmarkHref(baseUrl, entryId)
  return {
    id: String(id),
    href: `${href}/annotations/${id}`,
    text: one.quote,
    created: one.createdAt,
    color: colorName(one.color),
    note: one.text,
    bookmark_id: String(entryId),
    bookmark_href: href,
    bookmark_url: one.url,
    bookmark_title: one.entryTitle,
    bookmark_site_name: one.siteName,
  }
}

/** Answers the annotations of a bookmark, in the order of its text. */
export async function showAnnotations(deps: AnnotationEndpointDeps, call: KeyCall) {
  const loaded = await requestedEntry(deps, call, { hasContent: true })
  const places = locateAnnotations(mapArticle(contentOf(loaded)), loaded.annotations)
  const placeOf = ({ id }: EntryAnnotation) => places.get(id)?.[0]?.start ?? Number.MAX_SAFE_INTEGER
  return loaded.annotations.toSorted((one, other) => placeOf(one) - placeOf(other)).map(presentAnnotation)
}

function presentAnnotation({ id, ranges, color: own, createdAt, quote, text: written }: EntryAnnotation) {
  const [range] = JSON.parse(ranges) as AnnotationRange[]
  return {
    id: String(id),
    ...selectorsOf(range),
    color: colorName(own),
    created: createdAt,
    text: quote,
    note: written,
  }
}

/** Marks a passage of a bookmark. */
export async function annotate(deps: AnnotationEndpointDeps, call: KeyCall) {
  const loaded = await requestedEntry(deps, call, { hasContent: true })
  const sent = await readFields(call.request, ORDINARY_BODY)
  const given = { ...readForm(NEW, sent, 422), ...readForm(WORDS, sent, 422) }
  const map = mapArticle(contentOf(loaded))
  const span = passageOf(map, given)
  const placed = [...locateAnnotations(map, loaded.annotations).values()].flat()
  if (placed.some(({ start, end }) => start < span.end && end > span.start)) {
    throw new StatusError(400, 'overlapping annotation')
  }
  const annotation = await addAnnotation(deps, call.key.id, loaded.entry.id, {
    text: given.note ?? '',
    quote: quoteOf(map, span),
    ranges: [rangeOf(map, span)],
    color: colorNamed(given.color!),
  })
  const href = bookmarkHref(deps.baseUrl, loaded.entry.id)
  return call.reply
    .code(201)
    .header('location', `${href}/annotations/${annotation.id}`)
    .send(presentAnnotation(annotation))
}

/**
 * @returns the passage that the selectors mark. KOReader's plugin also sends the words, because its selectors are those of
 *   the EPUB. They decide if the selectors mark others.
 * @throws StatusError 400 if the text has no such passage
 */
function passageOf(map: ArticleMap, given: Values<typeof NEW & typeof WORDS>): TextSpan {
  const selectors = {
    start_selector: given.start_selector!,
    start_offset: given.start_offset!,
    end_selector: given.end_selector!,
    end_offset: given.end_offset!,
  }
  if (!given.text) return spanOf(map, selectors)
  const ranges = rangesOf(map, selectors)
  const [span] = locateAnnotations(map, [{ id: 0, quote: given.text, ranges: JSON.stringify(ranges) }]).get(0) ?? []
  return span ?? spanOf(map, selectors)
}

/** @returns the range that the selectors mark; none if the text has no such elements or offsets */
function rangesOf(map: ArticleMap, selectors: Parameters<typeof spanOf>[1]): AnnotationRange[] {
  try {
    return [rangeOf(map, spanOf(map, selectors))]
  } catch (error) {
    if (error instanceof StatusError) return []
    throw error
  }
}

/** Changes colour and note of an annotation. Answers all annotations of the bookmark, as Readeck does. */
export async function changeOneAnnotation(deps: AnnotationEndpointDeps, call: KeyCall) {
  const id = await requestedAnnotation(deps, call)
  const given = readForm(CHANGE, await readFields(call.request, ORDINARY_BODY), 422)
  const known = (await requestedEntry(deps, call, { hasContent: false })).annotations.find((one) => one.id === id)
  const change = { text: given.note ?? known?.text ?? '', color: colorNamed(given.color!) }
  const { annotation } = await changeAnnotation(deps, call.key.id, id, change)
  return { annotations: await showAnnotations(deps, call), updated: annotation.updatedAt }
}

/** Deletes an annotation. */
export async function removeAnnotation(deps: AnnotationEndpointDeps, call: KeyCall) {
  const id = await requestedAnnotation(deps, call)
  await deleteAnnotation(deps, call.key.id, id)
  return call.reply.code(204).send()
}

/** @throws StatusError 404 if the bookmark of the request has no such annotation */
async function requestedAnnotation(deps: AnnotationEndpointDeps, { key, parts }: KeyCall): Promise<AnnotationId> {
  const [id, entry] = [parseId<AnnotationId>(parts['annotation']), parseId<EntryId>(parts['id'])]
  if (id === undefined || (await findAnnotatedEntry(deps, key.id, id)) !== entry) throw notFound()
  return id
}
