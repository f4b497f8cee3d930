import type { UserId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'
import type { FormFields } from '../kernel/form-body.ts'
import { readMultipart } from '../uploads/read-multipart.ts'
import { discardFile, receiveFile, type ReceivedFile, type StartImportDeps } from './start-import.ts'

export interface ReceivedForm {
  readonly file: ReceivedFile
  readonly fields: FormFields
}

/**
 * Stores the first file of a form. Further files are ignored.
 * @throws AppError like `receiveFile` and `readMultipart`; `invalid_input` if the form contains no file
 */
export async function receiveForm(
  deps: StartImportDeps,
  owner: UserId,
  body: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<ReceivedForm> {
  let file: ReceivedFile | undefined
  try {
    const fields = await readMultipart(body, contentType, async ({ fileName, chunks }) => {
      if (!file) file = await receiveFile(deps, owner, fileName, chunks)
    })
    if (!file)
      throw new AppError('invalid_input', 'the form contains no file', { details: { message: 'import.empty' } })
    return { file, fields }
  } catch (error) {
    if (file) await discardFile(deps, owner, file.id)
    throw error
  }
}
