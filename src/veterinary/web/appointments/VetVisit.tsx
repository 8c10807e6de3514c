import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Loader.css'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Move, movesOf } from '#/booking/rules.ts'
import { telephone } from '#/kernel/phone.ts'
import { formatDay } from '#/kernel/time.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import type { Visit } from '#/veterinary/contract.ts'
import { PhoneIcon } from '../icons.tsx'
import { Portrait } from '../Portrait.tsx'
import { AppointmentCard } from './AppointmentCard.tsx'
import { MailIcon } from './icons.tsx'
import { useAccept, useCancel, useComplete, useDecline, useReportNoShow } from './useMove.ts'
import { VisitPet } from './VisitPet.tsx'
import { endForVet } from './words.ts'

/** A visit for the vet, with what they can do about it now. */
export function VetVisit({ visit, now }: { visit: Visit; now: Date }) {
  const [asking, setAsking] = useState<Move | null>(null)
  const close = () => setAsking(null)
  const accept = useAccept()
  const complete = useComplete()
  const decline = useDecline(close)
  const cancel = useCancel(close)
  const reportNoShow = useReportNoShow(close)

  const shown: Visit = { ...visit }
  if (accept.isPending) shown.status = 'confirmed'
  if (complete.isPending) shown.status = 'completed'
  if (asking === null) {
    if (decline.isPending) shown.status = 'declined'
    if (reportNoShow.isPending) shown.status = 'no_show'
    if (cancel.isPending) Object.assign(shown, { status: 'cancelled', cancelledBy: 'provider' })
  }
  const writes = [accept, complete, decline, cancel, reportNoShow]
  const moves =
    writes.some(({ isPending }) => isPending) && asking === null ? [] : movesOf('provider', shown, now)

  const { id, owner } = shown
  const about: ReactNode = (
    <p>
      <strong>{owner.name}</strong>
      {shown.pet && ` with ${shown.pet.name}`}, {formatDay(shown.date)},{' '}
      <span className="tabular">
        {shown.startTime}-{shown.endTime}
      </span>
    </p>
  )
  const dialog = (move: Move) => ({
    opened: asking === move,
    onOpen: () => setAsking(move),
    onClose: close,
  })
  return (
    <AppointmentCard
      appointment={shown}
      now={now}
      portrait={<Portrait person={{ fullName: owner.name, imageUrl: null }} size={56} />}
      name={owner.name}
      facts={<Reach visit={shown} />}
      more={<VisitPet visit={visit} now={now} />}
      end={endForVet(shown)}
      actions={
        <>
          {moves.includes('cancel') && (
            <ConfirmButton
              {...dialog('cancel')}
              label="Cancel"
              spoken={`Cancel the visit of ${owner.name}`}
              title="Cancel this visit?"
              reason="optional"
              reasonHint={`${owner.name} will read it.`}
              confirm="Cancel visit"
              busy="Cancelling..."
              keep="Keep visit"
              isBusy={cancel.isPending}
              onConfirm={(reason) => cancel.move({ id, ...(reason && { reason }) })}
            >
              {about}
              <p>The time becomes free again, and {owner.name} is told.</p>
            </ConfirmButton>
          )}
          {moves.includes('report_no_show') && (
            <ConfirmButton
              {...dialog('report_no_show')}
              label="No-show"
              spoken={`No-show of ${owner.name}`}
              title={`Did ${owner.name} not come?`}
              reason="none"
              confirm="Note the no-show"
              busy="Noting..."
              keep="Go back"
              isBusy={reportNoShow.isPending}
              onConfirm={() => reportNoShow.move({ id })}
            >
              {about}
              <p>{owner.name} is told. This cannot be taken back.</p>
            </ConfirmButton>
          )}
          {moves.includes('decline') && (
            <ConfirmButton
              {...dialog('decline')}
              label="Decline"
              spoken={`Decline the request of ${owner.name}`}
              title="Decline this request?"
              reason="required"
              reasonHint={`${owner.name} will read it.`}
              confirm="Decline request"
              busy="Declining..."
              keep="Go back"
              isBusy={decline.isPending}
              onConfirm={(reason) => decline.move({ id, reason })}
            >
              {about}
              <p>The time becomes free again, and {owner.name} is told.</p>
            </ConfirmButton>
          )}
          {moves.includes('complete') && (
            <Button
              variant={moves.includes('accept') ? 'default' : 'filled'}
              aria-label={`Mark done the visit of ${owner.name}`}
              onClick={() => complete.move({ id })}
            >
              Mark done
            </Button>
          )}
          {moves.includes('accept') && (
            <Button aria-label={`Accept the request of ${owner.name}`} onClick={() => accept.move({ id })}>
              Accept
            </Button>
          )}
        </>
      }
    />
  )
}

/** How to reach the owner: what they prefer, and once the visit is agreed their number and address. */
function Reach({ visit: { owner, preferredContact } }: { visit: Visit }) {
  return (
    <>
      {preferredContact && (
        <li>
          {preferredContact === 'phone' ? <PhoneIcon /> : <MailIcon />}
          <span>{preferredContact === 'phone' ? 'Prefers a call' : 'Prefers e-mail'}</span>
        </li>
      )}
      {owner.phone && (
        <li>
          <PhoneIcon />
          <a className="tabular" href={telephone(owner.phone)}>
            {owner.phone}
          </a>
        </li>
      )}
      {owner.email && (
        <li>
          <MailIcon />
          <a href={`mailto:${owner.email}`}>{owner.email}</a>
        </li>
      )}
    </>
  )
}
