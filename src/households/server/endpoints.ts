import { householdsContract } from '#/households/contract.ts'
import { serve } from '#/kernel/server/serve.ts'
import { acceptInvitation, declineInvitation, readInvitation } from './answer.ts'
import { invite, resend } from './invite.ts'
import { chooseReminders, leaveHousehold, readHouseholds, removeMember, shareWith } from './members.ts'

const os = serve(householdsContract)

export const householdsEndpoints = os.router({
  mine: os.mine.handler(({ context }) => readHouseholds(context)),
  invite: os.invite.handler(({ input, context }) => invite(context, input)),
  resend: os.resend.handler(({ input, context }) => resend(context, input.id)),
  share: os.share.handler(({ input, context }) => shareWith(context, input)),
  remove: os.remove.handler(({ input, context }) => removeMember(context, input.id)),
  choose: os.choose.handler(({ input, context }) => chooseReminders(context, input)),
  leave: os.leave.handler(({ input, context }) => leaveHousehold(context, input.id)),
  invitation: os.invitation.handler(({ input, context }) => readInvitation(context, input.token)),
  accept: os.accept.handler(({ input, context }) => acceptInvitation(context, input)),
  decline: os.decline.handler(({ input, context }) => declineInvitation(context, input.token)),
})
