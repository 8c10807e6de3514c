import type { z } from 'zod'
import { made, newId } from '#/app/testing/browser/made.ts'
import { givenPrescriptionSchema } from '#/shop/prescriptions.ts'

/** Makes a prescription for Bruno, given as a file that no pharmacist has read. */
export const makeGiven = (name: string): z.input<typeof givenPrescriptionSchema> =>
  made(givenPrescriptionSchema, {
    id: newId(),
    petName: 'Bruno',
    file: { url: '/portraits/bruno.svg', name, contentType: 'application/pdf' },
  })
