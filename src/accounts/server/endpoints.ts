import { accountsContract } from '#/accounts/contract.ts'
import { nextSetupStep, roleFrom, roles } from '#/accounts/rules.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { readOutbox } from '#/kernel/server/outbox.ts'
import { expectName } from '#/kernel/server/public-words.ts'
import { serve } from '#/kernel/server/serve.ts'
import { textsGoOut } from '#/kernel/server/sms.ts'
import { findPendingEmail } from './email/emails.ts'
import { cancelLinks } from './email/mailed-links.ts'
import { endOtherSessions, endSession, findWaysIn, listSessions, removeWayIn } from './own-account.ts'
import { chooseTimeZone, findPerson, lockImage, noticeTimeZone, setRole, updateProfile } from './queries.ts'
import { isSetUp } from './social/providers.ts'
import { listTokens, makeToken, revokeToken } from './tokens/tokens.ts'
import { renameUser } from './users.ts'

const os = serve(accountsContract)

export const accountsEndpoints = os.router({
  me: os.me.handler(async ({ context: { visitor, db } }) => {
    const person = visitor && (await findPerson(db, visitor.userId))
    if (!visitor || !person) return { user: null }
    const { id, email, isEmailConfirmed, phoneNumber, proposedEmail, name, imageUrl, city, role } = person
    const { timeZone, isTimeZoneChosen, leavingSince } = person
    const hasRecord = person.profiles.some((profile) => profile === role)
    return {
      user: {
        id,
        email,
        hasUnconfirmedEmail: email !== null && !isEmailConfirmed,
        phoneNumber,
        proposedEmail,
        name,
        imageUrl,
        city,
        timeZone,
        isTimeZoneChosen,
        leavingSince: leavingSince?.toISOString() ?? null,
        sessionId: visitor.token ? null : visitor.sessionId,
        role: roleFrom(role ?? ''),
        setup: nextSetupStep({ role, hasRecord, name }),
        profiles: roles.filter((profile) => person.profiles.includes(profile)),
        records: visitor.records,
      },
    }
  }),

  chooseRole: os.chooseRole.handler(async ({ input, context: { actor, config, db, now } }) => {
    expectName(input.name, config)
    await setRole(db, actor.userId, roleFrom(input.role), now)
    if (input.name) await renameUser(db, { userId: actor.userId, name: input.name, at: now })
    const person = await findPerson(db, actor.userId)
    return { hasRecord: Boolean(person?.profiles.includes(roleFrom(input.role))) }
  }),

  changeProfile: os.changeProfile.handler(async ({ input, context }) => {
    const { actor, config, db, now, keepPicture, forgetPicture } = context
    expectName(input.name, config)
    const before = await lockImage(db, actor.userId)
    const kept = input.removePhoto ? null : before
    const image = input.photo ? await keepPicture(input.photo) : kept
    await updateProfile(db, actor.userId, { name: input.name, image, now })
    if (image !== before) await forgetPicture(before)
  }),

  noticeTimeZone: os.noticeTimeZone.handler(({ input, context: { actor, db, now } }) =>
    noticeTimeZone(db, actor.userId, { ...input, now }),
  ),

  chooseTimeZone: os.chooseTimeZone.handler(({ input, context: { actor, db, now } }) =>
    chooseTimeZone(db, actor.userId, { ...input, now }),
  ),

  sessions: os.sessions.handler(async ({ context }) => ({ sessions: await listSessions(context) })),

  endSession: os.endSession.handler(({ input, context: { actor, db } }) => endSession(db, actor, input.id)),

  endOtherSessions: os.endOtherSessions.handler(({ context: { actor, db } }) =>
    endOtherSessions(db, actor.userId, actor.sessionId),
  ),

  ownWaysIn: os.ownWaysIn.handler(async ({ context: { actor, db, now } }) => ({
    ...(await findWaysIn(db, actor.userId)),
    pendingEmail: await findPendingEmail(db, actor.userId, now),
  })),

  removeWayIn: os.removeWayIn.handler(async ({ input, context }) => {
    const { actor, config } = context
    await removeWayIn(context, { actor, way: input.way, product: config.PRODUCT_NAME })
  }),

  cancelEmailChange: os.cancelEmailChange.handler(({ context: { actor, db } }) =>
    cancelLinks(db, actor.userId, 'confirm-email'),
  ),

  tokens: os.tokens.handler(async ({ context: { actor, db } }) => ({
    tokens: await listTokens(db, actor.userId),
  })),

  makeToken: os.makeToken.handler(({ input, context }) =>
    makeToken(context, input, context.config.PRODUCT_NAME),
  ),

  revokeToken: os.revokeToken.handler(({ input, context: { actor, db } }) =>
    revokeToken(db, actor.userId, input.id),
  ),

  waysIn: os.waysIn.handler(({ context: { config } }) => ({ ...isSetUp(config), phone: textsGoOut(config) })),

  // A link in it opens an account, so only the person who runs this on their own machine may see it.
  outbox: os.outbox.handler(async ({ context: { config, isLocal } }) => {
    if (config.production || !isLocal) refuseRequest('request.not_found')
    return { messages: await readOutbox(config.DATA_DIR, 50) }
  }),
})
