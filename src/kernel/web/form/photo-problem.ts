import { pictureMaxBytes, pictureText, pictureTypes } from '#/kernel/pictures.ts'

/** Explains why a chosen photo can't be sent; the server checks its content. */
export function photoProblem(photo: File): string | false {
  if (!pictureTypes.split(',').includes(photo.type)) return pictureText['picture.wrong_kind']
  return photo.size > pictureMaxBytes && pictureText['picture.too_large']
}
