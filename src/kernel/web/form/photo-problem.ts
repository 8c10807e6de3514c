import { pictureMaxBytes, pictureText, pictureTypes } from '#/kernel/pictures.ts'

/** What is wrong with a chosen file before it is sent; the server looks at its content. */
export function photoProblem(photo: File): string | false {
  if (!pictureTypes.split(',').includes(photo.type)) return pictureText['picture.wrong_kind']
  return photo.size > pictureMaxBytes && pictureText['picture.too_large']
}
