import { removeTagOfAll, renameTag, type ChangeTagDeps } from '../../entries/undoable-actions/change-tag.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { ORDINARY_BODY } from '../../kernel/body-limits.ts'
import type { CountedTag } from '../../tags/list-tags.ts'
import { MAX_LABEL } from '../../tags/tag.ts'
import type { KeyCall } from '../wire/endpoint.ts'
import { readForm, required, text } from '../wire/form.ts'
import { notFound } from '../wire/readeck-error.ts'
import { readFields } from '../wire/sent-fields.ts'

export interface LabelsDeps extends ChangeTagDeps {
  readonly baseUrl: string
  readonly listTags: (owner: UserId) => Promise<CountedTag[]>
}

/** Answers the label that the address names, or all labels that match `q`, in which a star stands for any letters. */
export async function showLabels(deps: LabelsDeps, { key, query }: KeyCall) {
  if (query.has('name')) return presentLabel(deps, await requestedTag(deps, key.id, query))
  const pattern = (query.get('q') ?? '').toLowerCase()
  const all = await deps.listTags(key.id)
  const found = pattern === '' ? all : all.filter(({ label }) => matchesPattern(label, pattern))
  return found.map((tag) => presentLabel(deps, tag))
}

/** @param pattern text in lower case, in which each `*` stands for any letters */
function matchesPattern(label: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return label === first
  if (!label.startsWith(first)) return false
  let at = first.length
  const last = rest.pop()!
  for (const piece of rest) {
    const found = label.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  return label.length - last.length >= at && label.endsWith(last)
}

const FORM = { name: required(text(MAX_LABEL)) }

/** Renames a label. If a label with the new name exists, the two are merged. */
export async function renameLabel(deps: LabelsDeps, { key, query, request }: KeyCall) {
  const tag = await requestedTag(deps, key.id, query)
  const { name } = readForm(FORM, await readFields(request, ORDINARY_BODY), 400)
  const { label } = await renameTag(deps, key.id, tag.id, name!)
  return { name: label }
}

/** Removes a label from all bookmarks. */
export async function deleteLabel(deps: LabelsDeps, { key, query, reply }: KeyCall) {
  const tag = await requestedTag(deps, key.id, query)
  await removeTagOfAll(deps, key.id, tag.id)
  return reply.code(204).send()
}

async function requestedTag({ listTags }: LabelsDeps, owner: UserId, query: URLSearchParams): Promise<CountedTag> {
  const found = (await listTags(owner)).find(({ label }) => label === query.get('name'))
  if (!found) throw notFound()
  return found
}

function presentLabel({ baseUrl }: LabelsDeps, { label, entries }: CountedTag) {
  const list = `${baseUrl}/readeck/api/bookmarks`
  return {
    name: label,
    count: entries,
    href: `${list}/labels?${new URLSearchParams({ name: label })}`,
    href_bookmarks: `${list}?${new URLSearchParams({ labels: `"${label}"` })}`,
  }
}
