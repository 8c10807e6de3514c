import type { Appointment, Visit } from '#/appointments/contract.ts'
import { hasEndedEarly } from '#/appointments/rules.ts'
import type { CardParts } from '#/appointments/web/card-parts.ts'
import { CardPictures, IncidentButtons, PictureButtons, VisitNoteButtons } from '#/care/web/index.ts'
import { CardRating } from '#/ratings/web/CardRating.tsx'
import { RateButton } from '#/ratings/web/RateButton.tsx'
import { ReplyButton } from '#/ratings/web/ReplyButton.tsx'
import { acceptText } from '#/sitting/text.ts'
import { startedText, VisitButton } from '#/sitting/web/card/VisitButton.tsx'
import { AskedMove } from '#/sitting/web/move/AskedMove.tsx'
import { MoveButton } from '#/sitting/web/move/MoveButton.tsx'
import { Replacements } from '#/sitting/web/replace/Replacements.tsx'
import { SeriesLinks } from '#/sitting/web/series/SeriesLinks.tsx'
import { SeriesRests } from '#/sitting/web/series/SeriesRests.tsx'

/** Adds ratings, notes and incidents to an owner's card. */
export const ownerParts: CardParts<Appointment> = {
  refusals: {},
  rating: ({ rating }) => <CardRating rating={rating} />,
  instead: (appointment, now) => <Replacements appointment={appointment} now={now} />,
  pictures: (appointment, now) => (
    <>
      <Started appointment={appointment} now={now} />
      <AskedMove appointment={appointment} other={appointment.provider.name} now={now} />
      <CardPictures side="owner" booking={appointment} now={now} />
    </>
  ),
  actions: (appointment, now) => (
    <>
      <VisitButton side="owner" appointment={appointment} other={appointment.provider.name} now={now} />
      <MoveButton side="owner" appointment={appointment} now={now} />
      <RateButton appointment={appointment} now={now} />
      <VisitNoteButtons side="owner" booking={appointment} now={now} />
      <IncidentButtons side="owner" booking={appointment} now={now} />
    </>
  ),
  series: (appointment, now) => (
    <SeriesRests side="owner" appointment={appointment} other={appointment.provider.name} now={now} />
  ),
  links: (appointment, now) => (
    <SeriesLinks side="owner" appointment={appointment} other={appointment.provider.name} now={now} />
  ),
}

/** Adds them to a provider's card. */
export const providerParts: CardParts<Visit> = {
  refusals: acceptText,
  rating: ({ rating }) => <CardRating rating={rating} />,
  pictures: (visit, now) => (
    <>
      <Started appointment={visit} now={now} />
      <AskedMove appointment={visit} other={visit.owner.name} now={now} />
      <CardPictures side="provider" booking={visit} now={now} />
    </>
  ),
  actions: (visit, now) => (
    <>
      <VisitButton side="provider" appointment={visit} other={visit.owner.name} now={now} />
      <MoveButton side="sitter" appointment={visit} now={now} />
      <ReplyButton visit={visit} />
      <VisitNoteButtons side="provider" booking={visit} now={now} />
      <PictureButtons side="provider" booking={visit} now={now} />
      <IncidentButtons side="provider" booking={visit} now={now} />
    </>
  ),
  series: (visit, now) => (
    <SeriesRests side="provider" appointment={visit} other={visit.owner.name} now={now} />
  ),
  links: (visit, now) => (
    <SeriesLinks side="provider" appointment={visit} other={visit.owner.name} now={now} />
  ),
}

function Started({ appointment, now }: { appointment: Appointment | Visit; now: Date }) {
  // The card itself says how an early end is answered.
  const text = hasEndedEarly(appointment) ? null : startedText(appointment, now)
  return text && <p className="tabular">{text}</p>
}
