type Named = { readonly name: string; readonly type: string }

/** Recognizes iPhones' format. Some systems give such files no type. */
export const isHeic = ({ name, type }: Named): boolean =>
  /^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name))

/** Decodes a picture, upright. Throws if the browser can't. */
export async function decodePicture(file: File): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch (error) {
    // Only Safari decodes HEIC. The decoder has 700 kB, so nobody else loads it.
    if (!isHeic(file)) throw error
    const { heicTo } = await import('heic-to/csp')
    return heicTo({ blob: file, type: 'bitmap' })
  }
}

/** Returns the size at which a picture's longest side is at most `longest`, with the same proportions. */
export function smallerSize(width: number, height: number, longest: number) {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
