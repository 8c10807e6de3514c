import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { documentErrors } from '#/kernel/documents.ts'
import { done } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { careErrors } from './errors.ts'
import { mostPictures, pictureMoments } from './rules.ts'

export const visitPictureSchema = z.object({
  id: idSchema('upload'),
  bookingId: idSchema('booking'),
  petId: idSchema('pet'),
  moment: z.enum(pictureMoments),
  /** Works for some minutes. */
  url: z.string(),
  width: z.int(),
  height: z.int(),
})
export type VisitPicture = z.output<typeof visitPictureSchema>

export const pictureEndpoints = {
  addPictures: endpoint({
    method: 'POST',
    path: '/care/pictures',
    summary: 'Adds pictures of a pet from before or after a styling visit, until 48 hours after its end',
    access: 'signed-in',
    rows: 'new pictures of a pet, at a booking of the caller as a stylist; the files become the owner’s',
    uploads: 'documents',
    mostFiles: mostPictures,
    input: z.object({
      bookingId: idSchema('booking'),
      petId: idSchema('pet'),
      moment: z.enum(pictureMoments),
      pictures: z.array(z.file()).min(1).max(mostPictures),
    }),
    output: done,
    errors: {
      ...documentErrors,
      ...only(careErrors, 'care.no_pictures_now', 'care.too_many_pictures', 'care.pictures_only'),
    },
  }),
  removePicture: endpoint({
    method: 'DELETE',
    path: '/care/pictures/{id}',
    summary: 'Removes a picture of a visit, until 48 hours after its end',
    access: 'signed-in',
    rows: 'a picture at a booking of the caller as a stylist',
    input: z.object({ id: idSchema('upload') }),
    output: done,
    errors: only(careErrors, 'care.no_pictures_now'),
  }),
}
