import type { FastifyRequest } from 'fastify'
import type { EntryInput } from '../../entries/changing/entry-input.ts'
import { MAX_TITLE } from '../../entries/entry.ts'
import { parseAbsoluteAddress } from '../../entries/saving/entry-address.ts'
import { saveCapturedPage, type SaveCapturedPageDeps } from '../../entries/saving/save-captured-page.ts'
import { saveEntry } from '../../entries/saving/save-entry.ts'
import type { UploadMemory } from '../../uploads/upload-memory.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { MAX_LABEL, MAX_TAGS_PER_ENTRY, parseTagLabels } from '../../tags/tag.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { bookmarkHref } from './bookmark.presenter.ts'
import type { KeyCall } from '../wire/endpoint.ts'
import { fieldsOfParts, readParts } from '../wire/form-parts.ts'
import { flag, readForm, required, text, texts, time, type Field, type Values } from '../wire/form.ts'
import type { Key } from '../account/key.ts'
import { fieldsOfBody, readPieces, type SentFields } from '../wire/sent-fields.ts'
import { pageOfHtml, pageOfParts } from './sent-page.ts'

export interface CreateBookmarkDeps extends SaveCapturedPageDeps {
  readonly baseUrl: string
  readonly savesPerUser: Throttle
  readonly uploads: UploadMemory
}

/** Maximum size of a page with its pictures in bytes. */
const MAX_PAGE = 100 * 1024 * 1024
/** Maximum size of a body without pictures in bytes. */
const MAX_HTML = 8 * 1024 * 1024

const addressField: Field<string> = {
  empty: '',
  parse: (given) => {
    try {
      return { value: parseAbsoluteAddress(given).sent }
    } catch {
      return { reason: 'invalid URL' }
    }
  },
}

const FORM = {
  created: time,
  feature_find_main: flag,
  html: text(MAX_PAGE),
  labels: texts(MAX_TAGS_PER_ENTRY, MAX_LABEL),
  resource: texts(100, 0),
  title: text(MAX_TITLE),
  url: required(addressField),
}

type Form = Values<typeof FORM>

/** Saves a page. The server fetches it later, unless the request contains it. */
export async function createBookmark(deps: CreateBookmarkDeps, { request, reply, key }: KeyCall) {
  const id = await saveSent(deps, key, request)
  return reply
    .code(202)
    .header('bookmark-id', String(id))
    .header('location', bookmarkHref(deps.baseUrl, id))
    .header('link', `<${deps.baseUrl}/view/${id}>; rel="alternate"; type="text/html"`)
    .send({ status: 202, message: 'Link submited' })
}

async function saveSent(deps: CreateBookmarkDeps, key: Key, request: FastifyRequest): Promise<EntryId> {
  const type = request.headers['content-type'] ?? ''
  const isMultipart = /^multipart\//i.test(type)
  return deps.uploads.run(
    key.id,
    async (buffer) => {
      const max = isMultipart ? MAX_PAGE : MAX_HTML
      for await (const piece of readPieces(request, max)) buffer.add(piece)
      return buffer.size === 0 ? Buffer.alloc(0) : Buffer.from(buffer.takeBytes())
    },
    async (body) => {
      const parts = isMultipart ? await readParts(body, type) : undefined
      const form = readCreation(isMultipart ? fieldsOfParts(parts) : fieldsOfBody(type, body))
      await deps.savesPerUser.take(String(key.id))
      const address = parseAbsoluteAddress(form.url)
      const page = parts ? pageOfParts(parts, address.url) : form.html && pageOfHtml(Buffer.from(form.html))
      const common = { owner: key.id, address, fields: inputOf(form), requestId: request.id }
      const saved = page ? await saveCapturedPage(deps, { ...common, ...page }) : await saveEntry(deps, common)
      if (!saved) throw new Error('the page has an address, so it is saved')
      return saved.id
    },
  )
}

const readCreation = (sent: SentFields): Form => readForm(FORM, sent, 422)

function inputOf({ title, labels }: Form): EntryInput {
  return { ...(title && { title }), ...(labels && { tags: parseTagLabels(labels) }) }
}
