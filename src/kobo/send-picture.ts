import type { FastifyReply } from 'fastify'
import type { Database } from '../db/database.ts'
import type { ConvertToJpeg } from '../images/convert-to-jpeg.ts'
import { storedImages } from '../images/image.repository.ts'
import type { ImageStore } from '../images/image-store.ts'
import { AppError } from '../kernel/errors.ts'
import { findKoboOptions } from '../kobo-devices/kobo-device.ts'
import type { Throttle } from '../throttling/throttle.ts'
import type { PictureAddresses } from './picture-address.ts'
import { StatusError } from '../http/send-error.ts'

export interface PictureDeps {
  readonly database: Database
  readonly images: ImageStore
  readonly convertToJpeg: ConvertToJpeg
  readonly addresses: PictureAddresses
  readonly callsPerToken: Throttle
}

/** Width in pixels of the largest screens of 300 dpi that read articles, the Libra and Sage. */
const MAX_WIDTH = 1264

/** A white JPEG of 8 by 8 pixels. */
const WHITE = Buffer.from(
  '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/wAALCAAIAAgBAREA' +
    '/8QAFAABAAAAAAAAAAAAAAAAAAAACP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVL//2Q==',
  'base64',
)

/**
 * Sends a stored image of one of the user's entries as baseline JPEG, the only type that the device shows. If that fails, the
 * picture is white, because the device would otherwise repeat the request.
 * @param name last part of an address that this server created for a device
 * @throws StatusError 404 for any other address, and for a device that was deleted
 */
export async function sendPicture(deps: PictureDeps, name: string, reply: FastifyReply): Promise<FastifyReply> {
  const picture = deps.addresses.read(name)
  const options = picture && (await deps.database.read((db) => findKoboOptions(db, picture.owner, picture.device)))
  if (!options) throw new StatusError(404, 'There is no such picture.')
  const { owner, device, hash } = picture!
  await deps.callsPerToken.take(`pictures ${device}`)
  const sha256 = Buffer.from(hash, 'hex')
  const stored = await storedImages(deps.database).findOwn(owner, sha256)
  const file = stored && (await deps.images.read(sha256))
  const choice = { type: stored?.type ?? '', maxWidth: MAX_WIDTH, isGray: !options.hasColor }
  const jpeg = file && (await converted(deps, file, choice, reply))
  return reply
    .type('image/jpeg')
    .header('cache-control', jpeg ? 'private, max-age=86400' : 'no-store')
    .send(jpeg ?? WHITE)
}

/** @returns undefined if the image cannot be converted */
async function converted(
  { convertToJpeg }: PictureDeps,
  bytes: Uint8Array,
  choice: Parameters<ConvertToJpeg>[1],
  { log, request }: FastifyReply,
): Promise<Uint8Array | undefined> {
  try {
    return await convertToJpeg(bytes, choice)
  } catch (error) {
    if (error instanceof AppError) throw error
    log.info({ requestId: request.id, reason: (error as Error).message }, 'image not converted')
    return undefined
  }
}
