/**
 * Matches an `img` or `video` tag in stored content. The pattern can be simple, because the sanitiser has written the
 * tag: all attributes have the form ` name="value"`, and quotation marks in values are escaped.
 */
const IMAGE_TAG = /<(?:img|video)((?: [a-z-]+="[^"]*")+)>/g
const ATTRIBUTE = / ([a-z-]+)="([^"]*)"/g

type ImageAttributes = ReadonlyMap<string, string>

/**
 * Replaces all image and video tags.
 * @param replace called with each tag and its decoded attributes; returns the new tag
 */
export function replaceImages(content: string, replace: (tag: string, attributes: ImageAttributes) => string): string {
  return content.replaceAll(IMAGE_TAG, (tag, attributes: string) => replace(tag, parseAttributes(attributes)))
}

/** @returns the address of an image, or of the poster (preview picture) of a video */
export function pictureOf(attributes: ImageAttributes, tag: string): string | undefined {
  return attributes.get(tag.startsWith('<video') ? 'poster' : 'src')
}

/** @returns the addresses of the first `limit` images in sanitised content, in their order and without duplicates */
export function imageAddressesIn(content: string, limit: number): string[] {
  const found = new Set<string>()
  for (const [tag, attributes] of content.matchAll(IMAGE_TAG)) {
    const src = pictureOf(parseAttributes(attributes!), tag)
    if (src !== undefined && /^https?:\/\//i.test(src)) found.add(src)
    if (found.size >= limit) break
  }
  return [...found]
}

function parseAttributes(text: string): ImageAttributes {
  return new Map([...text.matchAll(ATTRIBUTE)].map(([, name, value]) => [name!, unescapeAttribute(value!)]))
}

/** The character references that HTML serializers write in attributes (HTML standard, 13.3). */
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
