import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { done, requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { deskPackageSchema } from '#/packages/desk.ts'
import { packagesErrors } from '#/packages/errors.ts'
import { byReference } from './reference.ts'

export const packageEndpoints = {
  soldPackage: endpoint({
    method: 'GET',
    path: '/admin/packages/{reference}',
    summary: 'Returns one package with its history, by its reference, its receipt number or its id',
    access: 'admin',
    rows: 'all packages',
    input: byReference,
    output: deskPackageSchema,
  }),
  endPackage: endpoint({
    method: 'POST',
    path: '/admin/packages/{id}/ending',
    summary: 'Ends a package: its remaining sessions are lost, and the trainer gets whatever wasn’t refunded',
    access: 'admin:full',
    rows: 'all packages',
    audit: { action: 'package.ended', said: 'ended the package', subject: 'package' },
    input: z.object({ id: idSchema('package'), note: requiredText(500, 'Please write a note.') }),
    output: done,
    errors: only(packagesErrors, 'packages.not_active'),
  }),
}
