import { expectNoLinks } from '#/kernel/server/public-words.ts'
import { serve } from '#/kernel/server/serve.ts'
import { ratingsContract } from '#/ratings/contract.ts'
import { listReviews, rate, reply } from './ratings.ts'

const os = serve(ratingsContract)

export const ratingsEndpoints = os.router({
  reviews: os.reviews.handler(({ input, context: { db } }) => listReviews(db, input.id, input.cursor)),

  rate: os.rate.handler(({ input, context }) => {
    expectNoLinks(input.feedback)
    return rate(context, input)
  }),

  reply: os.reply.handler(({ input, context }) => {
    expectNoLinks(input.reply)
    return reply(context, input)
  }),
})
