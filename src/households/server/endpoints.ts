import { householdsContract } from '#/households/contract.ts'
import { serve } from '#/kernel/server/serve.ts'
import { acceptInvitation, declineInvitation, readInvitation } from './answer.ts'
import { invite, resend } from './invite.ts'
import { chooseReminders, leaveHousehold, readHouseholds, removeMember, shareWith } from './members.ts'

const os = serve(householdsContract)
const done = { done: true } as const

export const householdsEndpoints = os.router({
  mine: os.mine.handler(({ context }) => readHouseholds(context)),
  invite: os.invite.handler(({ input, context }) => invite(context, input)),
  resend: os.resend.handler(async ({ input, context }) => {
    await resend(context, input.id)
    return done
  }),
  share: os.share.handler(async ({ input, context }) => {
    await shareWith(context, input)
    return done
  }),
  remove: os.remove.handler(async ({ input, context }) => {
    await removeMember(context, input.id)
    return done
  }),
  choose: os.choose.handler(async ({ input, context }) => {
    await chooseReminders(context, input)
    return done
  }),
  leave: os.leave.handler(async ({ input, context }) => {
    await leaveHousehold(context, input.id)
    return done
  }),
  invitation: os.invitation.handler(({ input, context }) => readInvitation(context, input.token)),
  accept: os.accept.handler(async ({ input, context }) => {
    await acceptInvitation(context, input)
    return done
  }),
  decline: os.decline.handler(async ({ input, context }) => {
    await declineInvitation(context, input.token)
    return done
  }),
})
