import { serve } from '#/kernel/server/serve.ts'
import { verificationContract } from '#/verification/contract.ts'
import { addDocument, removeDocument } from './documents.ts'
import { findStanding } from './standing.ts'
import { submitRecord } from './submit.ts'

const os = serve(verificationContract)

export const verificationEndpoints = os.router({
  standing: os.standing.handler(({ input, context }) =>
    findStanding(context, input.record, context.actor.userId),
  ),

  submit: os.submit.handler(async ({ input, context }) => {
    await submitRecord(context, input.record)
    return { status: 'submitted' }
  }),

  addDocument: os.addDocument.handler(({ input, context }) => addDocument(context, input.record, input.file)),

  removeDocument: os.removeDocument.handler(({ input, context }) => removeDocument(context, input.id)),
})
