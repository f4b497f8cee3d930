import { cleanText } from '../dom/clean-text.ts'
import { attributeOf, createElement, createText, elementsOf, type PageElement } from '../dom/page-tree.ts'
import { webAddress } from '../dom/web-address.ts'
import { objectsAt, objectsOfType, property, textsOf, type JsonObject } from '../metadata/json-ld.ts'
import type { PageMetadata } from '../metadata/page-metadata.ts'
import { readDuration } from './duration.ts'

/** An audio recording that the structured data of a page describes. */
export interface Recording {
  /** absolute address of the file */
  readonly address: string
  readonly title: string | undefined
  /** length such as `1:04:09` */
  readonly length: string | undefined
}

/**
 * @param facts metadata collected from the page
 * @param base base for relative addresses
 * @returns the recording that the page is about; undefined if there is none
 */
export function findRecording({ jsonLd, meta }: PageMetadata, base: string): Recording | undefined {
  for (const episode of objectsOfType(jsonLd, /^(?:PodcastEpisode|RadioEpisode|AudioObject|Episode)$/)) {
    const files = [
      episode,
      ...['associatedMedia', 'audio', 'encoding'].flatMap((name) => objectsAt(jsonLd, property(episode, name))),
    ]
    const file = files.find((one) => fileAddress(one, base) !== undefined)
    const address = file && fileAddress(file, base)
    if (file === undefined || address === undefined) continue
    const length = readDuration(textsOf(property(file, 'duration'))[0] ?? textsOf(property(episode, 'duration'))[0])
    return { address, title: cleanText(textsOf(property(episode, 'name'))[0], 300), length }
  }
  const shared = ['og:audio:secure_url', 'og:audio:url', 'og:audio'].flatMap((name) => meta.get(name) ?? [])
  const address = shared.map((one) => audioAddress(one, base)).find((one) => one !== undefined)
  return address === undefined ? undefined : { address, title: undefined, length: undefined }
}

function fileAddress(file: JsonObject, base: string): string | undefined {
  return audioAddress(textsOf(property(file, 'contentUrl'))[0] ?? textsOf(property(file, 'url'))[0], base)
}

/** @returns the absolute address of an audio file; undefined for addresses of pages and players */
function audioAddress(address: string | undefined, base: string): string | undefined {
  const absolute = webAddress(address, base)
  return absolute !== undefined && /\.(?:mp3|m4a|m4b|aac|ogg|oga|opus|wav|flac)$/i.test(new URL(absolute).pathname)
    ? absolute
    : undefined
}

/**
 * Adds a recording before the text, unless the text already contains the file or a link to it.
 *
 * @param root the article, changed in place
 * @param title title of the page, for a recording without its own title
 * @returns whether the recording was added
 */
export function addRecording(root: PageElement, recording: Recording, title: string | undefined): boolean {
  if (elementsOf(root).some((element) => leadsTo(element, recording.address))) return false
  const caption = [recording.title ?? title, recording.length].filter((part) => part !== undefined).join(' · ')
  const player = createElement('audio', { src: recording.address, controls: '' }, [])
  const text = caption === '' ? [] : [createElement('figcaption', {}, [createText(caption)])]
  const figure = createElement('figure', {}, [player, ...text])
  figure.parentNode = root
  root.childNodes.unshift(figure)
  return true
}

function leadsTo(element: PageElement, address: string): boolean {
  return ['src', 'href'].some((name) => attributeOf(element, name)?.split('?')[0] === address.split('?')[0])
}
