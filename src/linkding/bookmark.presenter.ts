import type { LoadedEntry } from '../entries/listing/load-entries.ts'

/** @returns an entry as a bookmark of linkding's API */
export function presentBookmark({ entry, tags }: LoadedEntry) {
  return {
    id: entry.id,
    url: entry.url,
    title: entry.title ?? '',
    description: '',
    notes: entry.note ?? '',
    web_archive_snapshot_url: snapshotAddress(entry.url, entry.createdAt),
    favicon_url: entry.siteIcon,
    preview_image_url: entry.previewPicture,
    is_archived: entry.isArchived,
    unread: !entry.isArchived,
    shared: entry.uid !== null,
    tag_names: tags.map(({ label }) => label),
    date_added: entry.createdAt,
    date_modified: entry.updatedAt,
    website_title: null,
    website_description: null,
  }
}

/** @returns the address of the copy in the Internet Archive that is nearest to the time of saving */
function snapshotAddress(url: string, savedAt: string): string {
  return `https://web.archive.org/web/${savedAt.replaceAll(/\D/g, '').slice(0, 14)}/${url}`
}
