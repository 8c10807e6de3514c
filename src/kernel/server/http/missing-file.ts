/** For `catch`: returns undefined if the file doesn't exist, and throws any other error. */
export function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}
