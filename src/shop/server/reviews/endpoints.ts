import { expectNoLinks } from '#/kernel/server/public-words.ts'
import { serve } from '#/kernel/server/serve.ts'
import { reviewEndpoints as contract } from '#/shop/reviews.ts'
import { reportReview } from './complaints.ts'
import { listBought, listOwnReviews, listReviews } from './show.ts'
import { answerReview, deleteReview, review } from './write.ts'

const os = serve(contract)

export const reviewHandlers = {
  productReviews: os.productReviews.handler(({ input, context: { db } }) => listReviews(db, input)),
  orderReviews: os.orderReviews.handler(({ input, context: { db, actor } }) =>
    listBought(db, { id: input.id, userId: actor.userId }),
  ),
  review: os.review.handler(({ input, context }) => {
    expectNoLinks(input.feedback)
    return review(context, input)
  }),
  deleteReview: os.deleteReview.handler(({ input, context }) => deleteReview(context, input.id)),
  reportReview: os.reportReview.handler(({ input, context }) => reportReview(context, input)),
  ownReviews: os.ownReviews.handler(({ input, context: { db, actor } }) =>
    listOwnReviews(db, { ...input, userId: actor.userId }),
  ),
  answerReview: os.answerReview.handler(({ input, context }) => {
    expectNoLinks(input.reply)
    return answerReview(context, input)
  }),
}
