import { pictureMaxBytes, pictureText, pictureTypes } from '#/kernel/pictures.ts'
import { isHeic } from '#/kernel/web/decode-picture.ts'

export const heicText =
  'This browser can’t open HEIC photos. Please save it as a JPG, or set your iPhone’s camera to “Most Compatible” and take it again.'

/** Explains why a chosen photo, already made smaller, can't be sent; the server checks its content. */
export function photoProblem(photo: File): string | false {
  if (isHeic(photo)) return heicText
  if (!pictureTypes.split(',').includes(photo.type)) return pictureText['picture.wrong_kind']
  return photo.size > pictureMaxBytes && pictureText['picture.too_large']
}
