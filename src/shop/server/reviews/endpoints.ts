import { serve } from '#/kernel/server/serve.ts'
import { reviewEndpoints as contract } from '#/shop/reviews.ts'
import { reportReview } from './complaints.ts'
import { listBought, listOwnReviews, listReviews } from './show.ts'
import { answerReview, deleteReview, review } from './write.ts'

const os = serve(contract)
const done = { done: true } as const

export const reviewHandlers = {
  productReviews: os.productReviews.handler(({ input, context: { db } }) => listReviews(db, input)),
  orderReviews: os.orderReviews.handler(({ input, context: { db, actor } }) =>
    listBought(db, { id: input.id, userId: actor.userId }),
  ),
  review: os.review.handler(async ({ input, context }) => {
    await review(context, input)
    return done
  }),
  deleteReview: os.deleteReview.handler(async ({ input, context }) => {
    await deleteReview(context, input.id)
    return done
  }),
  reportReview: os.reportReview.handler(async ({ input, context }) => {
    await reportReview(context, input)
    return done
  }),
  ownReviews: os.ownReviews.handler(({ input, context: { db, actor } }) =>
    listOwnReviews(db, { ...input, userId: actor.userId }),
  ),
  answerReview: os.answerReview.handler(async ({ input, context }) => {
    await answerReview(context, input)
    return done
  }),
}
