import { authorsOf } from '../entries/authors-of.ts'
import { contentOf } from '../entries/listing/content-of.ts'
import type { LoadedEntry } from '../entries/listing/load-entries.ts'
import { xmlText } from '../exports/formats/xml-text.ts'
import type { KeyUser } from '../keys/key-user.ts'
import { itemTitle } from '../subscriptions/item-fields.ts'
import type { SiteOf, Subscriptions } from '../subscriptions/list-subscriptions.ts'
import { longItemId } from './item-id.ts'
import { categoriesOf } from './item.presenter.ts'
import { itemBatches, MAX_CONTENTS, streamPage, type ReadStreamsDeps } from './read-streams.ts'
import { feedStream } from './stream.ts'

interface AtomRequest {
  readonly stream: string
  readonly parameters: URLSearchParams
}

/**
 * @returns a page of a stream as an Atom document (RFC 4287), which newsboat 2.21 requests from servers of the kind `feedhq`.
 *   It finds its own items by the attribute `gr:original-id` or the id.
 */
export async function atomStream(
  deps: ReadStreamsDeps & { readonly baseUrl: string },
  user: KeyUser,
  { stream, parameters }: AtomRequest,
): Promise<AsyncGenerator<string>> {
  const page = await streamPage(deps, user, { parameters, most: MAX_CONTENTS, stream })
  const title = titleOf(await deps.listSubscriptions(user), stream)
  return (async function* () {
    let isFirst = true
    for await (const items of itemBatches(deps, user, page.items)) {
      const siteOf = await deps.findSites(user, items)
      if (isFirst) yield head({ ...page, title, baseUrl: deps.baseUrl, updated: items[0]!.entry.updatedAt })
      isFirst = false
      yield items.map((item) => atomItem(item, siteOf)).join('')
    }
    if (isFirst) yield head({ ...page, title, baseUrl: deps.baseUrl, updated: new Date(0).toISOString() })
    yield '</feed>\n'
  })()
}

function titleOf({ find }: Subscriptions, stream: string): string {
  const id = /^feed\/(\d+)$/.exec(stream)?.[1]
  return (id !== undefined && find(Number(id))?.title) || 'Dogear'
}

interface Head {
  readonly stream: string
  readonly title: string
  readonly baseUrl: string
  readonly updated: string
  readonly continuation?: string
}

function head({ stream, title, baseUrl, updated, continuation }: Head): string {
  const more = continuation === undefined ? '' : `<gr:continuation>${continuation}</gr:continuation>\n`
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:gr="http://www.google.com/schemas/reader/atom/">
<id>${xmlText(`tag:google.com,2005:reader/${stream}`)}</id>
<title>${xmlText(title)}</title>
${more}<updated>${updated}</updated>
<link rel="alternate" href="${xmlText(`${baseUrl}/`)}"/>
`
}

function atomItem(item: LoadedEntry, siteOf: SiteOf): string {
  const { entry } = item
  const site = siteOf(entry)
  const author = authorsOf(entry).join(', ')
  const categories = categoriesOf(item).map((id) => {
    const label = id.slice(id.lastIndexOf('/') + 1)
    return `<category term="${xmlText(id)}" scheme="http://www.google.com/reader/" label="${xmlText(label)}"/>\n`
  })
  return `<entry>
<id>${longItemId(entry.id)}</id>
<title type="text">${xmlText(itemTitle(entry))}</title>
<link rel="alternate" href="${xmlText(entry.url)}" type="text/html"/>
<published>${entry.createdAt}</published>
<updated>${entry.updatedAt}</updated>
${author === '' ? '' : `<author><name>${xmlText(author)}</name></author>\n`}${categories.join('')}\
<content type="html">${xmlText(contentOf(item))}</content>
<source gr:stream-id="${feedStream(site.id)}"><id>${feedStream(site.id)}</id><title>${xmlText(site.title)}</title></source>
</entry>
`
}
