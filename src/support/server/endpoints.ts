import { refuseRequest } from '#/kernel/errors.ts'
import { serve } from '#/kernel/server/serve.ts'
import { supportContract } from '#/support/contract.ts'
import { keepMessage } from './messages.ts'
import { findWishes, skipNumber } from './queries.ts'
import { readTicket, showBooking, showOrder } from './show-ticket.ts'
import { findOrders, listBookings } from './ticket-queries.ts'
import { closeTicket, listOwnTickets, openTicket, writeToTicket } from './tickets.ts'
import { keepWish, type PageAt } from './wishes.ts'

const os = serve(supportContract)

/** `pageAt` reads the route table, which this domain doesn't know. */
export const supportEndpoints = (pageAt: PageAt) =>
  os.router({
    operator: os.operator.handler(({ context: { config } }) => ({
      name: config.PRODUCT_NAME,
      email: config.CONTACT_EMAIL,
      phone: config.CONTACT_PHONE ?? null,
      whatsapp: config.CONTACT_WHATSAPP
        ? { number: config.CONTACT_WHATSAPP, url: `https://wa.me/${config.CONTACT_WHATSAPP.slice(1)}` }
        : null,
      address: config.CONTACT_ADDRESS ?? null,
      hours: config.CONTACT_HOURS ?? null,
      grievanceOfficer: config.GRIEVANCE_OFFICER ?? null,
    })),

    sendMessage: os.sendMessage.handler(async ({ input, context }) => {
      const { config, visitor, db } = context
      const { website, ...message } = input
      // A real reference number gives nothing away to a bot.
      if (website) return { reference: await skipNumber(db) }
      return { reference: await keepMessage(context, config, message, visitor?.userId ?? null) }
    }),

    wishes: os.wishes.handler(async ({ context: { actor, db } }) => ({
      services: await findWishes(db, actor.userId),
    })),

    wish: os.wish.handler(({ input, context }) => keepWish(context, pageAt, input)),

    tickets: os.tickets.handler(({ input, context: { actor, db } }) =>
      listOwnTickets(db, actor.userId, input),
    ),

    ticket: os.ticket.handler(
      async ({ input: { id }, context }) =>
        (await readTicket(context, id, context.actor.userId)) ?? refuseRequest('request.not_found'),
    ),

    bookings: os.bookings.handler(async ({ context: { actor, db } }) => ({
      bookings: (await listBookings(db, actor.userId)).map(showBooking),
      orders: (await findOrders(db, actor.userId)).map(showOrder),
    })),

    openTicket: os.openTicket.handler(({ input, context }) => openTicket(context, input)),

    replyToTicket: os.replyToTicket.handler(({ input, context }) => writeToTicket(context, input, 'write')),

    closeTicket: os.closeTicket.handler(({ input: { id }, context }) => closeTicket(context, id)),

    reopenTicket: os.reopenTicket.handler(({ input, context }) => writeToTicket(context, input, 'reopen')),
  })
