import { attributeOf, isElement, setAttribute, type PageElement } from '../dom/page-tree.ts'
import { parseUrl } from '../dom/parse-url.ts'
import type { CapturedFiles } from './captured-files.ts'
import { takenNumber } from './take-data.ts'

/**
 * Minimum number of base64 characters (2,000 bytes) of a picture that counts although the image names another address:
 * previews that pages show until the picture is loaded are smaller.
 */
const MIN_PICTURE = 2667

/** SingleFile keeps a picture that occurs several times in a variable of a style sheet, and shows it as background. */
const VARIABLE = /(--sf-img-\d{1,6})\s*:\s*url\(\s*["']?(data:image\/taken,\d{1,9})["']?\s*\)/g
const BACKGROUND = /background-image\s*:\s*var\((--sf-img-\d{1,6})\)/

/**
 * Gives the images whose pictures are in the saved page an address that stands for them.
 *
 * @param source the page, with its style sheets
 * @returns the number of these images
 */
export function nameTakenPictures(elements: readonly PageElement[], files: CapturedFiles, source: string): number {
  let named = 0
  const variables = variablesIn(source)
  for (const image of elements) {
    if (image.tagName !== 'img') continue
    const variable = BACKGROUND.exec(attributeOf(image, 'style') ?? '')?.[1]
    const number = takenNumber(variable === undefined ? attributeOf(image, 'src') : variables.get(variable))
    if (number === undefined) continue
    if (variable === undefined && files.lengthOf(number) < MIN_PICTURE) continue
    setSource(image, files.placeholder(number))
    named += 1
  }
  return named
}

function variablesIn(source: string): ReadonlyMap<string, string> {
  return new Map([...source.matchAll(VARIABLE)].map(([, name, address]) => [name!, address!] as const))
}

/**
 * Gives the remaining images whose files the saved page brings with it an address that stands for them: small pictures
 * in the page, and pictures with an address that is none on the web.
 *
 * @param base base for relative addresses
 * @returns the number of these images
 */
export function nameOtherPictures(elements: readonly PageElement[], files: CapturedFiles, base: string): number {
  let named = 0
  for (const image of elements) {
    if (image.tagName !== 'img') continue
    const source = attributeOf(image, 'src')
    const number = takenNumber(source)
    const address = number === undefined ? absolute(source ?? '', base) : files.placeholder(number)
    if (!files.has(address)) continue
    setSource(image, address)
    named += 1
  }
  return named
}

function absolute(source: string, base: string): string {
  return parseUrl(source, base)?.href ?? source
}

/** Sets the address, and removes the other sizes of the picture, which are not in the saved page. */
function setSource(image: PageElement, address: string): void {
  setAttribute(image, 'src', address)
  setAttribute(image, 'srcset', undefined)
  const box = image.parentNode
  if (box === null || !isElement(box) || box.tagName !== 'picture') return
  box.childNodes = box.childNodes.filter((node) => !isElement(node) || node.tagName !== 'source')
}

/**
 * Replaces the addresses of images of the article by those of the pictures that are returned with it.
 * @returns the number of these images
 */
export function showCapturedPictures(elements: readonly PageElement[], files: CapturedFiles): number {
  let shown = 0
  for (const image of elements) {
    if (image.tagName !== 'img') continue
    const source = attributeOf(image, 'src') ?? ''
    if (!files.has(source)) continue
    const address = files.show(source)
    setAttribute(image, 'src', address)
    if (address !== undefined) shown += 1
  }
  return shown
}
