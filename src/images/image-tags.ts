/**
 * An `img` or a `video` of stored content. The sanitiser wrote it, so every attribute has the form ` name="value"`,
 * with quotation marks in values as `&quot;`.
 */
const IMAGE = /<(?:img|video)((?: [a-z-]+="[^"]*")+)>/g
const ATTRIBUTE = / ([a-z-]+)="([^"]*)"/g

export type ImageAttributes = ReadonlyMap<string, string>

/** Calls `replace` with the decoded attributes of every image and video. @returns the content with the results */
export function replaceImages(content: string, replace: (tag: string, attributes: ImageAttributes) => string): string {
  return content.replaceAll(IMAGE, (tag, attributes: string) => replace(tag, parseAttributes(attributes)))
}

/** @returns the address of a picture: of an image, or of the poster of a video */
export function pictureOf(attributes: ImageAttributes, tag: string): string | undefined {
  return attributes.get(tag.startsWith('<video') ? 'poster' : 'src')
}

/** @returns the addresses of the images of sanitised content, in order, without duplicates, at most `limit` */
export function imageAddresses(content: string, limit: number): string[] {
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

/** Characters that the serializer of the HTML standard (13.3) escapes in an attribute. */
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
