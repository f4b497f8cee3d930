import { pictureOf, replaceImages } from '../images/image-elements.ts'

/** Elements that the device does not show, with everything in them. The sanitiser has closed them all. */
const NOT_SHOWN = /<(iframe|audio|object|svg)\b[^>]*>[^]*?<\/\1>/g
const FORMULA = /<math\b[^>]*>([^]*?)<\/math>/g
const ANNOTATION = /<annotation\b[^>]*>([^<]*)<\/annotation>/
/** Wrappers of pictures and videos, whose picture has been replaced by then. */
const WRAPPER = /<\/?(?:picture|source|video|track)\b[^>]*>/g

/**
 * Prepares sanitised content for the device.
 * @param addressOf finds the address of a picture's JPEG; a picture without one is left out
 * @returns the HTML with a comment for each picture, and the addresses of the pictures in their order
 */
export function articleHtml(content: string, addressOf: (original: string) => string | undefined) {
  const pictures: string[] = []
  const withPictures = replaceImages(content, (tag, attributes) => {
    const address = addressOf(pictureOf(attributes, tag) ?? '')
    return address === undefined ? '' : `<!--IMG_${pictures.push(address) - 1}-->`
  })
  const html = withPictures.replaceAll(NOT_SHOWN, '').replaceAll(FORMULA, formulaText).replaceAll(WRAPPER, '')
  return { html, pictures }
}

/** @returns the text of a formula: its TeX or its text in one line, which every stored formula has */
function formulaText(_math: string, inside: string): string {
  return `<i>${ANNOTATION.exec(inside)?.[1] ?? inside.replaceAll(/<[^>]*>/g, '')}</i>`
}
