/**
 * Matches an `img` or `video` tag in stored content. The sanitiser has written it, so all attributes have the form
 * ` name="value"`, and quotation marks in values are escaped.
 */
const IMAGE = /<(?:img|video)((?: [a-z-]+="[^"]*")+)>/g
const ATTRIBUTE = / ([a-z-]+)="([^"]*)"/g

export type ImageAttributes = ReadonlyMap<string, string>

/**
 * Replaces the tags of all images and videos.
 * @param replace called with each tag and its decoded attributes; returns the new tag
 */
export function replaceImages(content: string, replace: (tag: string, attributes: ImageAttributes) => string): string {
  return content.replaceAll(IMAGE, (tag, attributes: string) => replace(tag, parseAttributes(attributes)))
}

/** @returns the address of an image, or of the poster of a video */
export function pictureOf(attributes: ImageAttributes, tag: string): string | undefined {
  return attributes.get(tag.startsWith('<video') ? 'poster' : 'src')
}

/** @returns the addresses of the images in sanitised content, in order and without duplicates, at most `limit` */
export function imageAddressesIn(content: string, limit: number): string[] {
  const found = new Set<string>()
  for (const [tag, attributes] of content.matchAll(IMAGE)) {
    const src = pictureOf(parseAttributes(attributes!), tag)
    if (src !== undefined && /^https?:\/\//i.test(src)) found.add(src)
    if (found.size >= limit) break
  }
  return [...found]
}

function parseAttributes(text: string): ImageAttributes {
  return new Map([...text.matchAll(ATTRIBUTE)].map(([, name, value]) => [name!, unescapeAttribute(value!)]))
}

/** The entities that HTML serializers write in attributes (HTML standard, 13.3). */
const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': '\u00a0',
  '&amp;': '&',
}

function unescapeAttribute(value: string): string {
  return value.replaceAll(/&(?:quot|lt|gt|nbsp|amp);/g, (entity) => ENTITIES[entity]!)
}
