/**
 * Converts the path of a folder to a nested tag, such as `work/later`, so that `tag:work/*` finds the pages of the folder
 * and of the folders in it. Commas separate tags in wallabag's API, so they are left out. Folders without a name are left
 * out too.
 * @param path names of the folders, the outermost first
 * @returns the label of the tag; undefined for a page outside of folders
 */
export function folderTag(path: readonly string[]): string | undefined {
  const names = path.flatMap((name) => {
    const plain = name
      .replaceAll(/\s*,\s*/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
    return plain === '' ? [] : [plain]
  })
  return names.length === 0 ? undefined : names.join('/')
}
