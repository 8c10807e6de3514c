import { type Locator, page } from 'vitest/browser'

/** Makes a photo that the browser can read. */
export async function pictureFile(name = 'bruno.jpg', width = 640, height = 480): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')!.fillRect(0, 0, width / 2, height)
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], name, { type: 'image/jpeg' })
}

export const textFile = (name: string, type = 'text/plain') => new File(['hello'], name, { type })

/** The file input within an element, or the page's first; it is hidden behind a button. */
export const fileInput = (within: ParentNode = document): Locator =>
  page.elementLocator(within.querySelector('input[type=file]')!)
