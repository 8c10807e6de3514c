import { z } from 'zod'
import { deskPlaceSchema, placeFieldsSchema, placeRemovalSchema } from '#/emergency/desk.ts'
import { emergencyErrors } from '#/emergency/errors.ts'
import { importResultSchema } from '#/emergency/import.ts'
import { kinds } from '#/emergency/places.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { csvImportInput, cursorSchema, done, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'

const ofPlace = z.object({ id: idSchema('place') })
/** The version on the screen, so that nobody changes an entry that they haven't read. */
const asSeen = ofPlace.extend({ version: z.int().min(1).max(2_000_000_000) })

export const emergencyPlaceEndpoints = {
  emergencyPlaces: endpoint({
    method: 'GET',
    path: '/admin/emergency-places',
    summary: 'Lists the emergency directory by name or city and by kind, the longest unchecked first',
    access: 'admin',
    rows: 'all entries, with their mail addresses',
    input: z.object({
      search: z.string().max(200).optional(),
      kind: z.enum(kinds).optional(),
      cursor: cursorSchema,
    }),
    output: pageOf(deskPlaceSchema),
  }),
  emergencyPlace: endpoint({
    method: 'GET',
    path: '/admin/emergency-places/{id}',
    summary: 'Returns one entry of the emergency directory',
    access: 'admin',
    rows: 'all entries, with their mail addresses',
    input: ofPlace,
    output: deskPlaceSchema,
  }),
  addEmergencyPlace: endpoint({
    method: 'POST',
    path: '/admin/emergency-places',
    summary: 'Adds an entry to the emergency directory, checked today',
    access: 'admin',
    rows: 'a new entry',
    audit: {
      action: 'emergency.added',
      said: 'added the entry to the emergency directory',
      subject: 'emergency_place',
    },
    input: z.object({ fields: placeFieldsSchema }),
    output: z.object({ id: idSchema('place') }),
    errors: only(emergencyErrors, 'emergency.already_listed'),
  }),
  importEmergencyPlaces: endpoint({
    method: 'POST',
    path: '/admin/emergency-places-csv',
    summary:
      'Checks a CSV of entries line by line and, unless it is a trial or has problems, adds and changes all of them',
    access: 'admin',
    rows: 'new entries, and entries with the same kind, city and name',
    audit: {
      action: 'emergency.imported',
      said: 'imported entries into the emergency directory',
      subject: 'admin',
    },
    input: csvImportInput,
    output: importResultSchema,
    errors: only(
      emergencyErrors,
      'emergency.csv_encoding',
      'emergency.csv_too_long',
      'emergency.csv_empty',
      'emergency.csv_columns',
    ),
  }),
  changeEmergencyPlace: endpoint({
    method: 'PUT',
    path: '/admin/emergency-places/{id}',
    summary: 'Changes an entry of the emergency directory',
    access: 'admin',
    rows: 'all entries',
    audit: {
      action: 'emergency.changed',
      said: 'changed the entry of the emergency directory',
      subject: 'emergency_place',
    },
    input: asSeen.extend({ fields: placeFieldsSchema }),
    output: done,
    errors: only(emergencyErrors, 'emergency.already_listed', 'emergency.changed_meanwhile'),
  }),
  checkEmergencyPlace: endpoint({
    method: 'POST',
    path: '/admin/emergency-places/{id}/check',
    summary: 'Notes that an entry of the emergency directory was checked today',
    access: 'admin',
    rows: 'all entries',
    audit: {
      action: 'emergency.checked',
      said: 'checked the entry of the emergency directory',
      subject: 'emergency_place',
    },
    input: asSeen,
    output: done,
    errors: only(emergencyErrors, 'emergency.changed_meanwhile'),
  }),
  removeEmergencyPlace: endpoint({
    method: 'POST',
    path: '/admin/emergency-places/{id}/removal',
    summary: 'Removes an entry from the emergency directory',
    access: 'admin',
    rows: 'all entries',
    audit: {
      action: 'emergency.removed',
      said: 'removed the entry from the emergency directory',
      subject: 'emergency_place',
    },
    input: asSeen.extend({ reason: placeRemovalSchema }),
    output: done,
    errors: only(emergencyErrors, 'emergency.changed_meanwhile'),
  }),
}
