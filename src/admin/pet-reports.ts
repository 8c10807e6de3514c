import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, done, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { deskEntrySchema, deskPetReportSchema, petReportRemovalSchema } from '#/reports/desk.ts'
import { reportsErrors } from '#/reports/errors.ts'
import { removableSearch } from './removable.ts'

const decided = z.object({ id: idSchema('pet_report'), reason: petReportRemovalSchema })

export const petReportEndpoints = {
  petReports: endpoint({
    method: 'GET',
    path: '/admin/pet-reports',
    summary:
      'Lists pet reports by the pet’s or the reporter’s name, those last reported or complained about first; or removed ones, the last removed first',
    access: 'admin',
    rows: 'all pet reports with their complaints, without their private parts',
    input: removableSearch,
    output: pageOf(deskPetReportSchema),
  }),
  removePetReport: endpoint({
    method: 'POST',
    path: '/admin/pet-reports/{id}/removal',
    summary: 'Removes a pet report, so that nobody sees it; tells the reporter why, and the followers',
    access: 'admin',
    rows: 'all pet reports',
    audit: { action: 'pet.report_removed', said: 'removed the pet report', subject: 'pet_report' },
    input: decided,
    output: done,
    errors: only(reportsErrors, 'reports.already_removed'),
  }),
  petReportEntries: endpoint({
    method: 'GET',
    path: '/admin/pet-reports/{id}/entries',
    summary: 'Lists the comments and sightings under a pet report, the latest first',
    access: 'admin',
    rows: 'all comments and sightings under pet reports, without exact places and phone numbers',
    input: z.object({ id: idSchema('pet_report'), cursor: cursorSchema }),
    output: pageOf(deskEntrySchema),
  }),
  removePetReportEntry: endpoint({
    method: 'POST',
    path: '/admin/pet-report-entries/{id}/removal',
    summary:
      'Removes a comment or sighting under a pet report; tells its writer why, and people who complained about it',
    access: 'admin',
    rows: 'all comments and sightings under pet reports',
    audit: [
      {
        action: 'pet.sighting_removed',
        said: 'removed a sighting under the pet report',
        subject: 'pet_report',
      },
      {
        action: 'pet.comment_removed',
        said: 'removed a comment under the pet report',
        subject: 'pet_report',
      },
    ],
    input: z.object({ id: idSchema('report_entry'), reason: petReportRemovalSchema }),
    output: done,
    errors: only(reportsErrors, 'reports.already_removed'),
  }),
  keepPetReport: endpoint({
    method: 'POST',
    path: '/admin/pet-reports/{id}/complaints/closing',
    summary: 'Leaves a pet report as it is, closes the complaints about it, and tells their writers',
    access: 'admin',
    rows: 'all pet reports',
    audit: {
      action: 'pet.report_kept',
      said: 'kept the pet report and closed the complaints',
      subject: 'pet_report',
    },
    input: decided,
    output: done,
    errors: only(reportsErrors, 'reports.already_removed', 'reports.no_open_complaint'),
  }),
}
