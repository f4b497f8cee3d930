import { addAnnotationOnce, type AnnotationDeps } from '../annotations/change-annotations.ts'
import { rangeOf } from '../annotations/convert-ranges.ts'
import { findSelectedSpan, quoteOf } from '../annotations/locate-annotations.ts'
import { requireLoadedEntry } from '../entries/listing/load-entry.ts'
import { performAction, type PerformDeps } from '../entries/undoable-actions/perform-action.ts'
import type { LoadEntries } from '../entries/listing/load-entries.ts'
import { parseEntryAddress } from '../entries/saving/entry-address.ts'
import { saveEntry, type SaveEntryDeps } from '../entries/saving/save-entry.ts'
import { parseNote } from '../entries/parse-note.ts'
import { contentOf } from '../entries/listing/content-of.ts'
import type { EntryId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'
import { parseTagLabels } from '../tags/tag.ts'
import type { Throttle } from '../throttling/throttle.ts'
import type { Tool, ToolCall, ToolResult } from './tool.ts'

export interface WritingToolsDeps extends SaveEntryDeps, AnnotationDeps, PerformDeps {
  readonly loadEntries: LoadEntries
  readonly savesPerUser: Throttle
  /** the changes of one user by assistants */
  readonly assistantChanges: Throttle
  /** public address of this server, without a slash at the end */
  readonly baseUrl: string
}

const TAGS = { type: 'array', maxItems: 50, items: { type: 'string', maxLength: 250 } } as const
const IDS = { type: 'array', maxItems: 100, items: { type: 'integer', minimum: 1 } } as const

/** @returns the tools that change a library. None deletes anything, and none returns what a page contains. */
export function writingTools(deps: WritingToolsDeps): Tool[] {
  const tools: Tool[] = [saveTool(deps), changeTool(deps), highlightTool(deps)]
  return tools.map((tool) => ({
    ...tool,
    run: async (call) => {
      await deps.assistantChanges.take(String(call.viewer.id))
      return tool.run(call)
    },
  }))
}

function saveTool(deps: WritingToolsDeps): Tool {
  return {
    name: 'save',
    title: 'Save a page',
    description:
      'Saves a web page in the library. Its text is fetched later. A page that is saved already gets the tags and the note.',
    scope: 'save',
    isIdempotent: true,
    inputSchema: {
      type: 'object',
      properties: { url: { type: 'string', maxLength: 8192 }, tags: TAGS, note: { type: 'string', maxLength: 10_000 } },
      required: ['url'],
    },
    outputSchema: {
      type: 'object',
      properties: { id: { type: 'integer' }, link: { type: 'string' }, new: { type: 'boolean' } },
      required: ['id', 'link', 'new'],
    },
    run: async ({ viewer, input, requestId }) => {
      const { url, tags, note } = input as { url: string; tags?: string[]; note?: string }
      const address = parseEntryAddress(url)
      await deps.savesPerUser.take(String(viewer.id))
      const fields = {
        ...(tags && { tags: parseTagLabels(tags) }),
        ...(note !== undefined && { note: parseNote(note) }),
      }
      const { id, isNew } = await saveEntry(deps, { owner: viewer.id, address, fields, requestId })
      return { data: { id: Number(id), link: `${deps.baseUrl}/view/${id}`, new: isNew } }
    },
  }
}

function changeTool(deps: WritingToolsDeps): Tool {
  return {
    name: 'change_entries',
    title: 'Archive, star or tag saved pages',
    description: 'Sets the states and tags of saved pages. The user can undo each change in Dogear.',
    scope: 'write',
    isIdempotent: true,
    inputSchema: {
      type: 'object',
      properties: {
        ids: IDS,
        archived: { type: 'boolean' },
        starred: { type: 'boolean' },
        add_tags: TAGS,
        remove_tags: TAGS,
      },
      required: ['ids'],
    },
    outputSchema: { type: 'object', properties: { changed: { type: 'integer' } }, required: ['changed'] },
    run: (call) => changeEntries(deps, call),
  }
}

async function changeEntries(deps: WritingToolsDeps, { viewer, input }: ToolCall): Promise<ToolResult> {
  const {
    ids,
    archived,
    starred,
    add_tags: added,
    remove_tags: removed,
  } = input as {
    ids: EntryId[]
    archived?: boolean
    starred?: boolean
    add_tags?: string[]
    remove_tags?: string[]
  }
  const actions = [
    ...(archived === undefined ? [] : [{ kind: archived ? 'archive' : 'unarchive' } as const]),
    ...(starred === undefined ? [] : [{ kind: starred ? 'star' : 'unstar' } as const]),
    ...(added ? [{ kind: 'tag', labels: parseTagLabels(added) } as const] : []),
    ...(removed ? [{ kind: 'untag', labels: parseTagLabels(removed) } as const] : []),
  ]
  if (actions.length === 0) throw new AppError('invalid_input', 'Nothing to change: set "archived", "starred" or tags.')
  const known = await deps.loadEntries(viewer.id, ids, { hasContent: false })
  const missing = ids.filter((id) => !known.has(id))
  if (missing.length > 0) throw new AppError('not_found', `There are no entries with these ids: ${missing.join(', ')}`)
  let changed = 0
  for (const action of actions) changed += (await performAction(deps, viewer.id, ids, action)).entries
  return { data: { changed } }
}

function highlightTool(deps: WritingToolsDeps): Tool {
  return {
    name: 'add_highlight',
    title: 'Highlight a passage',
    description:
      'Highlights a passage of a saved page, with an optional note. The quote must occur in the text, word for word.',
    scope: 'write',
    isIdempotent: true,
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'integer', minimum: 1, description: 'id of the entry' },
        quote: { type: 'string', maxLength: 10_000 },
        note: { type: 'string', maxLength: 10_000, default: '' },
      },
      required: ['id', 'quote'],
    },
    outputSchema: {
      type: 'object',
      properties: { id: { type: 'integer' }, new: { type: 'boolean' } },
      required: ['id', 'new'],
    },
    run: async ({ viewer, input }) => {
      const { id, quote, note } = input as { id: EntryId; quote: string; note: string }
      const loaded = await requireLoadedEntry(deps.loadEntries, viewer.id, id, { hasContent: true })
      const found = findSelectedSpan(contentOf(loaded), { start: 0, end: 0 }, quote)
      if (!found) throw new AppError('invalid_input', 'The text of the entry does not contain this quote.')
      const { map, span } = found
      const passage = { text: note, quote: quoteOf(map, span), ranges: [rangeOf(map, span)] }
      const { annotation, isNew } = await addAnnotationOnce(deps, viewer.id, id, passage)
      return { data: { id: Number(annotation.id), new: isNew } }
    },
  }
}
