import { type ErrorKinds, refuser } from './errors.ts'

/** For endpoints that take documents: `errors: { ...documentErrors }`. */
export const documentErrors = {
  'document.too_large': 'invalid',
  'document.wrong_kind': 'invalid',
  'document.damaged': 'invalid',
  'document.too_many_pixels': 'invalid',
  'document.hides_another': 'invalid',
  'document.active': 'invalid',
} as const satisfies ErrorKinds

export const refuseDocument = refuser(documentErrors)

export const documentText: Readonly<Record<keyof typeof documentErrors, string>> = {
  'document.too_large': 'This file is larger than 5 MB. Please choose a smaller one.',
  'document.wrong_kind': 'Please choose a PDF, or a JPG, PNG or WebP picture.',
  'document.damaged': 'We couldn’t read this file. Please choose another one.',
  'document.too_many_pixels': 'This picture has too many pixels. Please choose a smaller one.',
  'document.hides_another':
    'This file has another file hidden inside. Please save it again, or take a picture of it.',
  'document.active':
    'This PDF contains a script or attachments. Please print it to a new PDF and choose that one.',
}

export const documentMaxBytes = 5 * 1024 * 1024

export const mostFiles = 6

/** For the file dialog only. The server looks at the content, never at the name or the type that a file claims. */
export const documentTypes = 'application/pdf,image/jpeg,image/png,image/webp'
