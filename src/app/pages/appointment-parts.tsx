import type { Appointment, Visit } from '#/appointments/contract.ts'
import type { CardParts } from '#/appointments/web/card-parts.ts'
import { VisitNoteButtons } from '#/care/web/index.ts'
import { CardRating } from '#/ratings/web/CardRating.tsx'
import { RateButton } from '#/ratings/web/RateButton.tsx'
import { ReplyButton } from '#/ratings/web/ReplyButton.tsx'

/** What ratings and visit notes put on an owner's card. */
export const ownerParts: CardParts<Appointment> = {
  rating: ({ rating }) => <CardRating rating={rating} />,
  actions: (appointment, now) => (
    <>
      <RateButton appointment={appointment} now={now} />
      <VisitNoteButtons side="owner" booking={appointment} now={now} />
    </>
  ),
}

/** And on a provider's. */
export const providerParts: CardParts<Visit> = {
  rating: ({ rating }) => <CardRating rating={rating} />,
  actions: (visit, now) => (
    <>
      <ReplyButton visit={visit} />
      <VisitNoteButtons side="provider" booking={visit} now={now} />
    </>
  ),
}
